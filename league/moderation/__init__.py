"""Reports about messages: made by readers, decided by hosts, clubs or the site."""
