// Block RAMs of AMD (Xilinx), as UG012 (RAMB16_S...), UG070 (RAMB16), UG363 and UG473 (RAMB18E1, RAMB36E1) and
// UG573 (RAMB18E2, RAMB36E2) describe them: all widths, write modes, byte enables, output registers, 72 and 36
// bits between both ports, and the pairs of blocks of Virtex-4 to the 7 series that are one RAM of a bit a word.
// Not modelled, and refused as unknown pins or parameters: error correction, cascades of UltraScale, sleep.
// A latch of Virtex-4 with an output register is not set by SSR, but that register is.

`define INIT_16K \
  INIT_00 = 0, INIT_01 = 0, INIT_02 = 0, INIT_03 = 0, INIT_04 = 0, INIT_05 = 0, INIT_06 = 0, \
  INIT_07 = 0, INIT_08 = 0, INIT_09 = 0, INIT_0A = 0, INIT_0B = 0, INIT_0C = 0, INIT_0D = 0, \
  INIT_0E = 0, INIT_0F = 0, INIT_10 = 0, INIT_11 = 0, INIT_12 = 0, INIT_13 = 0, INIT_14 = 0, \
  INIT_15 = 0, INIT_16 = 0, INIT_17 = 0, INIT_18 = 0, INIT_19 = 0, INIT_1A = 0, INIT_1B = 0, \
  INIT_1C = 0, INIT_1D = 0, INIT_1E = 0, INIT_1F = 0, INIT_20 = 0, INIT_21 = 0, INIT_22 = 0, \
  INIT_23 = 0, INIT_24 = 0, INIT_25 = 0, INIT_26 = 0, INIT_27 = 0, INIT_28 = 0, INIT_29 = 0, \
  INIT_2A = 0, INIT_2B = 0, INIT_2C = 0, INIT_2D = 0, INIT_2E = 0, INIT_2F = 0, INIT_30 = 0, \
  INIT_31 = 0, INIT_32 = 0, INIT_33 = 0, INIT_34 = 0, INIT_35 = 0, INIT_36 = 0, INIT_37 = 0, \
  INIT_38 = 0, INIT_39 = 0, INIT_3A = 0, INIT_3B = 0, INIT_3C = 0, INIT_3D = 0, INIT_3E = 0, \
  INIT_3F = 0
`define INIT_32K \
  INIT_00 = 0, INIT_01 = 0, INIT_02 = 0, INIT_03 = 0, INIT_04 = 0, INIT_05 = 0, INIT_06 = 0, \
  INIT_07 = 0, INIT_08 = 0, INIT_09 = 0, INIT_0A = 0, INIT_0B = 0, INIT_0C = 0, INIT_0D = 0, \
  INIT_0E = 0, INIT_0F = 0, INIT_10 = 0, INIT_11 = 0, INIT_12 = 0, INIT_13 = 0, INIT_14 = 0, \
  INIT_15 = 0, INIT_16 = 0, INIT_17 = 0, INIT_18 = 0, INIT_19 = 0, INIT_1A = 0, INIT_1B = 0, \
  INIT_1C = 0, INIT_1D = 0, INIT_1E = 0, INIT_1F = 0, INIT_20 = 0, INIT_21 = 0, INIT_22 = 0, \
  INIT_23 = 0, INIT_24 = 0, INIT_25 = 0, INIT_26 = 0, INIT_27 = 0, INIT_28 = 0, INIT_29 = 0, \
  INIT_2A = 0, INIT_2B = 0, INIT_2C = 0, INIT_2D = 0, INIT_2E = 0, INIT_2F = 0, INIT_30 = 0, \
  INIT_31 = 0, INIT_32 = 0, INIT_33 = 0, INIT_34 = 0, INIT_35 = 0, INIT_36 = 0, INIT_37 = 0, \
  INIT_38 = 0, INIT_39 = 0, INIT_3A = 0, INIT_3B = 0, INIT_3C = 0, INIT_3D = 0, INIT_3E = 0, \
  INIT_3F = 0, INIT_40 = 0, INIT_41 = 0, INIT_42 = 0, INIT_43 = 0, INIT_44 = 0, INIT_45 = 0, \
  INIT_46 = 0, INIT_47 = 0, INIT_48 = 0, INIT_49 = 0, INIT_4A = 0, INIT_4B = 0, INIT_4C = 0, \
  INIT_4D = 0, INIT_4E = 0, INIT_4F = 0, INIT_50 = 0, INIT_51 = 0, INIT_52 = 0, INIT_53 = 0, \
  INIT_54 = 0, INIT_55 = 0, INIT_56 = 0, INIT_57 = 0, INIT_58 = 0, INIT_59 = 0, INIT_5A = 0, \
  INIT_5B = 0, INIT_5C = 0, INIT_5D = 0, INIT_5E = 0, INIT_5F = 0, INIT_60 = 0, INIT_61 = 0, \
  INIT_62 = 0, INIT_63 = 0, INIT_64 = 0, INIT_65 = 0, INIT_66 = 0, INIT_67 = 0, INIT_68 = 0, \
  INIT_69 = 0, INIT_6A = 0, INIT_6B = 0, INIT_6C = 0, INIT_6D = 0, INIT_6E = 0, INIT_6F = 0, \
  INIT_70 = 0, INIT_71 = 0, INIT_72 = 0, INIT_73 = 0, INIT_74 = 0, INIT_75 = 0, INIT_76 = 0, \
  INIT_77 = 0, INIT_78 = 0, INIT_79 = 0, INIT_7A = 0, INIT_7B = 0, INIT_7C = 0, INIT_7D = 0, \
  INIT_7E = 0, INIT_7F = 0
`define INITP_16K \
  INITP_00 = 0, INITP_01 = 0, INITP_02 = 0, INITP_03 = 0, INITP_04 = 0, INITP_05 = 0, INITP_06 = 0, \
  INITP_07 = 0
`define INITP_32K \
  INITP_00 = 0, INITP_01 = 0, INITP_02 = 0, INITP_03 = 0, INITP_04 = 0, INITP_05 = 0, INITP_06 = 0, \
  INITP_07 = 0, INITP_08 = 0, INITP_09 = 0, INITP_0A = 0, INITP_0B = 0, INITP_0C = 0, INITP_0D = 0, \
  INITP_0E = 0, INITP_0F = 0
`define DATA_16K \
  { \
  INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38, INIT_37, INIT_36, \
  INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30, INIT_2F, INIT_2E, INIT_2D, INIT_2C, \
  INIT_2B, INIT_2A, INIT_29, INIT_28, INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, \
  INIT_21, INIT_20, INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18, \
  INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10, INIT_0F, INIT_0E, \
  INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08, INIT_07, INIT_06, INIT_05, INIT_04, \
  INIT_03, INIT_02, INIT_01, INIT_00 \
  }
`define DATA_32K \
  { \
  INIT_7F, INIT_7E, INIT_7D, INIT_7C, INIT_7B, INIT_7A, INIT_79, INIT_78, INIT_77, INIT_76, \
  INIT_75, INIT_74, INIT_73, INIT_72, INIT_71, INIT_70, INIT_6F, INIT_6E, INIT_6D, INIT_6C, \
  INIT_6B, INIT_6A, INIT_69, INIT_68, INIT_67, INIT_66, INIT_65, INIT_64, INIT_63, INIT_62, \
  INIT_61, INIT_60, INIT_5F, INIT_5E, INIT_5D, INIT_5C, INIT_5B, INIT_5A, INIT_59, INIT_58, \
  INIT_57, INIT_56, INIT_55, INIT_54, INIT_53, INIT_52, INIT_51, INIT_50, INIT_4F, INIT_4E, \
  INIT_4D, INIT_4C, INIT_4B, INIT_4A, INIT_49, INIT_48, INIT_47, INIT_46, INIT_45, INIT_44, \
  INIT_43, INIT_42, INIT_41, INIT_40, INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, \
  INIT_39, INIT_38, INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30, \
  INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28, INIT_27, INIT_26, \
  INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20, INIT_1F, INIT_1E, INIT_1D, INIT_1C, \
  INIT_1B, INIT_1A, INIT_19, INIT_18, INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, \
  INIT_11, INIT_10, INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08, \
  INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00 \
  }
`define PARITY_16K \
  { \
  INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00 \
  }
`define PARITY_32K \
  { \
  INITP_0F, INITP_0E, INITP_0D, INITP_0C, INITP_0B, INITP_0A, INITP_09, INITP_08, INITP_07, \
  INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00 \
  }

// ------------------------------------------------------------------------------------------- Virtex-II Pro
// N: width of a port, D: its data bits, P: its parity bits, L: address bits of the bits in a word.

`define RAMB16_ONE(NAME, N, D, P, L) \
module NAME #( \
    parameter WRITE_MODE = "WRITE_FIRST", \
    parameter [N-1:0] INIT = 0, SRVAL = 0, \
    parameter [255:0] `INIT_16K, `INITP_16K \
) ( \
    input CLK, EN, WE, SSR, \
    input [13-L:0] ADDR, \
    input [D-1:0] DI, \
    input [P-1:0] DIP, \
    output [D-1:0] DO, \
    output [P-1:0] DOP \
); \
  wire [31:0] out; \
  wire [3:0] pout; \
  assign DO = out[D-1:0]; \
  assign DOP = pout[P-1:0]; \
  pairforge_block_ram #( \
      .DATA(`DATA_16K), .PARITY(`PARITY_16K), \
      .READ_A(N), .WRITE_A(N), .MODE_A(WRITE_MODE), .INIT_A(INIT), .SRVAL_A(SRVAL) \
  ) ram ( \
      .clk_a(CLK), .en_a(EN), .rst_a(SSR), .regce_a(1'b0), .rstreg_a(1'b0), .addr_a(14'd0 | ADDR << L), \
      .we_a({8{WE}}), .di_a(32'd0 | DI), .dip_a(4'd0 | DIP), .do_a(out), .dop_a(pout), \
      .clk_b(1'b0), .en_b(1'b0), .rst_b(1'b0), .regce_b(1'b0), .rstreg_b(1'b0), .addr_b(14'd0), \
      .we_b(8'd0), .di_b(32'd0), .dip_b(4'd0), .do_b(), .dop_b() \
  ); \
endmodule

`define RAMB16_TWO(NAME, NA, DA, PA, LA, NB, DB, PB, LB) \
module NAME #( \
    parameter WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST", \
    parameter [NA-1:0] INIT_A = 0, SRVAL_A = 0, \
    parameter [NB-1:0] INIT_B = 0, SRVAL_B = 0, \
    parameter [255:0] `INIT_16K, `INITP_16K \
) ( \
    input CLKA, ENA, WEA, SSRA, CLKB, ENB, WEB, SSRB, \
    input [13-LA:0] ADDRA, \
    input [13-LB:0] ADDRB, \
    input [DA-1:0] DIA, \
    input [DB-1:0] DIB, \
    input [PA-1:0] DIPA, \
    input [PB-1:0] DIPB, \
    output [DA-1:0] DOA, \
    output [DB-1:0] DOB, \
    output [PA-1:0] DOPA, \
    output [PB-1:0] DOPB \
); \
  wire [31:0] out_a, out_b; \
  wire [3:0] pout_a, pout_b; \
  assign DOA = out_a[DA-1:0]; \
  assign DOB = out_b[DB-1:0]; \
  assign DOPA = pout_a[PA-1:0]; \
  assign DOPB = pout_b[PB-1:0]; \
  pairforge_block_ram #( \
      .DATA(`DATA_16K), .PARITY(`PARITY_16K), .READ_A(NA), .WRITE_A(NA), .READ_B(NB), .WRITE_B(NB), \
      .MODE_A(WRITE_MODE_A), .MODE_B(WRITE_MODE_B), \
      .INIT_A(INIT_A), .INIT_B(INIT_B), .SRVAL_A(SRVAL_A), .SRVAL_B(SRVAL_B) \
  ) ram ( \
      .clk_a(CLKA), .en_a(ENA), .rst_a(SSRA), .regce_a(1'b0), .rstreg_a(1'b0), .addr_a(14'd0 | ADDRA << LA), \
      .we_a({8{WEA}}), .di_a(32'd0 | DIA), .dip_a(4'd0 | DIPA), .do_a(out_a), .dop_a(pout_a), \
      .clk_b(CLKB), .en_b(ENB), .rst_b(SSRB), .regce_b(1'b0), .rstreg_b(1'b0), .addr_b(14'd0 | ADDRB << LB), \
      .we_b({8{WEB}}), .di_b(32'd0 | DIB), .dip_b(4'd0 | DIPB), .do_b(out_b), .dop_b(pout_b) \
  ); \
endmodule

// Words without parity have a parity port here that nothing is joined to.
`RAMB16_ONE(RAMB16_S1, 1, 1, 1, 0)
`RAMB16_ONE(RAMB16_S2, 2, 2, 1, 1)
`RAMB16_ONE(RAMB16_S4, 4, 4, 1, 2)
`RAMB16_ONE(RAMB16_S9, 9, 8, 1, 3)
`RAMB16_ONE(RAMB16_S18, 18, 16, 2, 4)
`RAMB16_ONE(RAMB16_S36, 36, 32, 4, 5)

`RAMB16_TWO(RAMB16_S1_S1, 1, 1, 1, 0, 1, 1, 1, 0)
`RAMB16_TWO(RAMB16_S1_S2, 1, 1, 1, 0, 2, 2, 1, 1)
`RAMB16_TWO(RAMB16_S1_S4, 1, 1, 1, 0, 4, 4, 1, 2)
`RAMB16_TWO(RAMB16_S1_S9, 1, 1, 1, 0, 9, 8, 1, 3)
`RAMB16_TWO(RAMB16_S1_S18, 1, 1, 1, 0, 18, 16, 2, 4)
`RAMB16_TWO(RAMB16_S1_S36, 1, 1, 1, 0, 36, 32, 4, 5)
`RAMB16_TWO(RAMB16_S2_S2, 2, 2, 1, 1, 2, 2, 1, 1)
`RAMB16_TWO(RAMB16_S2_S4, 2, 2, 1, 1, 4, 4, 1, 2)
`RAMB16_TWO(RAMB16_S2_S9, 2, 2, 1, 1, 9, 8, 1, 3)
`RAMB16_TWO(RAMB16_S2_S18, 2, 2, 1, 1, 18, 16, 2, 4)
`RAMB16_TWO(RAMB16_S2_S36, 2, 2, 1, 1, 36, 32, 4, 5)
`RAMB16_TWO(RAMB16_S4_S4, 4, 4, 1, 2, 4, 4, 1, 2)
`RAMB16_TWO(RAMB16_S4_S9, 4, 4, 1, 2, 9, 8, 1, 3)
`RAMB16_TWO(RAMB16_S4_S18, 4, 4, 1, 2, 18, 16, 2, 4)
`RAMB16_TWO(RAMB16_S4_S36, 4, 4, 1, 2, 36, 32, 4, 5)
`RAMB16_TWO(RAMB16_S9_S9, 9, 8, 1, 3, 9, 8, 1, 3)
`RAMB16_TWO(RAMB16_S9_S18, 9, 8, 1, 3, 18, 16, 2, 4)
`RAMB16_TWO(RAMB16_S9_S36, 9, 8, 1, 3, 36, 32, 4, 5)
`RAMB16_TWO(RAMB16_S18_S18, 18, 16, 2, 4, 18, 16, 2, 4)
`RAMB16_TWO(RAMB16_S18_S36, 18, 16, 2, 4, 36, 32, 4, 5)
`RAMB16_TWO(RAMB16_S36_S36, 36, 32, 4, 5, 36, 32, 4, 5)

// ------------------------------------------------------------------------------- Pairs of blocks, one bit wide
// Of one port: the upper half answers where the top bit of the address, held as long as what was read, is set.

module pairforge_cascade #(
    parameter EXTENSION = "NONE",
    parameter integer REGISTER = 0
) (
    input clk, en, regce, top, own, other,
    output here,
    output q
);
  assign here = en && (EXTENSION == "NONE" || top == (EXTENSION == "UPPER"));
  reg top_read = 0, top_register = 0;
  always @(posedge clk) if (en) top_read <= top;
  always @(posedge clk) if (regce) top_register <= top_read;
  assign q = EXTENSION == "UPPER" && !(REGISTER != 0 ? top_register : top_read) ? other : own;
endmodule

// --------------------------------------------------------------------------------------------------- Virtex-4

module RAMB16 #(
    parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0,
    parameter WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST",
    parameter RAM_EXTENSION_A = "NONE", RAM_EXTENSION_B = "NONE",
    parameter integer DOA_REG = 0, DOB_REG = 0,
    parameter [35:0] INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0,
    parameter [255:0] `INIT_16K, `INITP_16K
) (
    input CLKA, ENA, SSRA, REGCEA, CASCADEINA, CLKB, ENB, SSRB, REGCEB, CASCADEINB,
    input [14:0] ADDRA, ADDRB,
    input [31:0] DIA, DIB,
    input [3:0] DIPA, DIPB, WEA, WEB,
    output [31:0] DOA, DOB,
    output [3:0] DOPA, DOPB,
    output CASCADEOUTA, CASCADEOUTB
);
  wire here_a, here_b;
  wire [31:0] out_a, out_b;
  assign DOA[31:1] = out_a[31:1];
  assign DOB[31:1] = out_b[31:1];
  assign CASCADEOUTA = out_a[0];
  assign CASCADEOUTB = out_b[0];
  pairforge_cascade #(.EXTENSION(RAM_EXTENSION_A), .REGISTER(DOA_REG)) a (
      .clk(CLKA), .en(ENA), .regce(REGCEA), .top(ADDRA[14]), .own(out_a[0]), .other(CASCADEINA),
      .here(here_a), .q(DOA[0])
  );
  pairforge_cascade #(.EXTENSION(RAM_EXTENSION_B), .REGISTER(DOB_REG)) b (
      .clk(CLKB), .en(ENB), .regce(REGCEB), .top(ADDRB[14]), .own(out_b[0]), .other(CASCADEINB),
      .here(here_b), .q(DOB[0])
  );
  pairforge_block_ram #(
      .DATA(`DATA_16K), .PARITY(`PARITY_16K),
      .READ_A(READ_WIDTH_A), .WRITE_A(WRITE_WIDTH_A), .READ_B(READ_WIDTH_B), .WRITE_B(WRITE_WIDTH_B),
      .MODE_A(WRITE_MODE_A), .MODE_B(WRITE_MODE_B),
      .INIT_A(INIT_A), .INIT_B(INIT_B), .SRVAL_A(SRVAL_A), .SRVAL_B(SRVAL_B),
      .REGISTER_A(DOA_REG), .REGISTER_B(DOB_REG), .PRIORITY_A("REGCE"), .PRIORITY_B("REGCE")
  ) ram (
      .clk_a(CLKA), .en_a(here_a), .rst_a(SSRA && DOA_REG == 0), .regce_a(REGCEA), .rstreg_a(SSRA),
      .addr_a(ADDRA[13:0]), .we_a({4'd0, WEA}), .di_a(DIA), .dip_a(DIPA), .do_a(out_a), .dop_a(DOPA),
      .clk_b(CLKB), .en_b(here_b), .rst_b(SSRB && DOB_REG == 0), .regce_b(REGCEB), .rstreg_b(SSRB),
      .addr_b(ADDRB[13:0]), .we_b({4'd0, WEB}), .di_b(DIB), .dip_b(DIPB), .do_b(out_b), .dop_b(DOPB)
  );
endmodule

// --------------------------------------------------------------------------------- Virtex-6 to UltraScale+
// Both generations give their pins other names. A word of twice the bits of a port is read by port A and written
// by port B, with the data pins of both, those of port B for the upper half. HALF: bits of a port with parity.

module pairforge_ramb #(
    parameter integer HALF = 18,
    parameter [HALF*1024/9*8-1:0] DATA = 0,
    parameter [HALF*1024/9-1:0] PARITY = 0,
    parameter integer READ_A = 0, READ_B = 0, WRITE_A = 0, WRITE_B = 0,
    parameter MODE_A = "WRITE_FIRST", MODE_B = "WRITE_FIRST",
    parameter integer REGISTER_A = 0, REGISTER_B = 0,
    parameter PRIORITY_A = "RSTREG", PRIORITY_B = "RSTREG",
    parameter [HALF-1:0] INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0
) (
    input clk_a, en_a, rst_a, regce_a, rstreg_a, clk_b, en_b, rst_b, regce_b, rstreg_b,
    input [$clog2(HALF/9*8)+9:0] addr_a, addr_b,
    input [HALF/9*8-1:0] di_a, di_b,
    input [HALF/9-1:0] dip_a, dip_b,
    input [7:0] we_a, we_b,
    output [HALF/9*8-1:0] do_a, do_b,
    output [HALF/9-1:0] dop_a, dop_b
);
  localparam integer D = HALF / 9 * 8;
  localparam integer TWICE = 2 * HALF;
  wire [2*D-1:0] a, b;
  wire [D/4-1:0] pa, pb;
  assign do_a = a[D-1:0];
  assign dop_a = pa[D/8-1:0];
  assign do_b = READ_A == TWICE ? a[2*D-1:D] : b[D-1:0];
  assign dop_b = READ_A == TWICE ? pa[D/4-1:D/8] : pb[D/8-1:0];
  pairforge_block_ram #(
      .LINE(2 * D), .DATA(DATA), .PARITY(PARITY),
      .READ_A(READ_A), .WRITE_A(WRITE_A), .READ_B(READ_B), .WRITE_B(WRITE_B),
      .MODE_A(MODE_A), .MODE_B(MODE_B),
      .INIT_A(READ_A == TWICE ? 72'd0 | {INIT_B[HALF-1:D], INIT_A[HALF-1:D], INIT_B[D-1:0], INIT_A[D-1:0]}
                              : 72'd0 | INIT_A),
      .SRVAL_A(READ_A == TWICE ? 72'd0 | {SRVAL_B[HALF-1:D], SRVAL_A[HALF-1:D], SRVAL_B[D-1:0], SRVAL_A[D-1:0]}
                               : 72'd0 | SRVAL_A),
      .INIT_B(INIT_B), .SRVAL_B(SRVAL_B),
      .REGISTER_A(REGISTER_A), .REGISTER_B(REGISTER_B), .PRIORITY_A(PRIORITY_A), .PRIORITY_B(PRIORITY_B)
  ) ram (
      .clk_a(clk_a), .en_a(en_a), .rst_a(rst_a), .regce_a(regce_a), .rstreg_a(rstreg_a), .addr_a(addr_a),
      .we_a(we_a), .di_a({di_b, di_a}), .dip_a({dip_b, dip_a}), .do_a(a), .dop_a(pa),
      .clk_b(clk_b), .en_b(en_b), .rst_b(rst_b), .regce_b(regce_b), .rstreg_b(rstreg_b), .addr_b(addr_b),
      .we_b(we_b), .di_b(WRITE_B == TWICE ? {di_b, di_a} : {{D{1'b0}}, di_b}),
      .dip_b(WRITE_B == TWICE ? {dip_b, dip_a} : {{D / 8{1'b0}}, dip_b}), .do_b(b), .dop_b(pb)
  );
endmodule

`define RAMB_PARAMETERS(HALF) \
    parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0, \
    parameter RSTREG_PRIORITY_A = "RSTREG", RSTREG_PRIORITY_B = "RSTREG", \
    parameter [HALF-1:0] INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0, \
    parameter [0:0] IS_CLKARDCLK_INVERTED = 0, IS_CLKBWRCLK_INVERTED = 0, \
    parameter [0:0] IS_ENARDEN_INVERTED = 0, IS_ENBWREN_INVERTED = 0, \
    parameter [0:0] IS_RSTRAMARSTRAM_INVERTED = 0, IS_RSTRAMB_INVERTED = 0, \
    parameter [0:0] IS_RSTREGARSTREG_INVERTED = 0, IS_RSTREGB_INVERTED = 0

`define RAMB_PASSED \
    .READ_A(READ_WIDTH_A), .WRITE_A(WRITE_WIDTH_A), .READ_B(READ_WIDTH_B), .WRITE_B(WRITE_WIDTH_B), \
    .MODE_A(WRITE_MODE_A), .MODE_B(WRITE_MODE_B), .REGISTER_A(DOA_REG), .REGISTER_B(DOB_REG), \
    .PRIORITY_A(RSTREG_PRIORITY_A), .PRIORITY_B(RSTREG_PRIORITY_B), \
    .INIT_A(INIT_A), .INIT_B(INIT_B), .SRVAL_A(SRVAL_A), .SRVAL_B(SRVAL_B)

`define RAMB_CONTROLS \
    input CLKARDCLK, ENARDEN, RSTRAMARSTRAM, RSTREGARSTREG, REGCEAREGCE, \
    input CLKBWRCLK, ENBWREN, RSTRAMB, RSTREGB, REGCEB

`define RAMB_CONTROLS_PASSED \
    .clk_a(CLKARDCLK ^ IS_CLKARDCLK_INVERTED), .rst_a(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED), \
    .regce_a(REGCEAREGCE), .rstreg_a(RSTREGARSTREG ^ IS_RSTREGARSTREG_INVERTED), .we_a(8'd0 | WEA), \
    .clk_b(CLKBWRCLK ^ IS_CLKBWRCLK_INVERTED), .rst_b(RSTRAMB ^ IS_RSTRAMB_INVERTED), \
    .regce_b(REGCEB), .rstreg_b(RSTREGB ^ IS_RSTREGB_INVERTED), .we_b(8'd0 | WEBWE)

module RAMB18E1 #(
    parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST",
    parameter integer DOA_REG = 0, DOB_REG = 0,
    `RAMB_PARAMETERS(18),
    parameter [255:0] `INIT_16K, `INITP_16K
) (
    `RAMB_CONTROLS,
    input [13:0] ADDRARDADDR, ADDRBWRADDR,
    input [15:0] DIADI, DIBDI,
    input [1:0] DIPADIP, DIPBDIP, WEA,
    input [3:0] WEBWE,
    output [15:0] DOADO, DOBDO,
    output [1:0] DOPADOP, DOPBDOP
);
  pairforge_ramb #(.HALF(18), .DATA(`DATA_16K), .PARITY(`PARITY_16K), `RAMB_PASSED) ram (
      `RAMB_CONTROLS_PASSED, .en_a(ENARDEN ^ IS_ENARDEN_INVERTED), .en_b(ENBWREN ^ IS_ENBWREN_INVERTED),
      .addr_a(ADDRARDADDR), .di_a(DIADI), .dip_a(DIPADIP), .do_a(DOADO), .dop_a(DOPADOP),
      .addr_b(ADDRBWRADDR), .di_b(DIBDI), .dip_b(DIPBDIP), .do_b(DOBDO), .dop_b(DOPBDOP)
  );
endmodule

module RAMB36E1 #(
    parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST",
    parameter RAM_EXTENSION_A = "NONE", RAM_EXTENSION_B = "NONE",
    parameter integer DOA_REG = 0, DOB_REG = 0,
    `RAMB_PARAMETERS(36),
    parameter [255:0] `INIT_32K, `INITP_32K
) (
    `RAMB_CONTROLS,
    input CASCADEINA, CASCADEINB,
    input [15:0] ADDRARDADDR, ADDRBWRADDR,
    input [31:0] DIADI, DIBDI,
    input [3:0] DIPADIP, DIPBDIP, WEA,
    input [7:0] WEBWE,
    output [31:0] DOADO, DOBDO,
    output [3:0] DOPADOP, DOPBDOP,
    output CASCADEOUTA, CASCADEOUTB
);
  wire here_a, here_b;
  wire [31:0] out_a, out_b;
  assign DOADO[31:1] = out_a[31:1];
  assign DOBDO[31:1] = out_b[31:1];
  assign CASCADEOUTA = out_a[0];
  assign CASCADEOUTB = out_b[0];
  pairforge_cascade #(.EXTENSION(RAM_EXTENSION_A), .REGISTER(DOA_REG)) a (
      .clk(CLKARDCLK ^ IS_CLKARDCLK_INVERTED), .en(ENARDEN ^ IS_ENARDEN_INVERTED), .regce(REGCEAREGCE),
      .top(ADDRARDADDR[15]), .own(out_a[0]), .other(CASCADEINA), .here(here_a), .q(DOADO[0])
  );
  pairforge_cascade #(.EXTENSION(RAM_EXTENSION_B), .REGISTER(DOB_REG)) b (
      .clk(CLKBWRCLK ^ IS_CLKBWRCLK_INVERTED), .en(ENBWREN ^ IS_ENBWREN_INVERTED), .regce(REGCEB),
      .top(ADDRBWRADDR[15]), .own(out_b[0]), .other(CASCADEINB), .here(here_b), .q(DOBDO[0])
  );
  pairforge_ramb #(.HALF(36), .DATA(`DATA_32K), .PARITY(`PARITY_32K), `RAMB_PASSED) ram (
      `RAMB_CONTROLS_PASSED, .en_a(here_a), .en_b(here_b),
      .addr_a(ADDRARDADDR[14:0]), .di_a(DIADI), .dip_a(DIPADIP), .do_a(out_a), .dop_a(DOPADOP),
      .addr_b(ADDRBWRADDR[14:0]), .di_b(DIBDI), .dip_b(DIPBDIP), .do_b(out_b), .dop_b(DOPBDOP)
  );
endmodule

module RAMB18E2 #(
    parameter WRITE_MODE_A = "NO_CHANGE", WRITE_MODE_B = "NO_CHANGE",
    parameter integer DOA_REG = 1, DOB_REG = 1,
    `RAMB_PARAMETERS(18),
    parameter [255:0] `INIT_16K, `INITP_16K
) (
    `RAMB_CONTROLS,
    input ADDRENA, ADDRENB, SLEEP,
    input [13:0] ADDRARDADDR, ADDRBWRADDR,
    input [15:0] DINADIN, DINBDIN,
    input [1:0] DINPADINP, DINPBDINP, WEA,
    input [3:0] WEBWE,
    output [15:0] DOUTADOUT, DOUTBDOUT,
    output [1:0] DOUTPADOUTP, DOUTPBDOUTP
);
  pairforge_ramb #(.HALF(18), .DATA(`DATA_16K), .PARITY(`PARITY_16K), `RAMB_PASSED) ram (
      `RAMB_CONTROLS_PASSED, .en_a(ENARDEN ^ IS_ENARDEN_INVERTED), .en_b(ENBWREN ^ IS_ENBWREN_INVERTED),
      .addr_a(ADDRARDADDR), .di_a(DINADIN), .dip_a(DINPADINP), .do_a(DOUTADOUT), .dop_a(DOUTPADOUTP),
      .addr_b(ADDRBWRADDR), .di_b(DINBDIN), .dip_b(DINPBDINP), .do_b(DOUTBDOUT), .dop_b(DOUTPBDOUTP)
  );
endmodule

module RAMB36E2 #(
    parameter WRITE_MODE_A = "NO_CHANGE", WRITE_MODE_B = "NO_CHANGE",
    parameter integer DOA_REG = 1, DOB_REG = 1,
    `RAMB_PARAMETERS(36),
    parameter [255:0] `INIT_32K, `INITP_32K
) (
    `RAMB_CONTROLS,
    input ADDRENA, ADDRENB, SLEEP,
    input [14:0] ADDRARDADDR, ADDRBWRADDR,
    input [31:0] DINADIN, DINBDIN,
    input [3:0] DINPADINP, DINPBDINP, WEA,
    input [7:0] WEBWE,
    output [31:0] DOUTADOUT, DOUTBDOUT,
    output [3:0] DOUTPADOUTP, DOUTPBDOUTP
);
  pairforge_ramb #(.HALF(36), .DATA(`DATA_32K), .PARITY(`PARITY_32K), `RAMB_PASSED) ram (
      `RAMB_CONTROLS_PASSED, .en_a(ENARDEN ^ IS_ENARDEN_INVERTED), .en_b(ENBWREN ^ IS_ENBWREN_INVERTED),
      .addr_a(ADDRARDADDR), .di_a(DINADIN), .dip_a(DINPADINP), .do_a(DOUTADOUT), .dop_a(DOUTPADOUTP),
      .addr_b(ADDRBWRADDR), .di_b(DINBDIN), .dip_b(DINPBDINP), .do_b(DOUTBDOUT), .dop_b(DOUTPBDOUTP)
  );
endmodule
