"""The serializers of bodies and answers: the shapes of the schema.

For other packages: every module.
"""
