#!/bin/sh
# Makes the typefaces in app/fonts and server/documents/fonts from their packages: the weights and the
# characters that the site and its documents show. Each comes in two files: what English and its signs need, which every page loads, and the
# letters with accents and rarer signs, which a page loads that shows one (app/fonts/fonts.css says which
# they are). To be run again when a package changes.
#   python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install 'fonttools==4.66.1' 'brotli==1.2.0'
#   PATH=/tmp/fonts/bin:$PATH sh scripts/subset-fonts.sh
set -eu
packages=node_modules/@fontsource-variable
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# ASCII, dashes and quotation marks, and the signs of prices, lengths, areas and temperatures.
plain=U+0020-007E,U+00A0,U+00A9,U+00AE,U+00B0-00B3,U+00B7,U+00BC-00BE,U+00D7,U+2013-2014
plain=$plain,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2032-2033,U+2122
# The rest of Latin-1, œ and its like, the euro, arrows, the minus.
accented=U+00A1-00A8,U+00AA-00AD,U+00AF,U+00B4-00B6,U+00B8-00BB,U+00BF-00D6,U+00D8-00FF,U+0131
accented=$accented,U+0152-0153,U+0178,U+20AC,U+2190-2193,U+2212

# instance PACKAGE FILE WEIGHTS
instance() {
  fonttools varLib.instancer "$packages/$1/files/$2" "wght=$3" --output "$folder/whole.ttf"
}

# subset CHARACTERS TARGET
subset() {
  pyftsubset "$folder/whole.ttf" --unicodes="$1" --no-hinting --notdef-outline \
    --layout-features=kern,mark,mkmk,ccmp,locl,tnum,rvrn --name-IDs=0,1,2,4,6,13,14 \
    --flavor=woff2 --output-file="app/fonts/$2"
}

for heading in bricolage-grotesque bitter lora archivo; do
  instance "$heading" "$heading-latin-wght-normal.woff2" 640
  subset "$plain" "$heading-640.woff2"
  subset "$accented" "$heading-640-accented.woff2"
done

for text in figtree source-sans-3; do
  instance "$text" "$text-latin-wght-normal.woff2" 400:700
  subset "$plain" "$text-400-700.woff2"
  subset "$accented" "$text-400-700-accented.woff2"
done

# Documents embed subsets of TrueType files, which have Latin and Latin Extended in one.
# merge PACKAGE WEIGHT TARGET
merge() {
  for part in latin latin-ext; do
    fonttools varLib.instancer "$packages/$1/files/$1-$part-wght-normal.woff2" "wght=$2" \
      --output "$folder/$part.ttf"
  done
  pyftmerge "$folder/latin.ttf" "$folder/latin-ext.ttf" --output-file="server/documents/fonts/$3"
}

merge bricolage-grotesque 640 bricolage-grotesque-640.ttf
merge figtree 400 figtree-400.ttf
merge figtree 700 figtree-700.ttf
