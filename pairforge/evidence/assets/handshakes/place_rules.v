// A place of a core where elements rest, word by word or element by element on either side, counted.
//
// It takes PUTS and then gives TAKES; it is full in between. Nobody puts where it is full, or takes where it is not.
// One that WIPES is full behind a reset, of what has to be overwritten.
// As many as TAKES may be popped from an empty one as well, one after the other, and nothing is put meanwhile: `skips`
// between the first and the last. It stays empty.
// What `empty`, `done` and `fills` have to be goes back to them where there is no such output.
module place_rules #(
  parameter PUTS = 1,
  parameter TAKES = 1,
  parameter WIPES = 0,
  parameter BITS = 12
) (
  input wire clk,
  input wire rst,
  input wire put,
  input wire take,
  input wire full,
  input wire empty,
  input wire done,
  input wire fills,
  output wire skips,
  output wire has_to_be_empty,
  output wire has_to_be_done,
  output wire has_to_fill,
  output wire bad
);
  reg live = 1'b0;
  reg [BITS-1:0] puts = 0;
  reg [BITS-1:0] takes = 0;
  reg [BITS-1:0] skipped = 0;
  wire skip = take & has_to_be_empty;
  assign skips = skipped != 0;
  always @(posedge clk) begin
    live <= live | rst;
    skipped <= rst | skipped == TAKES - 1 & skip ? 0 : skipped + skip;
    if (rst | has_to_be_done) begin
      puts <= rst & WIPES ? PUTS : 0;
      takes <= 0;
    end else begin
      if (put) puts <= puts + 1'b1;
      if (take & ~skip) takes <= takes + 1'b1;
    end
  end
  assign has_to_be_empty = puts == 0;
  assign has_to_be_done = take & ~skip & takes == TAKES - 1;
  assign has_to_fill = put & puts == PUTS - 1;
  assign bad = live & ~rst & (full != (puts == PUTS) | empty != has_to_be_empty | done != has_to_be_done
    | fills != has_to_fill);
endmodule
