"""Runs a command and writes what it used, in the form of Node's `process.resourceUsage()`: usage.py FILE COMMAND..."""

import json
import resource
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file:
    cpu = {"userCPUTime": round(used.ru_utime * 1e6), "systemCPUTime": round(used.ru_stime * 1e6)}
    json.dump({"maxRSS": used.ru_maxrss, **cpu}, file)
sys.exit(status)
