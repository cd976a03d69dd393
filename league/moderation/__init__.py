"""Reports about messages, comments and names: made by readers, decided by hosts, clubs or the site."""
