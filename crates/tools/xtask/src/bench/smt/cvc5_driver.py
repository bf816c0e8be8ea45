"""Runs an SMT-LIB file through cvc5's own parser; prints what each command answers."""

import os
import sys

import cvc5

path, incremental = sys.argv[1], sys.argv[2]
manager = cvc5.TermManager()
solver = cvc5.Solver(manager)
solver.setOption("incremental", incremental)
symbols = cvc5.SymbolManager(manager)
parser = cvc5.InputParser(solver, symbols)
parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
while True:
    command = parser.nextCommand()
    if command.isNull():
        break
    answer = command.invoke(solver, symbols)
    if answer:
        print(str(answer).rstrip("\n"), flush=True)
    if command.getCommandName() == "exit":
        break
# Freeing everything at the end of the process is no part of the answer.
sys.stdout.flush()
os._exit(0)
