"""Runs contenders side by side and prints how they compare with the first.

    run.py [--rounds R] [--block N] NAME=COMMAND...

Every contender is a process that prints one line of JSON when it is ready, with the
keys ready, compile_s, check0 and check10 (the loss of the first step and after ten
more), and then answers each line `run N` with a JSON list of the times of N steps in
nanoseconds; `quit` ends it. In every round each contender runs a block of steps in
turn, so that what else the machine does falls on all of them alike: the ratios are
the result, the times are not stable.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys


class Contender:
    def __init__(self, text):
        self.name, equals, command = text.partition("=")
        if not equals:
            sys.exit(f"'{text}' is not NAME=COMMAND")
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.facts = {}
        while "ready" not in self.facts:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"{self.name} ended before it was ready: {command}")
            if line.startswith("{"):
                self.facts = json.loads(line)
        self.rounds = []

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def run(self, steps):
        self.say(f"run {steps}")
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{self.name} ended while it ran")
        self.rounds.append([time / 1000 for time in json.loads(answer)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--block", type=int, default=100, help="steps of a contender in a round")
    parser.add_argument("contenders", nargs="+", metavar="NAME=COMMAND")
    options = parser.parse_args()

    contenders = [Contender(text) for text in options.contenders]
    load = []
    for contender in contenders:
        contender.run(options.block)  # warms up
        contender.rounds.clear()
    for _ in range(options.rounds):
        for contender in contenders:
            contender.run(options.block)
        load.append(os.getloadavg()[0])

    medians = [[statistics.median(block) for block in contender.rounds] for contender in contenders]
    print(f"{'contender':<24}{'median us':>12}{'best round':>12}{'ratio':>9}{'ready s':>9}{'loss':>11}{'after 10':>11}")
    for contender, blocks in zip(contenders, medians):
        every = [time for block in contender.rounds for time in block]
        ratio = statistics.median(mine / first for mine, first in zip(blocks, medians[0]))
        facts = contender.facts
        print(f"{contender.name:<24}{statistics.median(every):>12.1f}{min(blocks):>12.1f}{ratio:>9.2f}"
              f"{facts['compile_s']:>9.2f}{facts['check0']:>11.6f}{facts['check10']:>11.6f}")
        contender.say("quit")
    print(f"load average {min(load):.2f} to {max(load):.2f}, {options.rounds} rounds of {options.block} steps")


if __name__ == "__main__":
    main()
