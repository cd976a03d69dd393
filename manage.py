#!/usr/bin/env python
"""Django's command line in a clone of the repository; an installation has `wildleague manage`."""

import sys

from league.command_line import manage

if __name__ == "__main__":
    manage(sys.argv[1:], program="manage.py")
