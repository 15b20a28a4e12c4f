"""Capacity planning for sandboxed sessions and model serving."""

from planner.errors import InputError, Issue

try:
    from planner import _core
except ImportError as cause:
    import sys
    raise ImportError(f"planner's compiled part is missing or was built for another Python than {sys.executable}: "
                      "build it with ./bootstrap and use /usr/bin/python3") from cause

from planner.ask_compare import Comparison, Rows, sweep, whatif
from planner.ask_fit import EfficiencyCheck, FitPlan, LoadPlan, efficiency, fit, load
from planner.ask_models import ModelPlan, PriceList, models, prices
from planner.ask_packing import Placement, mig, pack, place
from planner.ask_residency import ResidencyPlan, residency
from planner.ask_sessions import SessionPlan, sessions
from planner.ask_simulation import Simulation, simulate
from planner.known import catalog
from planner.record import Record

__version__: str = _core.version
__all__ = ["Comparison", "EfficiencyCheck", "FitPlan", "InputError", "Issue", "LoadPlan", "ModelPlan", "Placement", "PriceList", "Record",
           "ResidencyPlan", "Rows", "SessionPlan", "Simulation", "catalog", "efficiency", "fit", "load", "mig", "models", "pack", "place",
           "prices", "residency", "sessions", "simulate", "sweep", "whatif"]
