"""Prove that shuffles are fair and the log is unchanged: proofs, checkpoints, verification, match records.

For other packages: `checkpoints`, `match_records`, `proofs`, `verification`.
"""
