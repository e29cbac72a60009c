// The look-up table of Lattice Nexus and its RAM in tables (FPGA-TN-02099): their contents are texts of
// hexadecimal digits, "0x" before them.
//
// In place of Yosys's models of the same cells: of the table for the reason that is given in xilinx_luts.v, of
// the RAM because there the last word begins with nothing.

module LUT4 #(parameter [47:0] INIT = "0x0000") (input A, B, C, D, output Z);
  function automatic [15:0] bits(input [47:0] text);
    integer i;
    for (i = 0; i < 4; i = i + 1) bits[i*4+:4] = text[i*8+6] ? text[i*8+:4] + 4'd9 : text[i*8+:4];
  endfunction
  localparam [15:0] TABLE = bits(INIT);
  assign Z = TABLE[{D, C, B, A}];
endmodule

module DPR16X4 #(parameter [143:0] INITVAL = "0x0000000000000000") (
    input [3:0] RAD, DI, WAD,
    input WRE, WCK,
    output [3:0] DO
);
  reg [3:0] words[0:15];
  integer i;
  initial
    for (i = 0; i < 16; i = i + 1) words[i] = INITVAL[i*8+6] ? INITVAL[i*8+:4] + 4'd9 : INITVAL[i*8+:4];
  always @(posedge WCK) if (WRE) words[WAD] <= DI;
  assign DO = words[RAD];
endmodule
