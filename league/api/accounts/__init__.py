"""People for programs: accounts, profiles, claims."""
