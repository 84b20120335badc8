#!/bin/sh
# Removes from a node_modules folder what no server reads: declarations, source maps and documents,
# and the styles and formats of fonts that are for browsers.
set -eu

find "$1" -type f \( \
  -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' -o -name '*.flow' \
  -o -name '*.css' -o -name '*.scss' -o -name '*.woff2' -o -name '*-italic.woff' -o -name '*.standalone.js' \
  \) -delete
find "$1" -type d -name '.*' -prune ! -name .bin -exec rm -r {} +
find "$1" -type d -empty -delete
