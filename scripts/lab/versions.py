"""The check that the versions of each account have no gap."""

# An entity has the version of its last change only, so the earlier ones are those of mutations.
QUERY = """
    SELECT account.account, account.sequence, count(used.version),
           coalesce(min(used.version), 0), coalesce(max(used.version), 0)
    FROM account LEFT JOIN (
        SELECT account, version FROM entity
        UNION
        SELECT account, version FROM idempotency_record WHERE version > 0
    ) AS used ON used.account = account.account
    GROUP BY account.account, account.sequence
"""


def violations(rows):
    """What is wrong with the rows of `QUERY`, a line for each account."""
    for account, *numbers in rows:
        sequence, count, first, last = map(int, numbers)
        if (count, first, last) != (sequence, min(sequence, 1), sequence):
            yield (
                f"account {account} is at version {sequence} and has {count} versions from "
                f"{first} to {last}"
            )
