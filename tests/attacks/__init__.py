"""What somebody tries who wants the site down, against a running one (`make attacks`)."""
