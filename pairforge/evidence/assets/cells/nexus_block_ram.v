// Block RAM of Lattice Nexus (FPGA-TN-02094), as Yosys maps to it: all widths, byte enables, resets. A word that
// is written and read at the same edge by the two ports of a PDPSC16K is read old, of a DP16K it is not defined;
// a port of a DP16K that writes reads nothing. A reset counts at the clock's edge in both of its modes.
// Not modelled: output registers and error correction, which are refused, and the select pins, which are ones.

`define NEXUS_ZEROS {"0x", {80{"0"}}}
`define NEXUS_PARAMETERS \
    INITVAL_00 = `NEXUS_ZEROS, INITVAL_01 = `NEXUS_ZEROS, INITVAL_02 = `NEXUS_ZEROS, \
    INITVAL_03 = `NEXUS_ZEROS, INITVAL_04 = `NEXUS_ZEROS, INITVAL_05 = `NEXUS_ZEROS, \
    INITVAL_06 = `NEXUS_ZEROS, INITVAL_07 = `NEXUS_ZEROS, INITVAL_08 = `NEXUS_ZEROS, \
    INITVAL_09 = `NEXUS_ZEROS, INITVAL_0A = `NEXUS_ZEROS, INITVAL_0B = `NEXUS_ZEROS, \
    INITVAL_0C = `NEXUS_ZEROS, INITVAL_0D = `NEXUS_ZEROS, INITVAL_0E = `NEXUS_ZEROS, \
    INITVAL_0F = `NEXUS_ZEROS, INITVAL_10 = `NEXUS_ZEROS, INITVAL_11 = `NEXUS_ZEROS, \
    INITVAL_12 = `NEXUS_ZEROS, INITVAL_13 = `NEXUS_ZEROS, INITVAL_14 = `NEXUS_ZEROS, \
    INITVAL_15 = `NEXUS_ZEROS, INITVAL_16 = `NEXUS_ZEROS, INITVAL_17 = `NEXUS_ZEROS, \
    INITVAL_18 = `NEXUS_ZEROS, INITVAL_19 = `NEXUS_ZEROS, INITVAL_1A = `NEXUS_ZEROS, \
    INITVAL_1B = `NEXUS_ZEROS, INITVAL_1C = `NEXUS_ZEROS, INITVAL_1D = `NEXUS_ZEROS, \
    INITVAL_1E = `NEXUS_ZEROS, INITVAL_1F = `NEXUS_ZEROS, INITVAL_20 = `NEXUS_ZEROS, \
    INITVAL_21 = `NEXUS_ZEROS, INITVAL_22 = `NEXUS_ZEROS, INITVAL_23 = `NEXUS_ZEROS, \
    INITVAL_24 = `NEXUS_ZEROS, INITVAL_25 = `NEXUS_ZEROS, INITVAL_26 = `NEXUS_ZEROS, \
    INITVAL_27 = `NEXUS_ZEROS, INITVAL_28 = `NEXUS_ZEROS, INITVAL_29 = `NEXUS_ZEROS, \
    INITVAL_2A = `NEXUS_ZEROS, INITVAL_2B = `NEXUS_ZEROS, INITVAL_2C = `NEXUS_ZEROS, \
    INITVAL_2D = `NEXUS_ZEROS, INITVAL_2E = `NEXUS_ZEROS, INITVAL_2F = `NEXUS_ZEROS, \
    INITVAL_30 = `NEXUS_ZEROS, INITVAL_31 = `NEXUS_ZEROS, INITVAL_32 = `NEXUS_ZEROS, \
    INITVAL_33 = `NEXUS_ZEROS, INITVAL_34 = `NEXUS_ZEROS, INITVAL_35 = `NEXUS_ZEROS, \
    INITVAL_36 = `NEXUS_ZEROS, INITVAL_37 = `NEXUS_ZEROS, INITVAL_38 = `NEXUS_ZEROS, \
    INITVAL_39 = `NEXUS_ZEROS, INITVAL_3A = `NEXUS_ZEROS, INITVAL_3B = `NEXUS_ZEROS, \
    INITVAL_3C = `NEXUS_ZEROS, INITVAL_3D = `NEXUS_ZEROS, INITVAL_3E = `NEXUS_ZEROS, \
    INITVAL_3F = `NEXUS_ZEROS
`define NEXUS_ROWS { \
      INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38, \
      INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30, \
      INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28, \
      INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20, \
      INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18, \
      INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10, \
      INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08, \
      INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00}
`define NEXUS_WIDTH(TEXT) \
    (TEXT == "X36" ? 36 : TEXT == "X18" ? 18 : TEXT == "X9" ? 9 : TEXT == "X4" ? 4 : TEXT == "X2" ? 2 : 1)

// Rows are texts of hexadecimal digits, "0x" before them. A row holds 32 bytes of ten bits: data, then its parity
// bit and one to spare.
`define NEXUS_CONTENTS \
  function automatic [3:0] digit(input [7:0] character); \
    digit = character[6] ? character[3:0] + 4'd9 : character[3:0]; \
  endfunction \
  function automatic [9:0] byte_of(input [655:0] row, input integer i); \
    reg [15:0] bits; \
    integer k; \
    begin \
      for (k = 0; k < 4; k = k + 1) bits[k*4+:4] = k + i*10/4 < 80 ? digit(row[(k+i*10/4)*8+:8]) : 4'd0; \
      byte_of = bits >> (i*10%4); \
    end \
  endfunction \
  function automatic [16383:0] data_of(input [64*656-1:0] rows); \
    integer i; \
    for (i = 0; i < 2048; i = i + 1) data_of[i*8+:8] = byte_of(rows[i/32*656+:656], i%32); \
  endfunction \
  function automatic [2047:0] parity_of(input [64*656-1:0] rows); \
    integer i; \
    for (i = 0; i < 2048; i = i + 1) parity_of[i] = byte_of(rows[i/32*656+:656], i%32) >> 8; \
  endfunction

module DP16K #(
    parameter DATA_WIDTH_A = "X18", DATA_WIDTH_B = "X18",
    parameter OUTREG_A = "BYPASSED", OUTREG_B = "BYPASSED",
    parameter RESETMODE_A = "SYNC", RESETMODE_B = "SYNC",
    parameter ASYNC_RST_RELEASE_A = "SYNC", ASYNC_RST_RELEASE_B = "SYNC",
    parameter CSDECODE_A = "000", CSDECODE_B = "000", GSR = "ENABLED", INIT_DATA = "STATIC",
    parameter [655:0]
`NEXUS_PARAMETERS
) (
    input CLKA, CEA, WEA, RSTA, CLKB, CEB, WEB, RSTB,
    input [2:0] CSA, CSB,
    input [13:0] ADA, ADB,
    input [17:0] DIA, DIB,
    output [17:0] DOA, DOB
);
  generate
    if (OUTREG_A != "BYPASSED" || OUTREG_B != "BYPASSED") $error("DP16K: the model has no output registers");
  endgenerate
`NEXUS_CONTENTS
  localparam integer A = `NEXUS_WIDTH(DATA_WIDTH_A), B = `NEXUS_WIDTH(DATA_WIDTH_B);
  // In words of 18 bits the lowest address bits are the byte enables.
  wire [1:0] bytes_a = A < 18 ? 2'b01 : ADA[1:0], bytes_b = B < 18 ? 2'b01 : ADB[1:0];
  wire [31:0] out_a, out_b;
  wire [3:0] pout_a, pout_b;
  assign DOA = {pout_a[1], out_a[15:8], pout_a[0], out_a[7:0]};
  assign DOB = {pout_b[1], out_b[15:8], pout_b[0], out_b[7:0]};
  pairforge_block_ram #(
      .DATA(data_of(`NEXUS_ROWS)), .PARITY(parity_of(`NEXUS_ROWS)), .ACROSS(0),
      .READ_A(A), .WRITE_A(A), .READ_B(B), .WRITE_B(B), .MODE_A("NO_CHANGE"), .MODE_B("NO_CHANGE")
  ) ram (
      .clk_a(CLKA), .en_a(CEA), .rst_a(RSTA), .regce_a(1'b0), .rstreg_a(1'b0),
      .addr_a(ADA), .we_a({6'd0, {2{WEA}} & bytes_a}),
      .di_a({16'd0, DIA[16:9], DIA[7:0]}), .dip_a({2'd0, DIA[17], DIA[8]}), .do_a(out_a), .dop_a(pout_a),
      .clk_b(CLKB), .en_b(CEB), .rst_b(RSTB), .regce_b(1'b0), .rstreg_b(1'b0),
      .addr_b(ADB), .we_b({6'd0, {2{WEB}} & bytes_b}),
      .di_b({16'd0, DIB[16:9], DIB[7:0]}), .dip_b({2'd0, DIB[17], DIB[8]}), .do_b(out_b), .dop_b(pout_b)
  );
endmodule

module PDPSC16K #(
    parameter DATA_WIDTH_W = "X36", DATA_WIDTH_R = "X36", OUTREG = "BYPASSED", RESETMODE = "SYNC",
    parameter ASYNC_RST_RELEASE = "SYNC", CSDECODE_W = "000", CSDECODE_R = "000",
    parameter GSR = "ENABLED", ECC = "DISABLED", INIT_DATA = "STATIC",
    parameter [655:0]
`NEXUS_PARAMETERS
) (
    input CLK, CER, CEW, RST,
    input [2:0] CSW, CSR,
    input [13:0] ADW, ADR,
    input [35:0] DI,
    output [35:0] DO,
    output ONEBITERR, TWOBITERR
);
  generate
    if (OUTREG != "BYPASSED" || ECC != "DISABLED")
      $error("PDPSC16K: the model has no OUTREG %s, ECC %s", OUTREG, ECC);
  endgenerate
`NEXUS_CONTENTS
  localparam integer W = `NEXUS_WIDTH(DATA_WIDTH_W), R = `NEXUS_WIDTH(DATA_WIDTH_R);
  // From 18 bits on the lowest address bits are the byte enables.
  wire [3:0] bytes = W < 18 ? 4'b0001 : ADW[3:0];
  wire [31:0] out;
  wire [3:0] pout;
  assign DO = {pout[3], out[31:24], pout[2], out[23:16], pout[1], out[15:8], pout[0], out[7:0]};
  assign {ONEBITERR, TWOBITERR} = 2'b00;
  pairforge_block_ram #(
      .DATA(data_of(`NEXUS_ROWS)), .PARITY(parity_of(`NEXUS_ROWS)),
      .WRITE_A(W), .READ_B(R), .MODE_A("READ_FIRST"), .MODE_B("READ_FIRST")
  ) ram (
      .clk_a(CLK), .en_a(CEW), .rst_a(1'b0), .regce_a(1'b0), .rstreg_a(1'b0),
      .addr_a(ADW), .we_a({4'd0, bytes}),
      .di_a({DI[34:27], DI[25:18], DI[16:9], DI[7:0]}), .dip_a({DI[35], DI[26], DI[17], DI[8]}),
      .do_a(), .dop_a(),
      .clk_b(CLK), .en_b(CER), .rst_b(RST), .regce_b(1'b0), .rstreg_b(1'b0),
      .addr_b(ADR), .we_b(8'd0), .di_b(32'd0), .dip_b(4'd0), .do_b(out), .dop_b(pout)
  );
endmodule
