// Toy.
`default_nettype none

// Toy sequencer.
module sequencer (
  // clock and reset
  input  wire clk,
  input  wire rst,
  // when a run begins
  input  wire start_ready,
  output wire start,
  // elements in and out
  output wire pop,
  output wire push,
  // control word
  output wire [4:0] row
);
  localparam [3:0] REST = 4'd8;
  localparam [3:0] LAST_ROW = 4'd7;
  localparam [3:0] LAST_SHARED_ROW = 4'd1;
  localparam [3:0] LOOP_LAST = 4'd5;
  localparam [2:0] LOOP_REPEATS = 3'd4;
  localparam [3:0] FIRST_ROW = 4'd0;
  localparam [3:0] LOOP_FIRST = 4'd3;
  reg  [3:0] pc;
  wire resting = pc == REST;
  wire last = pc == LAST_ROW;
  wire starting = (resting | last) & start_ready;
  reg  current;
  reg  previous;

  // next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one
  wire drained = (pc == LAST_SHARED_ROW) & ~current;
  reg  [2:0] rounds_left;
  wire loop_end = pc == LOOP_LAST;
  wire again = loop_end & (rounds_left != 3'd0);
  reg  [3:0] next_pc;
  always @* begin
    if (starting) next_pc = FIRST_ROW;
    else if (resting) next_pc = REST;
    else if (last) next_pc = current ? FIRST_ROW : REST;
    else if (drained) next_pc = REST;
    else if (again) next_pc = LOOP_FIRST;
    else next_pc = pc + 4'd1;
  end
  wire run_boundary = starting | last | resting;
  assign start = starting;
  always @(posedge clk) begin
    if (rst) rounds_left <= LOOP_REPEATS;
    else if (again) rounds_left <= rounds_left - 3'd1;
    else if (loop_end) rounds_left <= LOOP_REPEATS;
    if (rst) pc <= REST;
    else pc <= next_pc;
    if (rst) begin
      current <= 1'd0;
      previous <= 1'd0;
    end else if (run_boundary) begin
      current <= starting;
      previous <= current & last;
    end
  end

  // control store: 8 words of 7 bits, and a word of rest
  (* ram_style = "distributed", rom_style = "distributed" *) reg [6:0] store [0:8];
  initial begin
    store[0] = 7'h09;
    store[1] = 7'h14;
    store[2] = 7'h18;
    store[3] = 7'h20;
    store[4] = 7'h28;
    store[5] = 7'h30;
    store[6] = 7'h58;
    store[7] = 7'h62;
    store[8] = 7'h00;
  end
  reg  [6:0] word;
  reg  live;
  always @(posedge clk) begin
    word <= store[pc];
    if (rst) live <= 1'd0;
    else live <= current;
  end

  // effects outside the datapath, of real runs only
  assign pop = word[0] & live;
  reg  live_previous;
  assign push = (word[1] & live) | (word[2] & live_previous);
  always @(posedge clk) begin
    if (rst) live_previous <= 1'd0;
    else live_previous <= previous;
  end

  // fields of the control word
  assign row = {word[6], 1'd0, word[5:3]};
endmodule

`default_nettype wire
