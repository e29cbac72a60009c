// The look-up table of Lattice ECP5: output bit INIT[inputs] (FPGA-TN-02200).
//
// In place of Yosys's model of the same cell, for the reason that is given in xilinx_luts.v.

module LUT4 #(parameter [15:0] INIT = 0) (input A, B, C, D, output Z);
  assign Z = INIT[{D, C, B, A}];
endmodule
