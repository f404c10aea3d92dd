"""Runs a command as a whole: measured.py SECONDS COMMAND... prints its cost as JSON on standard output.

seconds is wall time from start to end, cpu the processor seconds of all its processes, mebibytes the peak resident memory
of the largest of them. A command still running after SECONDS is ended with all it started, and has status null.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time

limit = float(sys.argv[1])
start = time.perf_counter()
child = subprocess.Popen(
    sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
)
try:
    _, errors = child.communicate(timeout=limit)
    status = child.returncode
except subprocess.TimeoutExpired:
    os.killpg(child.pid, signal.SIGKILL)
    _, errors = child.communicate()
    status = None
used = resource.getrusage(resource.RUSAGE_CHILDREN)
largest = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
cost = {
    "seconds": time.perf_counter() - start,
    "cpu": used.ru_utime + used.ru_stime,
    "mebibytes": round(largest),
    "status": status,
    "errors": errors.decode(errors="replace")[-2000:],
}
print(json.dumps(cost))
