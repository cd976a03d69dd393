"""What programs are answered, field by field: the shapes of the schema.

For other packages: every module.
"""
