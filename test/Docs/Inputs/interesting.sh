#!/bin/sh
# For novi-reduce: 1, interesting, as long as there is a product.
grep -q novi.matmul "$1" && exit 1
exit 0
