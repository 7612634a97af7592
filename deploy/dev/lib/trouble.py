"""What a person has to mend."""


class Trouble(Exception):
    """Its text is the one sentence that says what."""
