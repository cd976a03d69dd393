"""Tests of every address of the site, asked by every kind of visitor."""
