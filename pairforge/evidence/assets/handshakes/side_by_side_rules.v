// The outside of whole cores side by side: inputs go to them in turn, and results come from them in turn.
//
// `core_*` are the pins of the cores. What the one does whose turn it is passes in the same cycle, and nothing passes
// at the others; in a reset nothing that no core does. So whatever holds at the ports of one core from its first word
// on holds at those of all.
module side_by_side_rules #(
  parameter CORES = 2,
  parameter WORDS_IN = 1,
  parameter WORDS_OUT = 1,
  parameter BITS = 12
) (
  input wire clk,
  input wire rst,
  input wire in_valid,
  input wire in_ready,
  input wire [31:0] in_data,
  input wire out_valid,
  input wire out_ready,
  input wire [32:0] out_data,
  input wire [CORES-1:0] core_rst,
  input wire [CORES-1:0] core_in_valid,
  input wire [CORES-1:0] core_in_ready,
  input wire [CORES*32-1:0] core_in_data,
  input wire [CORES-1:0] core_out_valid,
  input wire [CORES-1:0] core_out_ready,
  input wire [CORES*33-1:0] core_out_data,
  output wire [2:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  // All are reset with the whole, and in no other cycle; each has the words that are there.
  assign bad[0] = core_rst != {CORES{rst}} | core_in_data != {CORES{in_data}};
  wire loose = in_ready & core_in_ready == 0 | out_valid & core_out_valid == 0;

  reg [BITS-1:0] in_word = 0, in_core = 0, out_word = 0, out_core = 0;
  wire take = in_valid & in_ready;
  wire give = out_valid & out_ready;
  wire last_in = in_word == WORDS_IN - 1;
  wire last_out = out_word == WORDS_OUT - 1;
  always @(posedge clk)
    if (rst) begin
      in_word <= 0;
      in_core <= 0;
      out_word <= 0;
      out_core <= 0;
    end else begin
      if (take) in_word <= last_in ? 0 : in_word + 1'b1;
      if (take & last_in) in_core <= in_core == CORES - 1 ? 0 : in_core + 1'b1;
      if (give) out_word <= last_out ? 0 : out_word + 1'b1;
      if (give & last_out) out_core <= out_core == CORES - 1 ? 0 : out_core + 1'b1;
    end
  wire [CORES-1:0] goes = 1'b1 << in_core;
  wire [CORES-1:0] comes = 1'b1 << out_core;
  assign bad[1] = loose | looks & (core_in_valid != (in_valid ? goes : 0) | in_ready != core_in_ready[in_core]);
  assign bad[2] = looks & (core_out_ready != (out_ready ? comes : 0) | out_valid != core_out_valid[out_core])
    | looks & out_valid & out_data != core_out_data[33*out_core +: 33];
endmodule
