"""What packaging/benchexec/symir.py tells BenchExec, with stand-ins for the few of its classes that the module uses."""

import sys
import types
from pathlib import Path
from types import SimpleNamespace as Record

ROOT = Path(__file__).resolve().parent.parent.parent


def module(name, **contents):
    made = types.ModuleType(name)
    made.__dict__.update(contents)
    sys.modules[name] = made
    return made


class BaseTool2:
    @staticmethod
    def _version_from_tool(executable, line_prefix=None):
        return f"{executable} {line_prefix}"


class UnsupportedFeatureException(Exception):
    pass


result = module("benchexec.result", RESULT_DONE="done", RESULT_ERROR="ERROR", RESULT_UNKNOWN="unknown")
template = module(
    "benchexec.tools.template", BaseTool2=BaseTool2, UnsupportedFeatureException=UnsupportedFeatureException
)
module("benchexec.tools", template=template)
module("benchexec", result=result)

source = (ROOT / "packaging/benchexec/symir.py").read_text()
names = {"__name__": "symir"}
exec(compile(source, "symir.py", "exec"), names)
tool = names["Tool"]()
assert isinstance(tool, BaseTool2)
assert tool.name() == "symir"
assert tool.executable(Record(find_executable=lambda name, subdir: f"{subdir}/{name}")) == "bin/symir"
assert tool.version("symir") == "symir symir "


def line(options=(), prop="p.prp", task_options=None, **limits):
    every = dict.fromkeys(["cputime", "walltime", "memory", "cpu_cores"])
    task = Record(input_files=["a.c"], property_file=prop, options=task_options)
    return tool.cmdline("symir", list(options), task, Record(**{**every, **limits}))


assert line() == ["symir", "run", "-o", "test-suite", "--property", "p.prp", "--workers", "1", "a.c"], line()
assert "--property" not in line(prop=None)
limited = line(["--engine", "both"], cputime=900, walltime=960, memory=1000, cpu_cores=2)
expected = ["--engine", "both", "--property", "p.prp", "--workers", "2", "--time", "405s", "--memory", "900", "a.c"]
assert limited[4:] == expected, limited
assert "405s" not in line(["--time", "5"], cputime=900) and line(["--time", "5"]).count("--time") == 1
assert line(task_options={"data_model": "LP64"}) == line()
try:
    line(task_options={"data_model": "ILP32"})
    raise SystemExit("a data model that symir does not know is taken")
except UnsupportedFeatureException:
    pass


def verdict(code, terminated=False):
    return tool.determine_result(Record(was_terminated=terminated, exit_code=Record(value=code)))


assert [verdict(code) for code in (0, 5, 10)] == ["done"] * 3
assert verdict(4) == "unknown" and verdict(2) == "ERROR(wrong use)" and verdict(None) == "ERROR(None)"
assert verdict(0, terminated=True) == "ERROR"
assert tool.get_value_from_output(["tests    3 from 3 paths", "time 0.1 s"], "tests") == "3 from 3 paths"
assert tool.get_value_from_output([], "tests") is None
print("tool-info: all is well")
