"""The packages. Each function takes the brand's colour and gives (drawing, where the emblem goes, the emblem's scale).

They stand on the line y = 254 of a 400 × 300 picture.
"""
from colour import dark, light, mix

PAPER = "#FFFDF8"


def shadow(width, x=200):
    return f'<ellipse cx="{x}" cy="256" rx="{width}" ry="9" fill="#141428" opacity=".13"/>'


def _disc(colour, x, y, radius):
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{PAPER}"/><circle cx="{x}" cy="{y}" r="{radius - 5}" fill="none" stroke="{light(colour)}" stroke-width="2"/>'


def _bars(colour, x, y, width=64):
    """Two quiet bars in the place of lettering."""
    return f'<rect x="{x - width / 2:g}" y="{y}" width="{width}" height="7" rx="3.5" fill="{PAPER}"/><rect x="{x - width / 3:g}" y="{y + 13}" width="{width / 1.5:g}" height="5" rx="2.5" fill="{light(colour, .55)}"/>'


def carton(c):
    art = shadow(86) + f'<path d="M246 58l38 20v160l-38 16z" fill="{dark(c, .34)}"/><rect x="126" y="58" width="120" height="196" rx="3" fill="{c}"/>'
    art += f'<path d="M126 58l26-18h120l12 38-38-20z" fill="{light(c)}"/><path d="M126 206h120v48H126z" fill="{dark(c)}"/>'
    return art + _disc(c, 186, 136, 46) + _bars(c, 186, 220), (186, 136), 1


def small_box(c):
    art = shadow(92) + f'<path d="M272 118l26 14v108l-26 14z" fill="{dark(c, .34)}"/><rect x="112" y="118" width="160" height="136" rx="4" fill="{c}"/>'
    art += f'<path d="M112 118l22-16h152l12 30-26-14z" fill="{light(c)}"/><rect x="124" y="130" width="136" height="112" rx="4" fill="none" stroke="#F2C230" stroke-width="3"/>'
    return art + _disc(c, 192, 178, 40) + _bars(c, 192, 224, 50), (192, 178), .88


def pouch(c):
    art = shadow(78) + f'<path d="M134 62h132l10 178q-76 28-152 0z" fill="{c}"/><path d="M134 62h132l1.4 24H132.600z" fill="{dark(c)}"/><path d="M128 204q72 16 144 0l4 36q-76 28-152 0z" fill="{dark(c)}"/>'
    art += f'<path d="M140 70h120" stroke="{light(c)}" stroke-width="3" stroke-dasharray="5 5"/><path d="M252 92l10 108" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".25"/>'
    return art + _disc(c, 198, 148, 47) + _bars(c, 200, 222, 58), (198, 148), 1


def pillow(c):
    teeth = "".join(f"l7 {-8 if n % 2 == 0 else 8}" for n in range(20))
    art = shadow(80) + f'<path d="M130 56{teeth}q-12 92 2 190H128q14-98 2-190z" fill="{c}"/><path d="M131 70h138l-1 14H132z" fill="{dark(c)}"/><path d="M130 228h140l2 18H128z" fill="{dark(c)}"/>'
    art += '<path d="M252 96q-6 60 2 120" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".25"/>'
    return art + _disc(c, 198, 142, 46) + _bars(c, 199, 200, 60), (198, 142), 1


def pillow_wide(c):
    art = shadow(116) + f'<path d="M92 150q108-24 216 0v94q-108 18-216 0z" fill="{c}"/><path d="M92 150l-14 6 6 12-6 12 6 12-6 12 6 12-6 12 6 10 8 6zM308 150l14 6-6 12 6 12-6 12 6 12-6 12 6 12-6 10-8 6z" fill="{dark(c)}"/>'
    art += f'<path d="M92 226q108 18 216 0v18q-108 18-216 0z" fill="{dark(c)}"/><path d="M108 156q60-12 130-10" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round" opacity=".25"/>'
    return art + _disc(c, 152, 194, 36) + _bars(c, 242, 184, 76), (152, 194), .78


def slim_pack(c):
    art = shadow(66) + f'<rect x="144" y="40" width="112" height="214" rx="8" fill="{mix(c, "#FFFFFF", .2)}"/><path d="M144 48q0-8 8-8h96q8 0 8 8v22H144z" fill="{dark(c)}"/><path d="M144 218h112v28q0 8-8 8h-96q-8 0-8-8z" fill="{dark(c)}"/>'
    art += "".join(f'<path d="M{x} 72v144" stroke="#F6DE9C" stroke-width="3.5"/>' for x in range(226, 256, 7))
    art += f'<rect x="144" y="70" width="74" height="148" fill="{c}"/>'
    return art + _disc(c, 181, 134, 32) + _bars(c, 181, 184, 48), (181, 134), .68


def sack(c):
    art = shadow(92) + f'<path d="M124 66q76 12 152 0 22 96 8 182-84 14-168 0-14-86 8-182z" fill="{mix(c, "#FFF6E4", .86)}"/><path d="M122 76q78 12 156 0l4 24q-82 12-164 0z" fill="{c}"/><path d="M113 206q87 14 174 0l-3 42q-84 14-168 0z" fill="{c}"/>'
    art += f'<path d="M128 72q72 10 144 0" fill="none" stroke="{dark(c)}" stroke-width="3" stroke-dasharray="6 5"/><path d="M124 66l-8-20q84 14 168 0l-8 20q-76 12-152 0z" fill="{light(c, .6)}"/>'
    return art + f'<circle cx="200" cy="153" r="43" fill="{light(c, .18)}"/>' + _bars(c, 200, 222, 64), (200, 152), 1


def oil_bottle(c):
    art = shadow(66) + f'<path d="M178 64h44v22q38 18 38 58v92q0 18-18 18h-84q-18 0-18-18v-92q0-40 38-58z" fill="#F7CE5B"/><path d="M232 108q20 14 20 38v20" stroke="#fff" stroke-width="7" stroke-linecap="round" fill="none" opacity=".55"/><rect x="174" y="38" width="52" height="28" rx="6" fill="{dark(c)}"/>'
    art += f'<path d="M140 150h120v80H140z" fill="{c}"/><path d="M140 222h120v8H140z" fill="{dark(c)}"/>'
    return art + _disc(c, 200, 190, 34), (200, 190), .74


def bottle(c):
    water = mix(c, "#FFFFFF", .55)
    art = shadow(48) + f'<path d="M182 62h36v24q30 16 30 48v106q0 14-14 14h-68q-14 0-14-14V134q0-32 30-48z" fill="{water}"/><rect x="180" y="42" width="40" height="22" rx="5" fill="{c}"/><path d="M152 138h96v74h-96z" fill="{c}"/><path d="M152 204h96v8h-96z" fill="{dark(c)}"/>'
    art += '<path d="M226 104q12 10 12 26M238 222v18" stroke="#fff" stroke-width="6" stroke-linecap="round" fill="none" opacity=".7"/>'
    return art + _disc(c, 200, 174, 30), (200, 174), .64


def can(c):
    art = shadow(52) + f'<path d="M156 70l10-16h68l10 16v168l-10 16h-68l-10-16z" fill="{c}"/><path d="M166 54h68l10 16h-88z" fill="#D9DCE6"/><path d="M156 238h88l-10 16h-68z" fill="#C3C7D4"/><ellipse cx="200" cy="55" rx="34" ry="5" fill="#EEF0F5"/>'
    art += f'<path d="M156 180q44-40 88-6v64h-88z" fill="{dark(c)}"/><path d="M234 82v144" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".28"/>'
    return art + _disc(c, 198, 132, 36) + _bars(c, 198, 206, 46), (198, 132), .78


def tin(c):
    art = shadow(70) + f'<path d="M134 84v154q66 30 132 0V84z" fill="{c}"/><path d="M134 84v16q66 24 132 0V84zM134 224v14q66 30 132 0v-14q-66 26-132 0z" fill="#C9CDD8"/><ellipse cx="200" cy="84" rx="66" ry="17" fill="#E6E8EE"/><ellipse cx="200" cy="84" rx="52" ry="12" fill="none" stroke="#B9BECB" stroke-width="3"/>'
    art += '<path d="M252 116v100" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".28"/>'
    return art + _disc(c, 198, 164, 44), (198, 164), .96


def flat_tin(c):
    art = shadow(104) + f'<path d="M98 168v50q102 62 204 0v-50z" fill="{c}"/><path d="M98 204v14q102 62 204 0v-14q-102 60-204 0z" fill="#BFC4D1"/><ellipse cx="200" cy="168" rx="102" ry="48" fill="#D4D8E2"/><ellipse cx="200" cy="165" rx="88" ry="39" fill="{mix(c, "#FFFFFF", .1)}"/>'
    art += f'<ellipse cx="200" cy="165" rx="80" ry="34" fill="none" stroke="{PAPER}" stroke-width="2" opacity=".7"/><path d="M268 134q24-16 36-2 6 12-16 20" fill="none" stroke="#AEB4C4" stroke-width="7" stroke-linecap="round"/>'
    return art, (194, 164), 1.02


def jar(c):
    inside = mix(c, "#FFE9C9", .25)
    art = shadow(70) + f'<path d="M150 84h100q18 12 18 34v112q0 24-24 24h-88q-24 0-24-24V118q0-22 18-34z" fill="{inside}"/><rect x="144" y="52" width="112" height="34" rx="7" fill="{dark(c)}"/><path d="M144 66h112" stroke="{light(c)}" stroke-width="3" opacity=".6"/>'
    art += f'<path d="M256 112v26M256 226v8" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".6"/><path d="M132 132h136v88H132z" fill="{PAPER}"/><path d="M132 132h136v7H132zM132 213h136v7H132z" fill="{c}"/>'
    return art, (200, 176), .98


def squeeze(c):
    art = shadow(52) + f'<path d="M190 44h20l6 30h-32z" fill="{PAPER}"/><rect x="166" y="72" width="68" height="22" rx="6" fill="{PAPER}"/><path d="M166 94h68q22 30 18 72l-6 74q-2 14-16 14h-60q-14 0-16-14l-6-74q-4-42 18-72z" fill="{c}"/>'
    art += f'<path d="M149 188h102l-5 52q-2 14-16 14h-60q-14 0-16-14z" fill="{dark(c)}"/><path d="M236 112q10 24 6 52" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round" opacity=".35"/>'
    return art + _disc(c, 200, 154, 36) + _bars(c, 200, 208, 48), (200, 154), .8


def pump(c):
    art = shadow(58) + f'<path d="M178 40h44v12h-16v26h-14V52h-14q-10 0-14 6-2-16 14-18z" fill="{dark(c)}"/><rect x="172" y="76" width="56" height="22" rx="5" fill="{PAPER}"/><path d="M166 98h68q26 12 26 44v92q0 20-20 20h-80q-20 0-20-20v-92q0-32 26-44z" fill="{light(c, .25)}"/>'
    art += f'<path d="M140 150h120v76H140z" fill="{c}"/><path d="M244 116q8 10 8 24" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round" opacity=".6"/>'
    return art + _disc(c, 200, 188, 34), (200, 188), .74


def brick(c):
    art = shadow(66) + f'<path d="M244 82l26 16v140l-26 16z" fill="{dark(c, .34)}"/><path d="M142 82h102v172H142z" fill="{c}"/><path d="M142 82l20-22h100l8 38-26-16z" fill="{light(c)}"/><path d="M226 70l10-46 22-8" fill="none" stroke="{PAPER}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>'
    art += f'<path d="M142 192q52-24 102 0v62H142z" fill="{dark(c)}"/>'
    return art + _disc(c, 193, 140, 40) + _bars(c, 193, 218, 54), (193, 140), .88


def tub(c):
    art = shadow(92) + f'<path d="M112 140h176l-14 100q-2 14-16 14H142q-14 0-16-14z" fill="{PAPER}"/><path d="M116 168h168l-8 56H124z" fill="{c}"/><rect x="102" y="116" width="196" height="28" rx="9" fill="{c}"/><path d="M112 124h130" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".4"/><path d="M123 216h154l-1.2 8H124z" fill="{dark(c)}"/>'
    return art + _disc(c, 200, 194, 36), (200, 194), .78


def bar(c):
    art = shadow(120) + f'<g transform="rotate(-8 200 196)"><path d="M86 158h146v76H86z" fill="{c}"/><path d="M86 158h22v76H86z" fill="{dark(c)}"/><path d="M232 158l10 6-8 10 10 10-10 10 10 10-10 10 10 10-12 10z" fill="#D9DCE6"/><path d="M244 160h72v70h-72z" fill="#5B3322"/>'
    art += "".join(f'<rect x="{x}" y="{y}" width="28" height="28" rx="3" fill="#7A4A30"/>' for x in (249, 283) for y in (165, 199))
    return art + _disc(c, 150, 196, 30) + _bars(c, 206, 188, 40) + "</g>", (150, 203), .64


def roll(c):
    art = shadow(126) + f'<path d="M90 176h206v78H90z" fill="{c}"/><path d="M90 176h206v20H90z" fill="{light(c)}"/><path d="M90 234h206v20H90z" fill="{dark(c)}"/><ellipse cx="90" cy="215" rx="15" ry="39" fill="{dark(c, .34)}"/><ellipse cx="296" cy="215" rx="15" ry="39" fill="#EBCF9B"/><ellipse cx="296" cy="215" rx="8" ry="26" fill="none" stroke="#C9A466" stroke-width="3"/>'
    return art + _disc(c, 166, 215, 34) + _bars(c, 236, 206, 56), (166, 215), .72


def tissues(c):
    art = shadow(116) + f'<path d="M158 132q-8-56 30-66 10 22 30 8 30 20 22 58z" fill="#FFFFFF"/><path d="M188 66q6 40-6 66M218 74q8 30 2 58" fill="none" stroke="#D7DAE8" stroke-width="3"/><path d="M96 132h186v122H96z" fill="{c}"/><path d="M282 132l26-10v116l-26 16z" fill="{dark(c, .34)}"/><path d="M96 132l28-10h184l-26 10z" fill="{light(c)}"/>'
    art += f'<path d="M96 218h186v36H96z" fill="{dark(c)}"/>'
    return art + _disc(c, 189, 178, 34) + _bars(c, 189, 228, 60), (189, 178), .74


def tube(c):
    art = shadow(116) + f'<g transform="rotate(-7 200 206)"><path d="M92 172l170 10v54L92 246z" fill="{PAPER}"/><path d="M92 172l60 3.500v67L92 246z" fill="{c}"/><path d="M80 170h14v78H80z" fill="{dark(c)}"/><path d="M262 190h34v38h-34z" fill="{dark(c)}"/><path d="M272 190v38M282 190v38" stroke="{light(c)}" stroke-width="2"/><rect x="208" y="196" width="42" height="8" rx="4" fill="{c}"/><rect x="214" y="210" width="30" height="6" rx="3" fill="{light(c)}"/></g>'
    return art + _disc(c, 178, 208, 27), (178, 208), .6


def shaker(c):
    art = shadow(58) + f'<path d="M152 96h96l8 142q0 16-16 16h-80q-16 0-16-16z" fill="{mix(c, "#FFE9C9", .3)}"/><path d="M154 62q46-18 92 0v36h-92z" fill="{dark(c)}"/><circle cx="184" cy="66" r="4" fill="{PAPER}"/><circle cx="200" cy="62" r="4" fill="{PAPER}"/><circle cx="216" cy="66" r="4" fill="{PAPER}"/>'
    art += f'<path d="M149 130h102l5 94H144z" fill="{c}"/><path d="M240 106l2 16" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".6"/>'
    return art + _disc(c, 200, 177, 38), (200, 177), .82
