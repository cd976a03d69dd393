"""Everything a page can do, for programs: `/api/v1/`."""
