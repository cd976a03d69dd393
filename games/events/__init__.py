"""The types of events and their JSON: short names, schema numbers, upcasts."""
