#!/usr/bin/env bash
# The main job on real input: known answers through model and hardware, then a build with 10,000 random pairings.
set -euo pipefail
cd "$(dirname "$0")/.."
run=.venv/bin/pairforge

echo "== the pairing, its curve, and what it is worth"
$run curve eta-f2-239
echo
echo "== design to coprocessor: trace, schedule, bind, Verilog, simulate, synthesize, report"
$run build beuchat-f2-239 --out demo/beuchat-f2-239 --pairings 10000
echo
echo "== known answers, model and hardware"
for backend in model rtl; do
  $run pair eta-f2-239 --backend $backend --in tests/vectors/eta-f2-239.json --out demo/eta-f2-239.$backend.json
done
cmp demo/eta-f2-239.model.json demo/eta-f2-239.rtl.json
echo "model and hardware agree with each other and with the known answers"
echo
echo "Open demo/beuchat-f2-239/report.html in a browser."
