"""`python -m tests.languages`: gather the sentences of the sources, update every catalog, compile it."""

from tests.languages.catalogs import LANGUAGES, alone, faults, update
from tests.languages.gathering import DOMAINS, gather

# What is printed here is the command's answer.
# ruff: noqa: T201


def main() -> None:
    """Write every catalog, and say what is left to translate. A second run waits for the first."""
    with alone():
        for domain in DOMAINS:
            gathered = gather(domain)
            for language in LANGUAGES:
                messages = [message for message in update(language, domain, gathered) if message.id]
                left = sum(1 for message in messages if any(faults(message)))
                print(f"{language:4} {domain:9} {len(messages):5} sentences, {left} to translate or to mend")


if __name__ == "__main__":
    main()
