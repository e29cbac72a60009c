// Block RAM of Lattice ECP5 (FPGA-TN-02204): all widths, write modes and byte enables, output registers
// (OUTREG). Words of 36 bits are pseudo dual port: port A writes with the data pins of both ports, port B reads,
// the lower half at the pins of port A. A reset asks for no clock enable and blocks what its port would write.
// What a port reads while the other one writes it is never defined. Not modelled: asynchronous resets, which are
// refused, and the select pins (CSA, CSB), which are zero from Yosys.

module DP16KD #(
    parameter integer DATA_WIDTH_A = 18, DATA_WIDTH_B = 18,
    parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG",
    parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC",
    parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000",
    parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL",
    parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB",
    parameter GSR = "ENABLED",
    parameter [319:0]
    INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0, INITVAL_04 = 0, INITVAL_05 = 0,
    INITVAL_06 = 0, INITVAL_07 = 0, INITVAL_08 = 0, INITVAL_09 = 0, INITVAL_0A = 0, INITVAL_0B = 0,
    INITVAL_0C = 0, INITVAL_0D = 0, INITVAL_0E = 0, INITVAL_0F = 0, INITVAL_10 = 0, INITVAL_11 = 0,
    INITVAL_12 = 0, INITVAL_13 = 0, INITVAL_14 = 0, INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0,
    INITVAL_18 = 0, INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0, INITVAL_1C = 0, INITVAL_1D = 0,
    INITVAL_1E = 0, INITVAL_1F = 0, INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0, INITVAL_23 = 0,
    INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0, INITVAL_28 = 0, INITVAL_29 = 0,
    INITVAL_2A = 0, INITVAL_2B = 0, INITVAL_2C = 0, INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0,
    INITVAL_30 = 0, INITVAL_31 = 0, INITVAL_32 = 0, INITVAL_33 = 0, INITVAL_34 = 0, INITVAL_35 = 0,
    INITVAL_36 = 0, INITVAL_37 = 0, INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0,
    INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0, INITVAL_3F = 0
) (
    input CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
    input
    ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input
    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3,
    DIA2, DIA1, DIA0,
    output
    DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3,
    DOA2, DOA1, DOA0,
    input CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
    input
    ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input
    DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3,
    DIB2, DIB1, DIB0,
    output
    DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3,
    DOB2, DOB1, DOB0
);
  generate
    if (RESETMODE != "SYNC") $error("DP16KD: the model has no RESETMODE %s", RESETMODE);
  endgenerate

  // Rows of 320 bits hold 16 words of 18 bits, with two bits to spare between them; a word is two bytes, each
  // with its parity bit on top.
  localparam [64*320-1:0] ROWS = {
      INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
      INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
      INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
      INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
      INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
      INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
      INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
      INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };
  function automatic [16383:0] data_of(input [64*320-1:0] rows);
    integer i;
    for (i = 0; i < 2048; i = i + 1) data_of[i*8+:8] = rows[i/2*20+i%2*9+:8];
  endfunction
  function automatic [2047:0] parity_of(input [64*320-1:0] rows);
    integer i;
    for (i = 0; i < 2048; i = i + 1) parity_of[i] = rows[i/2*20+i%2*9+8];
  endfunction

  wire [13:0] ada = {
      ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
  };
  wire [17:0] dia = {
      DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3,
      DIA2, DIA1, DIA0
  };
  wire [17:0] doa;
  assign {
      DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3,
      DOA2, DOA1, DOA0
  } = doa;
  wire [13:0] adb = {
      ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0
  };
  wire [17:0] dib = {
      DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3,
      DIB2, DIB1, DIB0
  };
  wire [17:0] dob;
  assign {
      DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3,
      DOB2, DOB1, DOB0
  } = dob;
  wire [31:0] out_a, out_b;
  wire [3:0] pout_a, pout_b;
  assign doa = DATA_WIDTH_B == 36 ? {pout_b[1], out_b[15:8], pout_b[0], out_b[7:0]}
                                  : {pout_a[1], out_a[15:8], pout_a[0], out_a[7:0]};
  assign dob = DATA_WIDTH_B == 36 ? {pout_b[3], out_b[31:24], pout_b[2], out_b[23:16]}
                                  : {pout_b[1], out_b[15:8], pout_b[0], out_b[7:0]};
  // From 18 bits on the lowest address bits are the byte enables.
  wire [3:0] bytes_a = DATA_WIDTH_A < 18 ? 4'b0001 : ada[3:0];
  wire [3:0] bytes_b = DATA_WIDTH_B < 18 ? 4'b0001 : adb[3:0];

`define DP16KD_MODE(MODE) \
    (MODE == "NORMAL" ? "NO_CHANGE" : MODE == "WRITETHROUGH" ? "WRITE_FIRST" : "READ_FIRST")
  pairforge_block_ram #(
      .DATA(data_of(ROWS)), .PARITY(parity_of(ROWS)), .ACROSS(0),
      .READ_A(DATA_WIDTH_A == 36 ? 0 : DATA_WIDTH_A), .WRITE_A(DATA_WIDTH_A),
      .READ_B(DATA_WIDTH_B), .WRITE_B(DATA_WIDTH_B == 36 ? 0 : DATA_WIDTH_B),
      .MODE_A(`DP16KD_MODE(WRITEMODE_A)), .MODE_B(`DP16KD_MODE(WRITEMODE_B)),
      .REGISTER_A(REGMODE_A == "OUTREG"), .REGISTER_B(REGMODE_B == "OUTREG")
  ) ram (
      .clk_a(CLKA ^ (CLKAMUX == "INV")), .en_a(CEA || RSTA), .rst_a(RSTA), .regce_a(OCEA), .rstreg_a(RSTA),
      .addr_a(ada), .we_a({4'd0, {4{WEA && !RSTA}} & bytes_a}),
      .di_a({dib[16:9], dib[7:0], dia[16:9], dia[7:0]}), .dip_a({dib[17], dib[8], dia[17], dia[8]}),
      .do_a(out_a), .dop_a(pout_a),
      .clk_b(CLKB ^ (CLKBMUX == "INV")), .en_b(CEB || RSTB), .rst_b(RSTB), .regce_b(OCEB), .rstreg_b(RSTB),
      .addr_b(adb), .we_b({4'd0, {4{WEB && !RSTB}} & bytes_b}),
      .di_b({16'd0, dib[16:9], dib[7:0]}), .dip_b({2'd0, dib[17], dib[8]}),
      .do_b(out_b), .dop_b(pout_b)
  );
endmodule
