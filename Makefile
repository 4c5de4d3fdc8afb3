# The two commands of a newcomer; the work is done in scripts/.
#
#   make demo    install what is missing, build, run the real listing
#   make check   the same set-up, then all tests
#
# -q with + lines: the recipes run all the same, and a failing one sets make's
# exit status without a line of make's own after `N passed, N failed`.
MAKEFLAGS += -q
.NOTPARALLEL:
.PHONY: demo check

demo:
	+@scripts/demo.sh

check:
	+@scripts/check.sh
