#!/usr/bin/env python3
"""Draws the demo's pictures anew: one SVG a product, the placeholder, banner, shop icon and logo.

A picture is a package (packs.py) in its brand's colour with an emblem of what is inside (emblems.py), on a tinted ground, 4:3.
No fonts, no links, at most 3 KB each. Usage: draw.py [OUTPUT_FOLDER]   (default: ../images and the client's public/brand)
"""
import csv
import pathlib
import sys

import emblems
import packs
from colour import mix

HERE = pathlib.Path(__file__).resolve().parent
DEMO = HERE.parent
CLIENT = DEMO.parents[1] / "frontend/public/brand"
MOST_BYTES = 3072

BRANDS = {
    "گلستانه": "#2F7D4F", "آوند": "#7B4BA0", "مهرگیاهان": "#4C8C6B", "مولتی‌نوش": "#B5462F", "گودنوش": "#8A5A3B", "پیروزان": "#2E6FB0",
    "بربار": "#B4713A", "زرخوشه": "#D9A021", "تک‌خوشه": "#2B6E9E", "مانوش": "#C2552D", "لادنه": "#E0A11B", "بهاران‌نو": "#5B9A3C",
    "چین‌دشت": "#C0392F", "یک‌چین": "#A83A48", "شیل‌ماه": "#23708F", "تحفه‌گاه": "#2C5AA0", "مهرآوا": "#3E8E7E", "دل‌آرا": "#C93B35",
    "بیشه‌زار": "#5E8C31", "سحرگاه": "#A23B6A", "مینوش": "#E08A1E", "مزه‌مز": "#3B8F8A", "چی‌پو": "#D4A017", "شیرین‌کام": "#7A4A35",
    "فرآمان": "#6A3B2A", "آبی‌نا": "#2D9BB5", "کولانوش": "#B3262E", "بهنوشان": "#C9A21F", "سانیچه": "#E07B22", "دماسپهر": "#3A86C8",
    "کاله‌دشت": "#3C79B4", "پری‌لند": "#5FA641", "پرسپاک": "#2F62B5", "گلریزان": "#8E7CC3", "پونک‌سا": "#1F8FA8",
    "دانه‌چین": "#8C6D2F", "شکوفان‌دشت": "#D39B1C", "آفتاب‌کوه": "#B8562C", "نخلینه": "#7A4B2B", "رنگینه": "#C4502B",
    "شهدکوه": "#D9961A", "باغ‌چین": "#A6324A", "سرکه‌سرا": "#6E8B2F", "قمصران": "#C06A8B", "سرخ‌دانه": "#A12B3C", "کنجدانه": "#A9814A",
}
# product code: package, emblem
PRODUCTS = {
    "P001": ("carton", "leaf"), "P002": ("carton", "tea_bag"), "P003": ("carton", "flower"), "P004": ("carton", "cup"), "P005": ("pouch", "coffee"),
    "P006": ("sack", "crystals"), "P007": ("carton", "cubes"), "P008": ("sack", "rice"), "P009": ("pouch", "lentils"), "P010": ("pouch", "beans"),
    "P011": ("slim_pack", "wheat"), "P012": ("pillow", "penne"), "P013": ("pillow", "noodles"), "P014": ("oil_bottle", "sunflower"), "P015": ("oil_bottle", "drop"),
    "P016": ("tin", "tomato"), "P017": ("jar", "tomato"), "P018": ("flat_tin", "fish"), "P019": ("flat_tin", "fish"), "P020": ("tin", "mushroom"),
    "P021": ("jar", "egg"), "P022": ("squeeze", "tomato"), "P023": ("jar", "cucumber"), "P024": ("small_box", "crocus"),
    "P025": ("pillow", "puffs"), "P026": ("pillow", "chips"), "P027": ("pillow", "rings"), "P028": ("roll", "wheat"), "P029": ("pillow_wide", "cake"),
    "P030": ("bar", "hazelnut"), "P031": ("roll", "mint"), "P032": ("can", "bubbles"), "P033": ("can", "lemon"), "P034": ("brick", "orange"),
    "P035": ("bottle", "mountain"), "P036": ("tub", "cheese"), "P037": ("pump", "lemon"), "P038": ("carton", "bubbles"), "P039": ("tissues", "flower"), "P040": ("tube", "tooth"),
    "R001": ("pouch", "pistachio"), "R002": ("pouch", "almond"), "R003": ("pouch", "hazelnut"), "R004": ("pillow", "seeds"), "R005": ("pouch", "nuts"),
    "R006": ("pouch", "grapes"), "R007": ("small_box", "date"), "R008": ("pouch", "fig"), "R009": ("pouch", "barberry"),
    "R010": ("shaker", "powder"), "R011": ("shaker", "pepper"), "R012": ("shaker", "cinnamon"),
    "S001": ("jar", "honeycomb"), "S002": ("jar", "cherry"), "S003": ("jar", "quince"), "S004": ("jar", "cucumber"), "S005": ("bottle", "apple"),
    "S006": ("bottle", "rose"), "S007": ("bottle", "mint"), "S008": ("bottle", "grapes"), "S009": ("jar", "pomegranate"),
    "S010": ("jar", "seeds"), "S011": ("jar", "grapes"), "S012": ("tub", "cubes"),
}
INDIGO = "#2B2C6B"


def svg(width, height, body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>\n'


def product(pack, emblem, colour):
    ground = mix(colour, "#FFFFFF", 0.86)
    body = f'<rect width="400" height="300" fill="{ground}"/>'
    body += f'<circle cx="318" cy="66" r="120" fill="{mix(colour, "#FFFFFF", 0.79)}"/>'
    body += f'<path d="M0 236h400v64H0z" fill="{mix(colour, "#FFFFFF", 0.72)}"/>'
    art, spot, size = getattr(packs, pack)(colour)
    mark = getattr(emblems, emblem)(colour)
    body += art + f'<g transform="translate({spot[0]} {spot[1]}) scale({size})">{mark}</g>'
    return svg(400, 300, body)


def placeholder():
    line = 'fill="none" stroke="#A9AEC4" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"'
    body = '<rect width="400" height="300" fill="#ECEEF6"/>'
    body += f'<path d="M128 118l72-34 72 34v80l-72 34-72-34z" {line}/><path d="M128 118l72 34 72-34M200 152v80M164 101l72 34v30" {line}/>'
    return svg(400, 300, body)


def banner():
    body = f'<rect width="1200" height="400" fill="{INDIGO}"/>'
    body += '<circle cx="1010" cy="60" r="260" fill="#34367C"/><circle cx="1010" cy="60" r="170" fill="#3E4090"/>'
    body += '<path d="M0 330c180-70 330-60 520-14s420 40 680-46v130H0z" fill="#23245A"/>'
    for x, height, shade in ((70, 120, "#3A3C88"), (190, 170, "#34367C"), (330, 96, "#3E4090"), (450, 140, "#34367C")):
        top = 344 - height
        body += f'<path d="M{x} {top}h96v{height}h-96z" fill="{shade}"/><path d="M{x} {top}h96v{round(height * 0.16)}h-96z" fill="#F2C230" opacity=".82"/>'
        body += f'<path d="M{x + 38} {top}h20v34l-10-8-10 8z" fill="#E9E9F7" opacity=".5"/>'
    body += '<path d="M0 344h1200v56H0z" fill="#1D1E4C"/>'
    return svg(1200, 400, body)


def awning(x, y, width, height, stripes, colours):
    """A shop's awning with a scalloped hem."""
    step, found = width / stripes, ""
    for place in range(stripes):
        left = x + place * step
        found += f'<path d="M{left:g} {y}h{step:g}v{height}a{step / 2:g} {step / 2:g} 0 0 1-{step:g} 0z" fill="{colours[place % 2]}"/>'
    return found


def shop():
    body = f'<rect x="34" y="92" width="132" height="80" rx="6" fill="#E9E9F7"/><rect x="48" y="112" width="50" height="40" rx="4" fill="{mix(INDIGO, "#FFFFFF", 0.55)}"/>'
    body += f'<rect x="112" y="112" width="38" height="60" rx="4" fill="{INDIGO}"/><circle cx="142" cy="144" r="3.5" fill="#F2C230"/>'
    body += awning(22, 44, 156, 40, 6, (INDIGO, "#F2C230")) + f'<rect x="22" y="34" width="156" height="14" rx="5" fill="{mix(INDIGO, "#000000", 0.25)}"/>'
    return svg(200, 200, body)


def mark(ground):
    """The logo: a counter (پیشخوان) under an awning; the goods on it are three rising bars."""
    body = f'<rect width="128" height="128" rx="30" fill="{INDIGO}"/>' if ground else ""
    ink = "#FFFFFF" if ground else INDIGO
    body += f'<path d="M30 40h5v42h-5zM93 40h5v42h-5z" fill="{ink}" opacity=".62"/>' + awning(26, 30, 76, 14, 4, ("#F2C230", ink))
    body += f'<rect x="24" y="80" width="80" height="10" rx="5" fill="{ink}"/><path d="M34 90h60v8a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4z" fill="{ink}" opacity=".62"/>'
    for x, height in ((78, 8), (59, 13), (40, 18)):
        body += f'<rect x="{x}" y="{77 - height}" width="11" height="{height}" rx="2.5" fill="#F2C230"/>'
    return svg(128, 128, body)


def write(folder, name, text):
    size = len(text.encode())
    if size > MOST_BYTES:
        raise SystemExit(f"{name} has {size} bytes, more than {MOST_BYTES}")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def main(words):
    images = pathlib.Path(words[0]) if words else DEMO / "images"
    brand = pathlib.Path(words[0]) / "brand" if words else CLIENT
    seen = {}
    for file in ("products.csv", "products-2.csv", "products-3.csv"):
        for row in csv.DictReader((DEMO / file).open(encoding="utf-8")):
            seen[row["product_code"]] = row["brand"]
    if set(seen) != set(PRODUCTS):
        raise SystemExit(f"the lists differ in {sorted(set(seen) ^ set(PRODUCTS))}")
    for code, (pack, emblem) in PRODUCTS.items():
        write(images, f"products/{code}.svg", product(pack, emblem, BRANDS[seen[code]]))
    for name, text in (("placeholder.svg", placeholder()), ("banner.svg", banner()), ("shop.svg", shop()), ("logo.svg", mark(True))):
        write(images, name, text)
        if name != "placeholder.svg":
            write(brand, name, text)
    write(brand, "mark.svg", mark(False))
    write(brand, "placeholder.svg", placeholder())


if __name__ == "__main__":
    main(sys.argv[1:])
