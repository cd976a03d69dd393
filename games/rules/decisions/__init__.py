"""Decide commands: the events of a command or its refusal, the legal commands, time-outs, the referee.

For other packages: `decide`, `legal`, `reactions`, `ordinary_turns`, `referee`, `timeouts`.
"""
