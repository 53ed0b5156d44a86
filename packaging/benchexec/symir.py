"""A tool-info module for BenchExec: how symir is called for a task of Test-Comp, and what its output means.

BenchExec finds it as `benchexec.tools.symir` if it lies in that package, and by
`--tool-directory` finds the program. The suite of a run is written to `test-suite/test-suite.zip`.
"""

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

# The folder that a run writes, relative to its working directory.
OUTPUT = "test-suite"

# The exit codes of `symir run`, see `symir help run`.
DONE = 0
WRONG_USE = 2
UNSUPPORTED = 4
BUDGET = 5  # without a property
FAULT = 6
CONTRADICTED = 7
BUG = 10  # without a property

# The part of the time limit that symir is given. The rest is for starting, for writing, and for a machine that is busy.
SHARE = 0.9


class Tool(BaseTool2):
    """symir, a generator of tests for C."""

    # What `make install` puts beside the program.
    REQUIRED_PATHS = ["../lib/symir", "../share/symir"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("symir", subdir="bin")

    def name(self):
        return "symir"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="symir ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "run", "-o", OUTPUT, *options]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = (task.options or {}).get("data_model", "LP64")
        if data_model != "LP64":
            raise UnsupportedFeatureException(f"symir knows programs of the data model LP64, not of {data_model}")
        # One worker for each core that the run has, so that the time of all cores lasts as long as the run.
        workers = rlimits.cpu_cores or 1
        if "--workers" not in options:
            command += ["--workers", str(workers)]
        limits = [limit for limit in (rlimits.walltime, rlimits.cputime and rlimits.cputime / workers) if limit]
        if limits and "--time" not in options:
            command += ["--time", f"{max(1, int(min(limits) * SHARE))}s"]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(int(rlimits.memory * SHARE))]
        return [*command, *task.input_files]

    def determine_result(self, run):
        if run.was_terminated:
            return result.RESULT_ERROR
        code = run.exit_code.value
        # Whether the suite covers what it is to cover is the business of whoever runs it.
        if code in (DONE, BUDGET, BUG):
            return result.RESULT_DONE
        if code == UNSUPPORTED:
            return result.RESULT_UNKNOWN
        words = {WRONG_USE: "wrong use", FAULT: "internal fault", CONTRADICTED: "contradicted natively"}
        return f"{result.RESULT_ERROR}({words.get(code, code)})"

    def get_value_from_output(self, output, identifier):
        """What stands in the summary behind a word such as `tests`, `coverage` or `time`."""
        for line in reversed(list(output)):
            if line.startswith(identifier + " "):
                return line[len(identifier) :].strip()
        return None
