// Toy.
`default_nettype none

// Toy sequencer.
module sequencer (
  input  wire clk,
  input  wire rst,
  input  wire start_ready,
  input  wire proceed,
  output wire start,
  output wire pop,
  output wire push,
  output wire [4:0] row
);
  reg  [3:0] pc;
  wire resting;
  assign resting = pc == 4'd11;
  wire last;
  assign last = pc == 4'd10;
  wire stands;
  wire starting;
  assign starting = ((resting | last) & start_ready) & ~stands;
  reg  current;

  // next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one
  wire waiting;
  assign waiting = (pc == 4'd7) & ~proceed;
  reg  [1:0] rounds_left;
  wire loop_end1;
  assign loop_end1 = pc == 4'd4;
  wire again1;
  assign again1 = loop_end1 & (rounds_left != 2'd0);
  wire loop_end0;
  assign loop_end0 = pc == 4'd2;
  wire again0;
  assign again0 = loop_end0 & (rounds_left != 2'd0);
  always @(posedge clk) if (rst) rounds_left <= 2'd3; else if (~stands) rounds_left <= (again1 | again0) ? (rounds_left - 2'd1) : (loop_end0 ? 2'd2 : (loop_end1 ? 2'd3 : rounds_left));
  wire [3:0] step;
  assign step = starting ? 4'd0 : (resting ? 4'd11 : (last ? 4'd11 : (waiting ? pc : (again0 ? 4'd1 : (again1 ? 4'd4 : (pc + 4'd1))))));
  always @(posedge clk) if (rst) pc <= 4'd11; else if (~stands) pc <= step;
  wire turn;
  assign turn = ((starting | last) | resting) & ~stands;
  always @(posedge clk) if (rst) current <= 1'd0; else if (turn) current <= starting;
  assign start = starting;

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
  always @(posedge clk) if (rst | stands) word <= 9'd0; else word <= store[pc];

  // idle rows: the counter stands still, the control word is zero
  reg  [2:0] idle_left;
  wire [2:0] idle_now;
  assign idle_now = word[8:6] | idle_left;
  assign stands = idle_now != 3'd0;
  always @(posedge clk) if (rst) idle_left <= 3'd0; else if (stands) idle_left <= idle_now - 3'd1;
  reg  live;
  always @(posedge clk) if (rst) live <= 1'd0; else live <= current;

  // effects outside the datapath, of real runs only
  assign pop = word[0] & live;
  assign push = word[1] & live;

  // fields of the control word
  assign row = {1'd0, word[5:2]};
endmodule

`default_nettype wire
