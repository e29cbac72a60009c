// Toy.
`default_nettype none

// Toy sequencer.
module sequencer (
  // clock and reset
  input  wire clk,
  input  wire rst,
  // when a run begins
  input  wire start_ready,
  input  wire proceed,
  output wire start,
  // elements in and out
  output wire pop,
  output wire push,
  // control word
  output wire [4:0] row
);
  localparam [3:0] REST = 4'd11;
  localparam [3:0] LAST_ROW = 4'd10;
  localparam [3:0] WAIT_ROW = 4'd7;
  localparam [3:0] LOOP1_LAST = 4'd4;
  localparam [3:0] LOOP0_LAST = 4'd2;
  localparam [1:0] LOOP0_REPEATS = 2'd3;
  localparam [1:0] LOOP1_REPEATS = 2'd2;
  localparam [3:0] FIRST_ROW = 4'd0;
  localparam [3:0] LOOP0_FIRST = 4'd1;
  localparam [3:0] LOOP1_FIRST = 4'd4;
  reg  [3:0] pc;
  wire resting = pc == REST;
  wire last = pc == LAST_ROW;
  wire stands;
  wire starting = (resting | last) & start_ready & ~stands;
  reg  current;

  // next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one
  wire waiting = (pc == WAIT_ROW) & ~proceed;
  reg  [1:0] rounds_left;
  wire loop_end1 = pc == LOOP1_LAST;
  wire again1 = loop_end1 & (rounds_left != 2'd0);
  wire loop_end0 = pc == LOOP0_LAST;
  wire again0 = loop_end0 & (rounds_left != 2'd0);
  reg  [3:0] next_pc;
  always @* begin
    if (starting) next_pc = FIRST_ROW;
    else if (resting) next_pc = REST;
    else if (last) next_pc = REST;
    else if (waiting) next_pc = pc;
    else if (again0) next_pc = LOOP0_FIRST;
    else if (again1) next_pc = LOOP1_FIRST;
    else next_pc = pc + 4'd1;
  end
  wire run_boundary = (starting | last | resting) & ~stands;
  assign start = starting;
  always @(posedge clk) begin
    if (rst) rounds_left <= LOOP0_REPEATS;
    else if (~stands) begin
      if (again1 | again0) rounds_left <= rounds_left - 2'd1;
      else if (loop_end0) rounds_left <= LOOP1_REPEATS;
      else if (loop_end1) rounds_left <= LOOP0_REPEATS;
    end
    if (rst) pc <= REST;
    else if (~stands) pc <= next_pc;
    if (rst) current <= 1'd0;
    else if (run_boundary) current <= starting;
  end

  // control store: 11 words of 9 bits, and a word of rest
  (* ram_style = "distributed", rom_style = "distributed" *) reg [8:0] store [0:11];
  initial begin
    store[0] = 9'h041;
    store[1] = 9'h040;
    store[2] = 9'h01c;
    store[3] = 9'h0c0;
    store[4] = 9'h124;
    store[5] = 9'h000;
    store[6] = 9'h168;
    store[7] = 9'h000;
    store[8] = 9'h000;
    store[9] = 9'h002;
    store[10] = 9'h028;
    store[11] = 9'h000;
  end
  reg  [8:0] word;
  always @(posedge clk) begin
    if (rst | stands) word <= 9'd0;
    else word <= store[pc];
  end

  // idle rows: the counter stands still, the control word is zero
  reg  [2:0] idle_left;
  wire [2:0] idle_now = word[8:6] | idle_left;
  assign stands = idle_now != 3'd0;
  reg  live;
  always @(posedge clk) begin
    if (rst) idle_left <= 3'd0;
    else if (stands) idle_left <= idle_now - 3'd1;
    if (rst) live <= 1'd0;
    else live <= current;
  end

  // effects outside the datapath, of real runs only
  assign pop = word[0] & live;
  assign push = word[1] & live;

  // fields of the control word
  assign row = {1'd0, word[5:2]};
endmodule

`default_nettype wire
