#!/bin/sh
# Makes the typefaces in app/fonts from their packages: the weights and the characters that the site
# shows, a third less to fetch before the first page stands. To be run again when a package changes.
#   python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install 'fonttools[woff]==4.66.1'
#   PATH=/tmp/fonts/bin:$PATH sh scripts/subset-fonts.sh
set -eu
packages=node_modules/@fontsource-variable
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Latin-1, œ and its like, dashes, quotation marks, arrows, and the signs of prices and lengths.
characters=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+0178,U+2013-2014,U+2018-2019,U+201C-201D
characters=$characters,U+2022,U+2026,U+2032-2033,U+20AC,U+2122,U+2190-2193,U+2212

# subset PACKAGE FILE WEIGHTS TARGET
subset() {
  fonttools varLib.instancer "$packages/$1/files/$2" "wght=$3" --output "$folder/whole.ttf"
  pyftsubset "$folder/whole.ttf" --unicodes="$characters" --no-hinting --notdef-outline \
    --layout-features=kern,mark,mkmk,ccmp,locl,tnum,rvrn --name-IDs=0,1,2,4,6,13,14 \
    --flavor=woff2 --output-file="app/fonts/$4"
}

subset bricolage-grotesque bricolage-grotesque-latin-wght-normal.woff2 640 bricolage-grotesque-640.woff2
subset figtree figtree-latin-wght-normal.woff2 400:700 figtree-400-700.woff2
