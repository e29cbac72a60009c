"""The report of a build: data, HTML page, pictures, text. Imports `synth` for what is too large
for a part, and the errors."""

from pairforge.report.data import DrawnStage, Report, as_data, json_schema, stage_data, validate
from pairforge.report.html import render
from pairforge.report.svg import datapath_svg, schedule_svg
from pairforge.report.text import schedule_outline, schedule_text

__all__ = [
    "DrawnStage",
    "Report",
    "as_data",
    "datapath_svg",
    "json_schema",
    "render",
    "schedule_outline",
    "schedule_svg",
    "schedule_text",
    "stage_data",
    "validate",
]
