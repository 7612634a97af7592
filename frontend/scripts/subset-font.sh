#!/usr/bin/env bash
# Makes public/fonts from the npm package `vazirmatn` (OFL 1.1):
#   vazirmatn-var.woff2        screen: variable, wght 400-700, Persian + ASCII
#   vazirmatn-{regular,bold}.woff2  print: static, because variable fonts are embedded in PDF as Type 3
# Usage: scripts/subset-font.sh [PACKAGE_DIR]   (needs python3 with fonttools and brotli: `pip install fonttools brotli`)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
package=${1:-$root/node_modules/vazirmatn}
out=$root/public/fonts
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ASCII, « » · ×, Persian letters and digits (no Arabic presentation forms: shaping makes them),
# harakat, Arabic number signs, ZWNJ/ZWJ and bidi marks, dashes, quotes, bullet, ellipsis, minus, rial sign.
unicodes='U+0020-007E,U+00A0,U+00AB,U+00B7,U+00BB,U+00D7,U+00F7'
unicodes+=',U+060C,U+061B,U+061F,U+0621-063A,U+0640-0655,U+0660-066D,U+0670,U+067E,U+0686,U+0698,U+06A9,U+06AF,U+06C0,U+06CC,U+06D5,U+06F0-06F9'
unicodes+=',U+200B-200F,U+2013,U+2014,U+2018-201D,U+2022,U+2026,U+202A-202E,U+2030,U+2066-2069,U+2190-2193,U+2212,U+FDFC'

subset() { # IN OUT
  "$python" -m fontTools.subset "$1" --output-file="$2" --flavor=woff2 --layout-features='*' --unicodes="$unicodes"
}

mkdir -p "$out"
"$python" -m fontTools.varLib.instancer "$package/fonts/variable/Vazirmatn[wght].ttf" wght=400:700 -o "$work/var.ttf"
subset "$work/var.ttf" "$out/vazirmatn-var.woff2"
subset "$package/fonts/ttf/Vazirmatn-Regular.ttf" "$out/vazirmatn-regular.woff2"
subset "$package/fonts/ttf/Vazirmatn-Bold.ttf" "$out/vazirmatn-bold.woff2"
cp "$package/OFL.txt" "$out/OFL.txt"
ls -l "$out"
