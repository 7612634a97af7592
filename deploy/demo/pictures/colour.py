"""Mixing colours."""


def mix(colour, other, share):
    """`colour` with this share of `other` in it."""
    parts = []
    for at in (1, 3, 5):
        a, b = int(colour[at : at + 2], 16), int(other[at : at + 2], 16)
        parts.append(round(a + (b - a) * share))
    return "#{:02X}{:02X}{:02X}".format(*parts)


def dark(colour, share=0.22):
    return mix(colour, "#141428", share)


def light(colour, share=0.3):
    return mix(colour, "#FFFFFF", share)
