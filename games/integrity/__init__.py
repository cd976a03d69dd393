"""Proofs that nothing was arranged or changed: shuffles, checkpoints, verification, match records."""
