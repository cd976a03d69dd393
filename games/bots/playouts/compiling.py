"""Compile the play-outs where numba is installed (the extra `fast`); everything runs without it as well.

A process compiles when it starts (`compile_now`), never while someone waits. The compiled code is kept on
disk, in a folder named for the source it came from.
"""

import hashlib
import importlib.util
import os
import tempfile
from collections.abc import Callable, Iterable
from inspect import signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, get_type_hints

from games.bots.playouts import array_rules, judging, layout, matches, players, worlds
from games.bots.playouts.layout import Numbers

_MODULES: Final[tuple[ModuleType, ...]] = (array_rules, players, worlds, judging, matches)


class Kernel:
    """The functions of the play-outs, and the arrays they run on."""

    is_compiled = False
    chunk = 40
    """The number of play-outs that take about five milliseconds."""

    def __init__(self, functions: dict[str, Callable[..., Any]]) -> None:
        self.deal = functions["deal"]
        self.play_out = functions["play_out"]
        self.play_deals = functions["play_deals"]
        self.weigh = functions["weigh"]
        self.survey = functions["survey"]
        self.compare = functions["compare"]
        self.finish_matches = functions["finish_matches"]
        self.choose = functions["choose"]
        self.choose_reaction = functions["choose_reaction"]
        self.carry_out = functions["carry_out"]
        self.shuffle = functions["shuffle"]

    def array(self, numbers: Iterable[int]) -> Any:
        """Return numbers in the form in which the functions take them."""
        return list(numbers)


class Compiled(Kernel):
    """The same functions, compiled."""

    is_compiled = True
    chunk = 1000

    def array(self, numbers: Iterable[int]) -> Any:
        """Return numbers as an array of 64 bits each."""
        import numpy as np

        return np.array(list(numbers), dtype=np.int64)


def kernel() -> Kernel:
    """Return the compiled functions if this process has compiled them, otherwise the plain ones."""
    return _kernels[-1]


def plain() -> Kernel:
    """Return the functions as they are written."""
    return _kernels[0]


def compile_now() -> bool:
    """Compile the play-outs, or take them from the disk; return whether they are compiled now."""
    if not kernel().is_compiled and importlib.util.find_spec("numba"):
        _kernels.append(_compiled())
    return kernel().is_compiled


def _functions() -> dict[str, FunctionType]:
    return {
        name: value
        for module in _MODULES
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def _compiled() -> Compiled:
    from numba import config, njit

    config.CACHE_DIR = str(_folder())
    # The functions call each other by name: they share a namespace, in which every name is compiled code.
    namespace: dict[str, Any] = {}
    for module in _MODULES:
        namespace.update(vars(module))
    for name, function in (_functions() | {"copy_board": _copy_board}).items():
        twin = FunctionType(function.__code__, namespace, name, function.__defaults__)
        twin.__module__ = function.__module__
        namespace[name] = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(twin)
    functions = {name: namespace[name] for name in _functions()}
    compiled = Compiled(functions)
    for name in vars(compiled):
        functions[name].compile(_types_of(_functions()[name]))
    return compiled


def _types_of(function: FunctionType) -> tuple[Any, ...]:
    """Return the types of the arguments that a function is called with from outside."""
    from numba import types

    hints = get_type_hints(function)
    kinds = {Numbers: types.int64[::1], int: types.int64, bool: types.boolean}
    return tuple(kinds[hints[name]] for name in signature(function).parameters)


def _copy_board(board: Numbers, source: Numbers) -> None:
    # Numba assigns whole arrays only with its memory manager, which makes everything else slower.
    for place in range(len(source)):
        board[place] = source[place]


def _folder() -> Path:
    source = b"".join(Path(str(module.__file__)).read_bytes() for module in (layout, *_MODULES))
    stamp = hashlib.sha256(source).hexdigest()[:16]
    usual = Path(tempfile.gettempdir(), f"wildleague-playouts-{os.getuid()}")
    folder = Path(os.environ.get("PLAYOUTS_CACHE") or usual, stamp)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


_kernels: Final = [Kernel(dict(_functions()))]
