// A block RAM of two ports, for the models of the vendors' cells to be made of.
//
// 512 lines of LINE data bits and a parity bit for each eight of them. A port reads and writes words of 1, 2,
// 4, 9, 18, 36 or 72 bits (from 9 on with parity); what is left of an address is that of a bit, so a wide word
// leaves its low address bits unused. All that a port does happens at the rising edge of its clock:
// - it reads into a latch, where `en` is high; `rst` sets the latch to SRVAL instead;
// - it writes the bytes whose `we` is high (words of less than nine bits: bit 0 of `we`);
// - where it writes, the latch takes the new word (WRITE_FIRST), the old one (READ_FIRST) or none (NO_CHANGE);
// - with REGISTER a second register follows the latch, with an enable `regce` and a reset `rstreg`.
//
// What one port reads while the other one writes it is the old word if the writing port is READ_FIRST and
// ACROSS is set, and else not defined by the vendors. Then wrong bits are given, those that the latch would
// take inverted, so that a netlist that relies on them shows. A bit that both ports write gets what port B
// writes. The clocks of the ports are taken to be one signal where both write at a time, as in all our cores.

module pairforge_block_ram #(
    parameter integer LINE = 32,
    parameter [512*LINE-1:0] DATA = 0,
    parameter [64*LINE-1:0] PARITY = 0,
    parameter integer READ_A = 0, WRITE_A = 0, READ_B = 0, WRITE_B = 0,
    parameter MODE_A = "WRITE_FIRST", MODE_B = "WRITE_FIRST",
    parameter [71:0] INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0,
    parameter integer ACROSS = 1, REGISTER_A = 0, REGISTER_B = 0,
    parameter PRIORITY_A = "RSTREG", PRIORITY_B = "RSTREG"
) (
    input clk_a, en_a, rst_a, regce_a, rstreg_a,
    input [$clog2(LINE)+8:0] addr_a,
    input [7:0] we_a,
    input [LINE-1:0] di_a,
    input [LINE/8-1:0] dip_a,
    output [LINE-1:0] do_a,
    output [LINE/8-1:0] dop_a,
    input clk_b, en_b, rst_b, regce_b, rstreg_b,
    input [$clog2(LINE)+8:0] addr_b,
    input [7:0] we_b,
    input [LINE-1:0] di_b,
    input [LINE/8-1:0] dip_b,
    output [LINE-1:0] do_b,
    output [LINE/8-1:0] dop_b
);
  localparam integer LOW = $clog2(LINE);

  reg [LINE-1:0] data[0:511];
  reg [LINE/8-1:0] parity[0:511];
  integer i;
  initial
    for (i = 0; i < 512; i = i + 1) begin
      data[i] = DATA[i*LINE+:LINE];
      parity[i] = PARITY[i*(LINE/8)+:LINE/8];
    end

  wire [8:0] line_a = addr_a[LOW+8:LOW], line_b = addr_b[LOW+8:LOW];
  wire [LINE-1:0] mask_a, mask_b;  // bits of the line that a port writes at the next edge
  wire [LINE/8-1:0] pmask_a, pmask_b;
  wire [LINE-1:0] new_a, new_b;  // the line as the port leaves it
  wire [LINE/8-1:0] pnew_a, pnew_b;
  wire lost_a = line_a == line_b && !(ACROSS != 0 && MODE_B == "READ_FIRST");
  wire lost_b = line_a == line_b && !(ACROSS != 0 && MODE_A == "READ_FIRST");

  pairforge_block_ram_port #(
      .LINE(LINE), .READ(READ_A), .WRITE(WRITE_A), .MODE(MODE_A), .INIT(INIT_A), .SRVAL(SRVAL_A),
      .REGISTER(REGISTER_A), .PRIORITY(PRIORITY_A)
  ) a (
      .clk(clk_a), .en(en_a), .rst(rst_a), .regce(regce_a), .rstreg(rstreg_a),
      .low(addr_a[LOW-1:0]), .we(we_a), .di(di_a), .dip(dip_a), .dout(do_a), .dop(dop_a),
      .old(data[line_a]), .pold(parity[line_a]),
      .lost(lost_a ? mask_b : {LINE{1'b0}}), .plost(lost_a ? pmask_b : {LINE / 8{1'b0}}),
      .mask(mask_a), .pmask(pmask_a), .fresh(new_a), .pfresh(pnew_a)
  );
  pairforge_block_ram_port #(
      .LINE(LINE), .READ(READ_B), .WRITE(WRITE_B), .MODE(MODE_B), .INIT(INIT_B), .SRVAL(SRVAL_B),
      .REGISTER(REGISTER_B), .PRIORITY(PRIORITY_B)
  ) b (
      .clk(clk_b), .en(en_b), .rst(rst_b), .regce(regce_b), .rstreg(rstreg_b),
      .low(addr_b[LOW-1:0]), .we(we_b), .di(di_b), .dip(dip_b), .dout(do_b), .dop(dop_b),
      .old(data[line_b]), .pold(parity[line_b]),
      .lost(lost_b ? mask_a : {LINE{1'b0}}), .plost(lost_b ? pmask_a : {LINE / 8{1'b0}}),
      .mask(mask_b), .pmask(pmask_b), .fresh(new_b), .pfresh(pnew_b)
  );

  // Of one line that both ports write, each writes the whole: what B writes, and else what A writes.
  wire same = line_a == line_b;
  wire [LINE-1:0] both = (new_a & ~mask_b) | (new_b & mask_b);
  wire [LINE/8-1:0] pboth = (pnew_a & ~pmask_b) | (pnew_b & pmask_b);
  always @(posedge clk_a)
    if (|{mask_a, pmask_a}) begin
      data[line_a] <= same ? both : new_a;
      parity[line_a] <= same ? pboth : pnew_a;
    end
  always @(posedge clk_b)
    if (|{mask_b, pmask_b}) begin
      data[line_b] <= same ? both : new_b;
      parity[line_b] <= same ? pboth : pnew_b;
    end
endmodule

// One port of it: reads the line `old`, in which the other port makes `lost` unreadable; gives the bits that
// it writes (`mask`) and the line with them (`fresh`). Names with p are of the parity bits.
module pairforge_block_ram_port #(
    parameter integer LINE = 32, READ = 0, WRITE = 0,
    parameter MODE = "WRITE_FIRST",
    parameter [71:0] INIT = 0, SRVAL = 0,
    parameter integer REGISTER = 0,
    parameter PRIORITY = "RSTREG"
) (
    input clk, en, rst, regce, rstreg,
    input [$clog2(LINE)-1:0] low,
    input [7:0] we,
    input [LINE-1:0] di,
    input [LINE/8-1:0] dip,
    output [LINE-1:0] dout,
    output [LINE/8-1:0] dop,
    input [LINE-1:0] old, lost,
    input [LINE/8-1:0] pold, plost,
    output reg [LINE-1:0] mask,
    output reg [LINE/8-1:0] pmask,
    output [LINE-1:0] fresh,
    output [LINE/8-1:0] pfresh
);
  // Data bits of a word, its bytes; where in the line it begins.
  localparam integer R = READ < 9 ? READ : READ / 9 * 8, W = WRITE < 9 ? WRITE : WRITE / 9 * 8;
  localparam integer BYTES = LINE / 8;
  wire [$clog2(LINE)-1:0] read_at = R > 1 ? low & ~(R - 1) : low;
  wire [$clog2(LINE)-1:0] write_at = W > 1 ? low & ~(W - 1) : low;
  wire writes = en && WRITE != 0 && |(W < 8 ? we & 8'd1 : we & ((9'd1 << (W / 8)) - 9'd1));

  integer i;
  always @* begin
    mask = 0;
    pmask = 0;
    if (writes)
      if (W < 8) mask = ((64'd1 << W) - 64'd1) << write_at;
      else
        for (i = 0; i < W / 8; i = i + 1)
          if (we[i]) begin
            mask = mask | ({{LINE - 8{1'b0}}, 8'hff} << (write_at + 8 * i));
            pmask = pmask | ({{BYTES - 1{1'b0}}, 1'b1} << (write_at / 8 + i));
          end
  end
  assign fresh = (old & ~mask) | ((di << write_at) & mask);
  assign pfresh = (pold & ~pmask) | ((dip << write_at / 8) & pmask);

  // What is read, and the words that the latch begins with and is set to: bits beyond the word are zero.
  localparam [LINE-1:0] WORD = R == 0 ? 0 : {LINE{1'b1}} >> (LINE - R);
  localparam [BYTES-1:0] PWORD = R < 8 ? 0 : {BYTES{1'b1}} >> (BYTES - R / 8);
  wire [LINE-1:0] seen = (MODE == "WRITE_FIRST" ? fresh : old) ^ lost;
  wire [BYTES-1:0] pseen = (MODE == "WRITE_FIRST" ? pfresh : pold) ^ plost;
  reg [LINE-1:0] latch = INIT & WORD, register = INIT & WORD;
  reg [BYTES-1:0] platch = (INIT >> R) & PWORD, pregister = (INIT >> R) & PWORD;
  always @(posedge clk)
    if (en && READ != 0)
      if (rst) begin
        latch <= SRVAL & WORD;
        platch <= (SRVAL >> R) & PWORD;
      end else if (!(writes && MODE == "NO_CHANGE")) begin
        latch <= (seen >> read_at) & WORD;
        platch <= (pseen >> read_at / 8) & PWORD;
      end
  always @(posedge clk)
    if (rstreg && (regce || PRIORITY == "RSTREG")) begin
      register <= SRVAL & WORD;
      pregister <= (SRVAL >> R) & PWORD;
    end else if (regce) begin
      register <= latch;
      pregister <= platch;
    end
  assign dout = REGISTER != 0 ? register : latch;
  assign dop = REGISTER != 0 ? pregister : platch;
endmodule
