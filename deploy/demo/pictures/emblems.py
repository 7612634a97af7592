"""What is inside, about 60 units wide around the origin. Each function takes the brand's colour and gives a drawing."""
from colour import dark, light

GREEN, DEEP_GREEN = "#5E9C3F", "#3F7A2C"
GOLD, BROWN, RED = "#E3B23C", "#7A4A30", "#D2392F"


def _leaf(x, y, turn, size=1, colour=GREEN):
    return f'<path d="M0 0q14-22 0-44-14 22 0 44z" fill="{colour}" transform="translate({x} {y}) rotate({turn}) scale({size})"/>'


def _dots(places, radius, colour):
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>' for x, y in places)


def _ovals(places, rx, ry, colour):
    return "".join(f'<ellipse rx="{rx}" ry="{ry}" fill="{colour}" transform="translate({x} {y}) rotate({turn})"/>' for x, y, turn in places)


def _stroke(path, colour, width):
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'


def leaf(c):
    return _leaf(0, 26, 0, 1.2, DEEP_GREEN) + _leaf(-2, 26, -48) + _leaf(2, 26, 48) + _stroke("M0 28v-34", "#DDEBCF", 2)


def tea_bag(c):
    return _stroke("M0-10q2-16 16-20", BROWN, 2.5) + f'<rect x="12" y="-36" width="16" height="13" rx="2" fill="{c}"/><path d="M-20-2l10-10H10L20-2v30h-40z" fill="#E8D6B5"/><path d="M-14 10h28v18h-28z" fill="{BROWN}"/>'


def flower(c):
    petals = "".join(f'<ellipse cy="-17" rx="10" ry="15" fill="#7C6BC4" transform="rotate({turn})"/>' for turn in range(0, 360, 72))
    return petals + '<circle r="8" fill="#F2C230"/>'


def cup(c):
    return _stroke("M-10-18q-5-6 0-12M4-18q-5-6 0-12", "#B08968", 3) + _stroke("M20-4q14 0 10 12-3 8-13 8", BROWN, 5) + f'<path d="M-24-10h46v16q0 20-23 20T-24 6z" fill="{BROWN}"/><ellipse cx="-1" cy="-10" rx="23" ry="5" fill="#4A2A1A"/>'


def coffee(c):
    found = ""
    for x, y, turn in ((-12, 6, -30), (13, 10, 25), (2, -16, 70)):
        found += f'<g transform="translate({x} {y}) rotate({turn})"><ellipse rx="10" ry="15" fill="{BROWN}"/>' + _stroke("M0-12q-5 12 0 24", "#E8D6B5", 2) + "</g>"
    return found


def crystals(c):
    return "".join(f'<path d="M{x} {y}l10-7 10 7v13l-10 7-10-7z" fill="{shade}"/>' for x, y, shade in ((-26, 2, "#FFFFFF"), (4, 2, "#F3F6FB"), (-11, -20, "#E2E9F4"), (-12, 16, "#D5DFEE")))


def cubes(c):
    found = ""
    for x, y in ((-24, 4), (2, 4), (-11, -20)):
        found += f'<path d="M{x} {y}h22v20h-22z" fill="#DCE4F1"/><path d="M{x} {y}l6-7h22l-6 7z" fill="#F1F5FA" stroke="#C3CEE0"/><path d="M{x + 22} {y}l6-7v20l-6 7z" fill="#B7C3D8"/>'
    return found


def rice(c):
    return _ovals(((-18, 10, 20), (0, 14, -15), (18, 8, 40), (-9, -3, -40), (10, -6, 10), (0, -20, 65), (-22, -10, 70), (24, -14, -30)), 4.5, 10.5, "#FFFFFF") + _ovals(((5, 26, 80), (-16, 26, 60)), 4.5, 10.5, "#F3EBDB")


def lentils(c):
    return _dots(((-20, 6), (0, 12), (20, 6), (-10, -10), (11, -10), (0, -24)), 10, "#A9763F") + _dots(((-22, 4), (-2, 10), (18, 4), (-12, -12), (9, -12), (-2, -26)), 4, "#C99B60")


def beans(c):
    found = ""
    for x, y, turn in ((-14, -8, -20), (14, -4, 30), (0, 18, 80)):
        found += f'<g transform="translate({x} {y}) rotate({turn})"><path d="M-10-14q22-6 22 14T-10 14q-6-4 0-9 6-5 0-10-6-5 0-9z" fill="#D9A37E"/>' + _stroke("M2-8l4 4M0 2l7 2", "#8E4A37", 3) + "</g>"
    return found


def wheat(c):
    grains = "".join(_leaf(0, y, turn, .42, GOLD) for y in (20, 8, -4, -16) for turn in (-42, 42)) + _leaf(0, -18, 0, .42, GOLD)
    return _stroke("M0 32v-46", "#B98A22", 3) + grains


def penne(c):
    found = ""
    for x, y, turn in ((-12, -8, -35), (12, -2, 40), (-2, 18, 85)):
        found += f'<g transform="translate({x} {y}) rotate({turn})"><path d="M-7-16l14-5v34l-14 6z" fill="#F0C75E"/><path d="M-2-17v33M3-18v32" stroke="#D9A63A" stroke-width="1.5"/></g>'
    return found


def noodles(c):
    return "".join(_stroke(f"M-26 {y}q9-12 17 0t17 0 17 0", shade, 5) for y, shade in ((-14, "#E8C468"), (0, "#F2D58B"), (14, "#E8C468")))


def sunflower(c):
    return "".join(f'<path d="M0-12q7-12 0-20-7 8 0 20z" fill="#F2B61F" transform="rotate({turn})"/>' for turn in range(0, 360, 30)) + '<circle r="14" fill="#6B4423"/><circle r="8" fill="#8A5A32"/>'


def drop(c):
    return '<path d="M0-32q24 30 24 44a24 22 0 0 1-48 0q0-14 24-44z" fill="#F2B61F"/>' + _stroke("M-12 12q2 10 11 12", "#FFF3CE", 4)


def tomato(c):
    return f'<ellipse cy="5" rx="28" ry="24" fill="{RED}"/><path d="M0-14q-14-10-20 0 10 0 12 8 4-8 8-8t8 8q2-8 12-8-6-10-20 0z" fill="{DEEP_GREEN}"/>' + _stroke("M0-16v-10", DEEP_GREEN, 4) + _stroke("M-18 6q2 10 10 14", "#F08A7C", 4)


def fish(c):
    return f'<path d="M-34 0q30-34 58-2l16-14q-5 16 0 32L24 4Q-4 34-34 0z" fill="#E9EEF5"/><path d="M-6-18q8 18 0 35" fill="none" stroke="{light(c)}" stroke-width="3"/><circle cx="-20" cy="-3" r="3.5" fill="{dark(c, .6)}"/>' + _stroke("M6-6q5 6 0 12M15-4q3 4 0 8", light(c), 2.5)


def mushroom(c):
    return '<path d="M-8 2h16l4 26H-12z" fill="#F3E6D0"/><path d="M-30 4q0-32 30-32t30 32q-30 10-60 0z" fill="#C89B6D"/><circle cx="-10" cy="-10" r="5" fill="#E7CBA6"/><circle cx="10" cy="-14" r="4" fill="#E7CBA6"/>'


def egg(c):
    return '<path d="M-32 12q-4-26 16-30 16-12 32 2 20 4 14 24-4 18-24 16-34 8-38-12z" fill="#FFF3D6" stroke="#E3C98F" stroke-width="3"/><circle cx="-2" cy="2" r="15" fill="#F5B921"/>' + _stroke("M-9-2q2-7 8-7", "#FFE08A", 3)


def cucumber(c):
    return f'<g transform="rotate(-38)"><rect x="-32" y="-13" width="64" height="26" rx="13" fill="{DEEP_GREEN}"/>' + _stroke("M-20-5h34M-20 4h34", "#6FA84B", 3) + '</g><circle cx="18" cy="18" r="14" fill="#CFE3A5"/><circle cx="18" cy="18" r="10" fill="#E5F0C8"/>' + _dots(((15, 15), (21, 16), (18, 22)), 2, "#A9C878")


def crocus(c):
    return "".join(_leaf(0, 20, turn, 1.05, shade) for turn, shade in ((-42, "#8A63B8"), (42, "#8A63B8"), (-18, "#A782CF"), (18, "#A782CF"))) + _stroke("M0 14l-7-34M0 14v-38M0 14l7-34", "#E2562B", 3.5) + _stroke("M0 20v12", DEEP_GREEN, 4)


def puffs(c):
    return "".join(_stroke(path, shade, 13) for path, shade in (("M-20-8q10-14 20-4", "#F0A43A"), ("M4 4q10-14 18-4", "#F5B653"), ("M-18 16q10-10 22 0", "#E8942A")))


def chips(c):
    return "".join(f'<path d="M-20-6q20-22 40 0 4 22-20 22T-20-6z" fill="{shade}" transform="translate({x} {y}) rotate({turn})"/>' for x, y, turn, shade in ((-6, 10, -20, "#E8B441"), (8, 4, 24, "#F2C75C"), (-2, -10, 0, "#F7D67E"))) + _stroke("M-10-14q8-6 18-2", "#FBE8B4", 3)


def rings(c):
    return "".join(f'<circle cx="{x}" cy="{y}" r="12" fill="none" stroke="{shade}" stroke-width="8"/>' for x, y, shade in ((-14, -6, "#E8A12F"), (14, -4, "#F2BB4F"), (0, 16, "#DD9222")))


def cake(c):
    return f'<path d="M-28-2h56v22q0 6-6 6h-44q-6 0-6-6z" fill="#9A6240"/><path d="M-28 6h56v7h-56z" fill="#F6E3C5"/><path d="M-28-2q0-22 28-22t28 22q-6 8-12 0-6 8-16 0-8 8-16 0-6 8-12 0z" fill="#4E2A1B"/>'


def hazelnut(c):
    return '<path d="M-22-4q22-14 44 0 0 26-22 32-22-6-22-32z" fill="#C58A4E"/><path d="M-25-4q4-24 25-24T25-4q-25-12-50 0z" fill="#7F5230"/>' + _stroke("M-8 6q0 8 5 13", "#E3B989", 3)


def mint(c):
    return _leaf(-2, 26, -32, 1.15, "#3FA37A") + _leaf(2, 26, 32, 1.15, "#56BC91") + _leaf(0, 24, 0, 1.25, "#48B085") + _stroke("M0 24v-34", "#CDEBDD", 2)


def bubbles(c):
    return f'<circle cx="-8" cy="6" r="20" fill="{light(c, .45)}"/><circle cx="16" cy="-12" r="13" fill="{light(c, .6)}"/><circle cx="16" cy="16" r="9" fill="{c}"/><circle cx="-14" cy="-22" r="7" fill="{c}"/>' + _stroke("M-20 2q3-9 11-9M9-15q2-5 6-5", "#FFF", 3)


def _citrus(skin, flesh):
    spokes = "".join(f'<path d="M0-4L-7-20q7-4 14 0z" fill="{flesh}" transform="rotate({turn})"/>' for turn in range(0, 360, 45))
    return f'<circle r="29" fill="{skin}"/><circle r="25" fill="#FFF8E1"/>{spokes}'


def lemon(c):
    return _citrus("#E9C52B", "#F6DD5E")


def orange(c):
    return _citrus("#E8842A", "#F5A94E")


def mountain(c):
    return f'<path d="M-34 22L-8-22 6 0l8-10 22 32z" fill="{light(c, .25)}"/><path d="M-8-22l-9 15 6 4 5-4 5 4 4-4z" fill="#FFF" stroke="{light(c)}"/>' + _stroke("M-28 28q7-6 14 0t14 0 14 0 14 0", c, 3.5)


def cheese(c):
    return '<path d="M-32 6L20-22q14 10 12 28z" fill="#FBE7A8"/><path d="M-32 6h64v20h-64z" fill="#F2D06B"/>' + _dots(((-14, 16), (22, 14)), 5, "#DDB349") + _dots(((4, 19),), 3.5, "#DDB349")


def tooth(c):
    return f'<path d="M-26-14q4-18 26-10 22-8 26 10 2 16-8 24-2 22-9 22-6 0-9-22-3 22-9 22-7 0-9-22-10-8-8-24z" fill="#FFFFFF" stroke="{light(c)}" stroke-width="3"/>' + _stroke("M-14-12q4-5 10-3", c, 4)


def pistachio(c):
    found = ""
    for x, y, turn in ((-14, 4, -28), (14, 2, 30)):
        found += f'<g transform="translate({x} {y}) rotate({turn})"><ellipse rx="14" ry="23" fill="#E6D3A8"/><path d="M0-22q12 20 0 42-12-22 0-42z" fill="#8DB255"/></g>'
    return found


def almond(c):
    return "".join(f'<g transform="translate({x} {y}) rotate({turn})"><path d="M0-26q20 24 0 46-20-22 0-46z" fill="#B97C45"/>{_stroke("M0-16v26M-5-6v14M5-6v14", "#D7A673", 1.8)}</g>' for x, y, turn in ((-13, 4, -28), (13, 4, 28), (0, 2, 0)))


def seeds(c):
    return "".join(f'<g transform="translate({x} {y}) rotate({turn})"><path d="M0-15q11 14 0 26-11-12 0-26z" fill="#5A4632"/>{_stroke("M0-8v12", "#F2E7D0", 2.5)}</g>' for x, y, turn in ((-18, -6, -30), (0, -16, 10), (18, -4, 35), (-10, 16, 60), (10, 17, -50)))


def nuts(c):
    return f'<g transform="translate(-14 -8) scale(.6)">{almond(c)}</g><g transform="translate(15 -8) scale(.55)">{pistachio(c)}</g><g transform="translate(0 16) scale(.56)">{hazelnut(c)}</g>'


def grapes(c):
    return _dots(((-16, -8), (0, -8), (16, -8), (-8, 6), (8, 6), (0, 20)), 9.5, "#7A4E86") + _dots(((-18, -11), (-2, -11), (14, -11), (-10, 3), (6, 3), (-2, 17)), 3, "#A57EB0") + _stroke("M0-16v-12", BROWN, 3.5) + _leaf(2, -20, 68, .6)


def date(c):
    return _ovals(((-13, 4, -24), (13, 4, 24)), 12, 22, "#6B3A22") + _stroke("M-18-4q-2 10 2 18M9-4q-2 10 2 18", "#A56B45", 3) + _dots(((-6, -18), (6, -18)), 4, GOLD)


def fig(c):
    return '<path d="M0-30q6 12 18 20 14 12 6 27-8 11-24 11T-24 17q-8-15 6-27Q-6-18 0-30z" fill="#C9A060"/><path d="M0-8q18 8 15 20-3 10-15 10t-15-10Q-18 0 0-8z" fill="#B4574B"/>' + _dots(((-5, 6), (5, 6), (0, 13), (-8, 14), (8, 14)), 2, "#F4D9A6")


def barberry(c):
    return _stroke("M-24-18q24 6 46 34", DEEP_GREEN, 3) + _ovals(((-16, 0, 10), (-2, -16, 60), (2, 10, 10), (14, -6, 60), (20, 20, 20)), 6, 10, "#B3202E") + _leaf(-12, -14, 20, .6) + _leaf(10, 4, 60, .6)


def powder(c):
    return '<path d="M-32 22Q-8-26 0-26T32 22z" fill="#E2A01F"/><path d="M-14-4Q-4-26 0-26T12-6Q4-12-2-4-8-10-14-4z" fill="#F0BA47"/>' + _dots(((-28, 27), (-12, 28), (8, 27), (26, 28)), 2.5, "#E2A01F")


def pepper(c):
    return _dots(((-16, 8), (4, 12), (22, 6), (-6, -8), (14, -10), (-22, -12), (2, -24)), 8, "#3A3236") + _dots(((-18, 6), (2, 10), (20, 4), (-8, -10), (12, -12), (-24, -14), (0, -26)), 2.5, "#75696E")


def cinnamon(c):
    return "".join(f'<g transform="translate(0 {y}) rotate({turn})"><rect x="-32" y="-7" width="64" height="14" rx="6" fill="{shade}"/>{_stroke("M-24-1h46", "#D79A67", 2)}<circle cx="30" r="6.5" fill="#5F3420"/><circle cx="30" r="2.5" fill="#D79A67"/></g>' for y, turn, shade in ((-12, -10, "#9A5B34"), (4, 8, "#A9683E"), (18, -6, "#8C4F2C")))


def honeycomb(c):
    cell = "l11-6.5 11 6.500v13l-11 6.5-11-6.500z"
    return "".join(f'<path d="M{x} {y}{cell}" fill="{shade}"/>' for x, y, shade in ((-23, -24, "#F5BE33"), (1, -24, "#E9A81E"), (-35, -3, "#E9A81E"), (-11, -3, "#F9CE5B"), (13, -3, "#F5BE33"), (-23, 18, "#F5BE33"), (1, 18, "#E9A81E")))


def cherry(c):
    return _stroke("M-14 8Q-8-16 12-28M16 10Q18-12 12-28", DEEP_GREEN, 3) + _dots(((-14, 14), (16, 16)), 13, "#B3202E") + _dots(((-18, 9), (12, 11)), 3.5, "#E8808A") + _leaf(12, -27, -78, .7)


def quince(c):
    return '<path d="M0-22q26-6 26 20 0 28-26 30-26-2-26-30 0-26 26-20z" fill="#E9C644"/>' + _stroke("M-15 0q0 12 8 18", "#F8E59A", 4) + _stroke("M0-22v-9", BROWN, 4) + _leaf(2, -24, 62, .7)


def apple(c):
    return '<path d="M0-16q12-8 22 0 10 14 0 34-8 14-16 12-6-3-12 0-8 2-16-12-10-20 0-34 10-8 22 0z" fill="#C9D64F"/>' + _stroke("M-17-4q-3 10 3 20", "#EAF0A8", 4) + _stroke("M0-16q0-8 5-13", BROWN, 4) + _leaf(3, -18, 64, .6)


def rose(c):
    return _leaf(0, 30, -58, .8) + _leaf(0, 30, 58, .8) + '<circle r="25" fill="#D56A92"/><path d="M-25 0q10 22 25 25Q-6 8 0 0-14 8-25 0z" fill="#C2527D"/><path d="M25 0Q18-20 0-25q4 14 0 25 12-4 25 0z" fill="#E28CAD"/>' + _stroke("M-8 2q0-11 9-11t9 10-9 10", "#F7D3DF", 3)


def pomegranate(c):
    return '<path d="M-8-22l-4-10 8 4 4-6 4 6 8-4-4 10q22 6 22 26 0 26-30 26T-30 4q0-20 22-26z" fill="#B3263A"/><path d="M-4-6q24-4 22 12-4 18-20 14-16-8-2-26z" fill="#F6DCC2"/>' + _dots(((2, 2), (10, 2), (0, 10), (8, 10), (3, 17)), 3.8, "#D6334B")
