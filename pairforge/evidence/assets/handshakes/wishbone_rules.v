// Wishbone B4, classic and pipelined, at the pins of a slave.
module wishbone_rules #(
  parameter [63:0] READABLE = 0,  // word addresses that may be read, a bit each
  parameter [63:0] WRITABLE = 0,
  parameter [63:0] DATA = 0  // those of data, which may be refused at times
) (
  input wire clk,
  input wire rst,
  input wire cyc,
  input wire stb,
  input wire we,
  input wire [7:0] adr,
  input wire [31:0] dat,
  input wire ack,
  input wire err,
  input wire stall,
  output wire [4:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  // No answer in a reset, and none outside of a cycle; never two at once.
  assign bad[0] = live & (ack | err) & (rst | ~cyc);
  assign bad[1] = live & ack & err;

  // A request that is taken is answered in the next cycle, and nothing else is.
  wire takes = cyc & stb & ~stall & ~rst;
  reg taken = 1'b0, wrote = 1'b0;
  reg [5:0] asked = 0;
  always @(posedge clk) begin
    taken <= takes;
    wrote <= we;
    asked <= adr[7:2];
  end
  assign bad[2] = looks & cyc & ((ack | err) != taken);

  // A request waits for one cycle at most, and does in the one of an answer: a classic master still shows the old one.
  reg waited = 1'b0;
  always @(posedge clk) waited <= ~rst & stall;
  assign bad[3] = looks & (stall & waited | (ack | err) & ~stall);

  // An error where the address has no register that may be so used, and only there; a read that is refused reads 0.
  wire known = wrote ? WRITABLE[asked] : READABLE[asked];
  assign bad[4] = looks & (ack & ~known | err & known & ~DATA[asked] | err & ~wrote & dat != 0);
endmodule
