@HEADER@
// Self-checking test bench of @TOP@. It needs nothing but a Verilog simulator: `make` in this folder.
//
//   pass 0  operations back to back, each as soon as the interval allows
//   pass 1  the same with idle cycles between them
//
// Every result must be there in the very cycle that the latency says. Operands carry noise in all other cycles.
// Plain Verilog-2001 but for $fatal, which gives the simulator a non-zero exit status.
`default_nettype none

module tb_@TOP@;
  parameter [31:0] OPERATIONS = 32'd@OPERATIONS@;  // of each pass, at most @OPERATIONS@

  localparam [31:0] LONGEST = 32'd@LONGEST@;  // the longest latency
  localparam integer WIDTH = @WIDTH@;  // bits of a result
  localparam integer ROW = @ROW@;  // bits of a line of the vectors

  // Cycles from the operands to the result, and to the next operation, by the operation's kind.
@TIMING@

  reg clk;
@DECLARATIONS@
  wire [WIDTH - 1:0] y;

  @TOP@ dut (
@PINS@
  );

  // A line: the kind of operation, the exact result, the operands from the last to the first.
  reg [ROW - 1:0] vectors [0:@LAST@];

  reg pass;
  reg [31:0] next;      // operations begun in this pass
  reg [31:0] age;       // cycles since the last one began
  reg running;          // there was one
  reg [7:0] kind;       // the kind of the last one
  reg [31:0] passed;    // results right in this pass
  reg early;            // all of them were there a cycle sooner as well, where that is wrong
  reg [31:0] rest;      // cycles since the last operation of the pass could have ended
  reg [15:0] lfsr;      // x^16 + x^14 + x^13 + x^11 + 1
  reg [31:0] due [0:@LONGEST@];  // due[n]: the operation whose result is there in n cycles, counted from 1; 0: none
  integer i;

  initial begin
    clk = 1'b0;
@INITIAL@
    pass = 1'b0;
    next = 32'd0;
    age = 32'd0;
    running = 1'b0;
    kind = 8'd0;
    passed = 32'd0;
    early = 1'b@EXACT@;
    rest = 32'd0;
    lfsr = 16'hace1;
    for (i = 0; i <= @LONGEST@; i = i + 1) due[i] = 32'd0;
    $readmemh("vectors.hex", vectors);
  end
  always #5 clk = ~clk;

  wire [@PLACE@:0] place = next[@PLACE@:0];
  wire [ROW - 1:0] row = vectors[place];
  wire [7:0] next_kind = row[ROW - 1:ROW - 8];
  wire free = ~running | age + 32'd1 >= interval(kind);
  wire begins = free & next < OPERATIONS & (~pass | lfsr[0]);

  wire [16 * @WORDS@ - 1:0] noise = {@WORDS@{lfsr}};

  // The results of this cycle and of the next one.
  wire [31:0] now = due[0] - 32'd1;
  wire [31:0] soon = due[1] - 32'd1;
  wire [ROW - 1:0] row_now = vectors[now[@PLACE@:0]];
  wire [ROW - 1:0] row_soon = vectors[soon[@PLACE@:0]];
  wire unused = &{1'b0, row, row_now, row_soon, soon, noise};  // parts of them

  // Control inputs follow from the kind of the operation in progress and its age.
@CONTROLS@

  always @(posedge clk) begin
    lfsr <= {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
    for (i = 0; i < @LONGEST@; i = i + 1) due[i] <= due[i + 1];
    due[@LONGEST@] <= 32'd0;
    if (begins) begin
      due[latency(next_kind)] <= next + 32'd1;
      next <= next + 32'd1;
      kind <= next_kind;
      age <= 32'd0;
      running <= 1'b1;
@OPERANDS@
    end else begin
      age <= age + 32'd1;
@NOISE@
    end

    if (due[1] != 32'd0) early <= early & y === row_soon[@RESULT@];
    if (due[0] != 32'd0) begin
      if (y !== row_now[@RESULT@]) begin
        $display("FAIL: pass %0d, operation %0d: expected %h, got %h", pass, now, row_now[@RESULT@], y);
        $fatal(1);
      end
      passed <= passed + 32'd1;
    end

    rest <= next == OPERATIONS ? rest + 32'd1 : 32'd0;
    if (rest > LONGEST + 32'd1) begin
      if (passed != OPERATIONS | early) begin
        $display("FAIL: pass %0d: %0d results of %0d%0s", pass, passed, OPERATIONS,
                 early ? ", all of them a cycle sooner than expected" : "");
        $fatal(1);
      end
      if (pass) begin
        $display("PASS: %0d operations back to back, %0d with idle cycles", OPERATIONS, OPERATIONS);
        $display("      @SUMMARY@");
        $finish;
      end
      pass <= 1'b1;
      next <= 32'd0;
      passed <= 32'd0;
      early <= 1'b@EXACT@;
      rest <= 32'd0;
    end
  end
endmodule

`default_nettype wire
