"""A realistic build to draw: eta_T over F_2^239 on two stages. Invented numbers, true shapes."""

from __future__ import annotations

from typing import Any

from pairforge.report.data import (
    AreaRow,
    Bound,
    Check,
    Citation,
    ComparisonRow,
    Datapath,
    DrawnBlock,
    DrawnStage,
    Figure,
    Link,
    Node,
    Operand,
    Operation,
    Report,
    Security,
    Unit,
    Value,
    as_data,
)

WIDTH = 239


def _stage1() -> DrawnStage:
    """The loop body of Algorithm 3, interval 7, with one multiplier of latency 5."""
    interval, count, loop_start = 7, 120, 8
    latency = {"mul": 5, "sum0": 1, "sum1": 1, "sqrt": 1, "sq": 1, "in": 1, "out": 1}
    # name, unit, start, text, operands as (name, producer, distance)
    body: list[tuple[str, str, int, str, list[tuple[str, str | None, int]]]] = [
        ("xP", "sqrt", 0, "xP' = sqrt(xP)", [("xP", "xP", 1)]),
        ("yP", "sqrt", 1, "yP' = sqrt(yP)", [("yP", "yP", 1)]),
        ("xQ", "sq", 0, "xQ' = xQ^2", [("xQ", "xQ", 1)]),
        ("yQ", "sq", 1, "yQ' = yQ^2", [("yQ", "yQ", 1)]),
        ("u", "sum0", 1, "u = xP + 1", [("xP", "xP", 0)]),
        ("v", "sum1", 1, "v = xQ + 1", [("xQ", "xQ", 0)]),
        ("g1", "sum0", 2, "g1 = u + v", [("u", "u", 0), ("v", "v", 0)]),
        ("uv", "mul", 4, "uv = u * v", [("u", "u", 0), ("v", "v", 0)]),
        ("g0", "sum0", 9, "g0 = uv + yP + yQ", [("uv", "uv", 0), ("yP", "yP", 0), ("yQ", "yQ", 0)]),
        ("g01", "sum1", 10, "g01 = g0 + g1", [("g0", "g0", 0), ("g1", "g1", 0)]),
        ("m0", "mul", 12, "m0 = g0 * f0", [("g0", "g0", 0), ("f0", "f0", 1)]),
        ("m1", "mul", 13, "m1 = g1 * f1", [("g1", "g1", 0), ("f1", "f1", 1)]),
        ("f01", "sum1", 13, "f01 = f0 + f1", [("f0", "f0", 1), ("f1", "f1", 1)]),
        ("m2", "mul", 14, "m2 = (g0 + g1) * (f0 + f1)", [("g01", "g01", 0), ("f01", "f01", 0)]),
        ("m3", "mul", 15, "m3 = g0 * f2", [("g0", "g0", 0), ("f2", "f2", 1)]),
        ("m4", "mul", 16, "m4 = g1 * f3", [("g1", "g1", 0), ("f3", "f3", 1)]),
        ("f23", "sum1", 16, "f23 = f2 + f3", [("f2", "f2", 1), ("f3", "f3", 1)]),
        ("m5", "mul", 17, "m5 = (g0 + g1) * (f2 + f3)", [("g01", "g01", 0), ("f23", "f23", 0)]),
        ("f0", "sum0", 18, "f0' = m0 + m1 + f3", [("m0", "m0", 0), ("m1", "m1", 0), ("f3", "f3", 1)]),
        (
            "f1",
            "sum0",
            19,
            "f1' = m0 + m2 + f2 + f3",
            [("m0", "m0", 0), ("m2", "m2", 0), ("f2", "f2", 1), ("f3", "f3", 1)],
        ),
        (
            "f2",
            "sum0",
            21,
            "f2' = m3 + m4 + f0 + f2",
            [("m3", "m3", 0), ("m4", "m4", 0), ("f0", "f0", 1), ("f2", "f2", 1)],
        ),
        (
            "f3",
            "sum0",
            22,
            "f3' = m3 + m5 + f1 + f3",
            [("m3", "m3", 0), ("m5", "m5", 0), ("f1", "f1", 1), ("f3", "f3", 1)],
        ),
    ]
    start = {name: at for name, _, at, _, _ in body}
    unit = {name: where for name, where, _, _, _ in body}
    place = {
        "xP": "x.line[0]", "yP": "y.line[0]", "xQ": "x.line[1]", "yQ": "y.line[1]", "u": "u", "v": "v",
        "g1": "g1", "uv": "mul.y", "g0": "g0", "g01": "g01", "f01": "a.pre", "f23": "a.pre",
        "m0": "m.line[0]", "m1": "m.line[1]", "m2": "mul.y", "m3": "m.line[0]",
        "m4": "m.line[1]", "m5": "mul.y", "f0": "f.line[0]", "f1": "f.line[1]",
        "f2": "f.line[2]", "f3": "f.line[3]",
    }  # fmt: skip
    inputs = {
        "xP": "in0",
        "yP": "in1",
        "xQ": "in2",
        "yQ": "in3",
        "f0": "one",
        "f1": "one",
        "f2": "one",
        "f3": "one",
    }
    operations = [
        Operation(f"in{k}", "load", "in", 2 * k, 2, 2, f"{name} = 8 words of input", (), name)
        for k, name in enumerate(("xP", "yP", "xQ", "yQ"))
    ]
    operations.append(Operation("one", "load", "sum0", 7, 1, 1, "f = 1", (), "f"))
    last_use: dict[str, int] = {}
    for name, where, at, text, operands in body:
        made: list[Operand] = []
        for operand, producer, distance in operands:
            assert producer is not None
            ready = start[producer] + latency[unit[producer]] - distance * interval
            initial = inputs.get(producer) if distance else None
            made.append(Operand(operand, place[operand], ready, producer, distance, initial))
            last_use[producer] = max(last_use.get(producer, 0), at + distance * interval)
        operations.append(Operation(name, "main", where, at, 1, latency[where], text, tuple(made), name))
    values = []
    for name, where, at, _, _ in body:
        if place[name] == "mul.y":
            continue
        first = at + latency[where]
        last = max(last_use.get(name, 0), first)
        for step, begin in enumerate(
            range(first, last + 1, interval)
        ):  # handed on before its successor comes
            values.append(
                Value(name, place[name] + "'" * step, begin, min(last, begin + interval - 1), "main")
            )
    for k, name in enumerate(("xP", "yP", "xQ", "yQ")):
        values.append(Value(name, place[name], 2 * k + 2, 8, "load"))
    end = loop_start + (count - 1) * interval + 23
    for k in range(4):
        operations.append(
            Operation(
                f"out{k}",
                "store",
                "out",
                k,
                1,
                1,
                f"stage 2 reads f{k}",
                (Operand(f"f{k}", f"f.line[{k}]", 0, f"f{k}"),),
            )
        )
    storage = sorted(set(place.values()) - {"mul.y"})
    nodes = [
        Node("in", "input", "in", "32-bit words, valid/ready", 32),
        Node("mul", "unit", "mul", "Karatsuba, halves, cut-off 11; 5 pipeline stages", WIDTH),
        Node("sum0", "unit", "sum0", "4 operands", WIDTH),
        Node("sum1", "unit", "sum1", "2 operands", WIDTH),
        Node("sqrt", "unit", "sqrt", "wires", WIDTH),
        Node("sq", "unit", "sq", "wires", WIDTH),
        Node("out", "output", "to stage 2", "4 elements", WIDTH),
        *(Node(name, "register", name, f"{WIDTH} flip-flops", WIDTH) for name in storage),
    ]
    links: dict[tuple[str, str, str], None] = {}
    networks: dict[tuple[str, int], list[str]] = {}
    for name, where, _, _, operands in body:
        for port, (operand, _, _) in enumerate(operands):
            source = place[operand].replace("mul.y", "mul")
            feeding = networks.setdefault((where, port), [])
            if source not in feeding:
                feeding.append(source)
        if place[name] != "mul.y":
            links[(where, place[name], "d")] = None
    for (where, port), sources in networks.items():
        letter = "abcd"[port]
        if len(sources) == 1:
            links[(sources[0], where, letter)] = None
        else:
            network = f"{where}.{letter}"
            nodes.append(Node(network, "network", f"{len(sources)}:1", f"port {letter} of {where}", WIDTH))
            for source in sources:
                links[(source, network, str(sources.index(source)))] = None
            links[(network, where, letter)] = None
    for name in ("xP", "yP", "xQ", "yQ"):
        links[("in", place[name], "d")] = None
    for k in range(4):
        links[(f"f.line[{k}]", "out", f"f{k}")] = None
    return DrawnStage(
        name="miller",
        description="The Miller loop of Algorithm 3: 120 iterations of a sparse product over F_2^4m.",
        interval=855,
        length=end + 4,
        blocks=(
            DrawnBlock("load", 0, 8),
            DrawnBlock("main", loop_start, 23, interval, count),
            DrawnBlock("store", end, 4),
        ),
        units=(
            Unit("in", "input", "32-bit words into elements", 2, 2, 0.0),
            Unit("mul", "karatsuba", "Karatsuba, halves, cut-off 11, 5 pipeline stages", 5, 1, 1.0, True),
            Unit("sum", "sum", "4-operand sum", 1, 1, 0.64, False, ("sum0", "sum1")),
            Unit("sqrt", "frobenius", "square root, wires only", 1, 1, 0.29),
            Unit("sq", "frobenius", "square, wires and XOR", 1, 1, 0.29),
            Unit("out", "output", "hands the value to stage 2", 1, 1, 0.0),
        ),
        operations=tuple(operations),
        values=tuple(values),
        bounds=(
            Bound(
                "interval of the loop main", 7, 7, True, "7 multiplications on 1 mul", "exact (CP-SAT)", 0.41
            ),
            Bound(
                "length of main at interval 7",
                23,
                21,
                False,
                "longest path uv, m5, f3'",
                "exact (CP-SAT)",
                12.0,
            ),
            Bound(
                "interval between pairings",
                855,
                840,
                False,
                "120 iterations of 7 multiplications",
                "arithmetic",
            ),
        ),
        datapath=Datapath(tuple(nodes), tuple(Link(*key) for key in links)),
        control={"states": 9, "control word": "47 bits", "counter": "7 bits", "control LUTs (modelled)": 118},
    )


def _stage2() -> DrawnStage:
    """A straight line of some 750 cycles: an Itoh-Tsujii inversion among digit-serial products, values in a
    RAM.
    """
    operations: list[Operation] = []
    values: list[Value] = []
    unit_free = {"mul": 0, "frob": 0, "sum": 0, "in": 0, "out": 0}
    ready: dict[str, int] = {}
    made_by: dict[str, str] = {}
    place: dict[str, str] = {}
    last_use: dict[str, int] = {}
    born: list[str] = []
    addresses: list[int] = [0] * 16

    def put(unit: str, result: str, text: str, sources: list[str], duration: int, latency: int) -> None:
        at = max([unit_free[unit], *(ready[name] for name in sources)])
        unit_free[unit] = at + duration
        operands = tuple(Operand(name, place[name], ready[name], made_by[name]) for name in sources)
        for name in sources:
            last_use[name] = max(last_use[name], at + duration - 1)
        identity = f"{unit}_{len(operations)}"
        operations.append(Operation(identity, "all", unit, at, duration, latency, text, operands, result))
        ready[result] = last_use[result] = at + latency
        made_by[result] = identity
        address = min(range(16), key=lambda thread: (addresses[thread] > at, addresses[thread], thread))
        addresses[address] = at + latency + 40
        place[result] = f"ram[{address}]"
        born.append(result)

    for k in range(4):
        put("in", f"f{k}", f"f{k} from stage 1", [], 1, 1)
    for k in range(4):
        put("frob", f"s{k}", f"s{k} = f{k}^2", [f"f{k}"], 1, 1)
    put("sum", "n0", "n0 = s0 + s1 + s3", ["s0", "s1", "s3"], 1, 1)
    put("mul", "p0", "p0 = f0 * f1", ["f0", "f1"], 15, 17)
    put("mul", "p1", "p1 = f2 * f3", ["f2", "f3"], 15, 17)
    put("sum", "d", "d = p0 + p1 + n0", ["p0", "p1", "n0"], 1, 1)
    previous, exponent = "d", 1
    for target in (2, 3, 6, 7, 14, 28, 29, 58, 59, 118, 119, 238):
        doubling = target == 2 * exponent
        shift = exponent if doubling else 1
        put(
            "frob",
            f"t{target}",
            f"t{target} = b{exponent}^(2^{shift})",
            [previous],
            max(1, shift // 12),
            max(1, shift // 12),
        )
        other = previous if doubling else "d"
        put(
            "mul",
            f"b{target}",
            f"b{target} = t{target} * b{exponent if doubling else 1}",
            [f"t{target}", other],
            15,
            17,
        )
        previous, exponent = f"b{target}", target
    put("frob", "inv", "inv = b238^2", [previous], 1, 1)
    pool = ["f0", "f1", "f2", "f3"]
    for step in range(29):
        left, right = pool[step % len(pool)], "inv" if step < 4 else pool[(step * 3 + 1) % len(pool)]
        put("mul", f"q{step}", f"q{step} = {left} * {right}", [left, right], 15, 17)
        if step % 3 == 2:
            put(
                "sum",
                f"r{step}",
                f"r{step} = q{step} + q{step - 1} + q{step - 2}",
                [f"q{step - k}" for k in range(3)],
                1,
                1,
            )
            put("frob", f"w{step}", f"w{step} = r{step}^2", [f"r{step}"], 1, 1)
            pool = [*pool[-5:], f"r{step}", f"w{step}"]
    for k, name in enumerate(pool[-4:]):
        put("out", f"e{k}", f"e{k} = {name}, 8 words", [name], 8, 8)
    length = max(operation.start + operation.latency for operation in operations)
    for name in born:
        if last_use[name] > ready[name]:
            values.append(Value(name, place[name], ready[name], last_use[name], "all"))
    return DrawnStage(
        name="final",
        description="The final exponentiation of Algorithm 4, on the previous pairing.",
        interval=length + 2,
        length=length,
        blocks=(DrawnBlock("all", 0, length),),
        units=(
            Unit("in", "input", "from stage 1", 1, 1, 0.01),
            Unit("mul", "digit-serial", "most significant digit first, D = 16", 17, 15, 0.86, True),
            Unit("frob", "frobenius", "powers x^(2^k), wires", 1, 1, 0.11),
            Unit("sum", "sum", "4-operand sum", 1, 1, 0.02),
            Unit("out", "output", "elements into 32-bit words", 8, 8, 0.04),
        ),
        operations=tuple(operations),
        values=tuple(values),
        bounds=(
            Bound(
                "length of all", length, length - 31, False, "43 multiplications of 15 cycles", "list", 0.02
            ),
        ),
        datapath=Datapath(
            (
                Node("in", "input", "from stage 1", "4 elements", WIDTH),
                Node("ram", "ram", "RAM", "16 words, 1 write and 2 read ports", WIDTH),
                Node("mul.a", "network", "2:1", "port a of mul", WIDTH),
                Node("mul", "unit", "mul", "digit-serial, D = 16", WIDTH),
                Node("frob", "unit", "frob", "x^(2^k)", WIDTH),
                Node("sum", "unit", "sum", "3 operands, accumulating", WIDTH),
                Node("acc", "register", "acc", f"{WIDTH} flip-flops", WIDTH),
                Node("ram.d", "network", "4:1", "write port", WIDTH),
                Node("out", "output", "out", "32-bit words, valid/ready", 32),
            ),
            (
                Link("in", "ram.d", "0"),
                Link("mul", "ram.d", "1"),
                Link("frob", "ram.d", "2"),
                Link("acc", "ram.d", "3"),
                Link("ram.d", "ram", "d"),
                Link("ram", "mul.a", "0"),
                Link("frob", "mul.a", "1"),
                Link("mul.a", "mul", "a"),
                Link("ram", "mul", "b"),
                Link("ram", "frob", "a"),
                Link("ram", "sum", "a"),
                Link("acc", "sum", "b"),
                Link("sum", "acc", "d"),
                Link("ram", "out", "e"),
            ),
        ),
        control={"microcode words": length, "control word": "31 bits", "block RAM (modelled)": 1},
    )


def report() -> Report:
    """The report of the sample build."""
    stages = (_stage1(), _stage2())
    security = (
        "Broken: discrete logarithms in F_2^956 can be computed in practice. For study, not for secrets."
    )
    result: dict[str, Any] = {
        "schema": 1,
        "design": "beuchat-f2-239",
        "pairing": "eta-f2-239",
        "paper": "beuchat-2010-eta-t",
        "target": "xc4v",
        "cycles": {
            "latency": 1642,
            "interval": 855,
            "stages": [
                {
                    "name": "miller", "latency": 880, "interval": 855, "operations": {"mul": 840, "sum": 960},
                    "units": {"mul": {"count": 1, "busy": 1.0}, "sum": {"count": 2, "busy": 0.64}},
                    "lower_bound": 840, "optimal": True,
                },
                {
                    "name": "final", "latency": stages[1].length, "interval": stages[1].interval,
                    "operations": {"mul": 43, "frobenius": 26}, "units": {"mul": {"count": 1, "busy": 0.86}},
                    "lower_bound": 690, "optimal": False,
                },
            ],
        },
        "verified": {"pairings": 10000, "mismatches": 0, "simulator": "Verilator 5.48", "seconds": 37.2},
        "area": {"lut": 28640, "ff": 14210, "dsp": 0, "bram": 2, "slices": 14320, "slices_calibrated": 17470},
        "timing": {
            "fmax_mhz": 188.0, "kind": "estimated", "period_ns": 5.319, "model": "invented delays",
            "model_error": None,
            "paths": [
                {
                    "from": "miller.mul.a_r[3]", "to": "miller.mul.y[5]", "total_ns": 5.319, "levels": 3,
                    "ns": {"logic": 1.0, "carry": 0.0, "ram": 0.0, "dsp": 0.0, "wire": 4.319},
                },
                {
                    "from": "final.memory", "to": "final.square.y[0]", "total_ns": 4.5, "levels": 2,
                    "ns": {"logic": 0.6, "carry": 0.0, "ram": 1.83, "dsp": 0.0, "wire": 2.07},
                },
            ],
        },
        "published": {"cycles": 855, "slices": 16203, "mhz": 247, "us": 3.46},
        "security": {"bits_today": 40, "note": security},
        "seconds": {"schedule": 12.6, "rtl": 1.9, "verify": 44.8, "synth": 171.3},
    }  # fmt: skip
    return Report(
        title="beuchat-f2-239",
        subtitle="A two-stage coprocessor for the reduced eta_T pairing, after Beuchat et al., 2010",
        field="F_2^239 = F_2[x] / (x^239 + x^81 + 1), curve y^2 + y = x^3 + x + 1",
        version="0.1.0",
        command="pairforge build beuchat-f2-239 --target xc4v --out demo",
        result=result,
        stages=stages,
        security=Security(
            40,
            security,
            (
                Citation("Granger, Kleinjung, Zumbrägel: On the discrete logarithm problem in finite "
                         "fields of fixed "
                         "characteristic, 2018", "https://arxiv.org/abs/1507.01495"),
                Citation("Adj et al.: Computing discrete logarithms in F_3^6*509, 2016"),
            ),
        ),
        area_by_unit=(
            AreaRow("mul", "core.miller.mul", 19120, 7180, 0, 0, "miller"),
            AreaRow("networks", "core.miller.networks", 2870, 0, 0, 0, "miller"),
            AreaRow("storage", "core.miller.storage", 310, 4302, 0, 0, "miller"),
            AreaRow("sum", "core.miller.sum", 956, 0, 0, 0, "miller"),
            AreaRow("sq, sqrt", "core.miller.frobenius", 402, 0, 0, 0, "miller"),
            AreaRow("sequencer", "core.miller.sequencer", 118, 64, 0, 0, "miller"),
            AreaRow("mul", "core.final.mul", 3122, 724, 0, 0, "final"),
            AreaRow("frob", "core.final.frob", 914, 239, 0, 0, "final"),
            AreaRow("RAM and networks", "core.final.ram", 516, 478, 0, 2, "final"),
            AreaRow("sequencer", "core.final.sequencer", 96, 41, 0, 0, "final"),
            AreaRow("interface", "core.io", 216, 1182),
        ),
        published=(
            ComparisonRow(
                "this build", "xc4v (Yosys)", "slices are 1.22 times the packing bound", True,
                Figure(855, "measured"), Figure(17470, "estimated"), Figure(188, "estimated"),
                Figure(4.55, "estimated"),
            ),
            ComparisonRow(
                "Beuchat et al., Table V", "xc4vlx60-11", "", False,
                Figure(855, "published"), Figure(16203, "published"),
                Figure(247, "published"), Figure(3.46, "published"),
            ),
            ComparisonRow(
                "Beuchat et al., Table V", "xc2vp50-6", "", False,
                Figure(855, "published"), Figure(15919, "published"),
                Figure(190, "published"), Figure(4.49, "published"),
            ),
            ComparisonRow(
                "Shu, Kwon, Gaj", "xc4vlx200-10", "one pairing at a time", False,
                None, Figure(29920, "published"), Figure(100, "published"), Figure(36.5, "published"),
            ),
        ),
        verification=(
            Check("random pairings, RTL against the model", 10000, 0, "pairings", "Verilator "
                                                                                  "5.48", "bit "
                                                                                          "for bit", 37.2),
            Check("known answers, eta-f2-239.json", 40, 0, "pairings", "Verilator "
                                                                       "5.48", "vectors computed by "
                                                                               "slow textbook "
                                                                               "arithmetic", 0.3),
            Check("every pair of points over F_2^5", 961, 0, "pairings", "Verilator "
                                                                         "5.48", "the same path at m "
                                                                                 "= 5", 1.1),
            Check("second simulator", 3, 0, "pairings", "Icarus 12.0", "", 9.8),
            Check("schedule checker", 3, 0, "blocks", "pairforge", "dependences, ports, storage, "
                                                                   "lifetimes", 0.1),
        ),
        tools={"Yosys": "0.70", "Verilator": "5.48", "OR-Tools": "9.15"},
    )  # fmt: skip


def data() -> dict[str, Any]:
    """The same as plain data."""
    return as_data(report())
