// AXI4-Lite at the pins of a subordinate. `bad` is high in a cycle in which a rule is broken; nothing is said before
// the first reset.
module axi_lite_rules #(
  parameter PATIENCE = 4,  // cycles in which an access is answered where the manager waits for nothing
  parameter [63:0] READABLE = 0,  // word addresses that may be read, a bit each
  parameter [63:0] WRITABLE = 0,
  parameter [63:0] DATA = 0  // those of data, which may be refused at times
) (
  input wire clk,
  input wire rst,
  input wire [7:0] awaddr,
  input wire awvalid,
  input wire awready,
  input wire wvalid,
  input wire wready,
  input wire [1:0] bresp,
  input wire bvalid,
  input wire bready,
  input wire [7:0] araddr,
  input wire arvalid,
  input wire arready,
  input wire [31:0] rdata,
  input wire [1:0] rresp,
  input wire rvalid,
  input wire rready,
  output wire [6:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  // In a reset nothing is offered and nothing taken.
  assign bad[0] = live & rst & (bvalid | rvalid | awready | wready | arready);

  // An answer stays as it is until it is taken.
  reg b_waits = 1'b0, r_waits = 1'b0;
  reg [1:0] b_was = 0;
  reg [33:0] r_was = 0;
  always @(posedge clk) begin
    b_waits <= ~rst & bvalid & ~bready;
    r_waits <= ~rst & rvalid & ~rready;
    b_was <= bresp;
    r_was <= {rresp, rdata};
  end
  assign bad[1] = looks & b_waits & (~bvalid | bresp != b_was);
  assign bad[2] = looks & r_waits & (~rvalid | {rresp, rdata} != r_was);

  // Every answer has its request, which came before it, and every request one answer.
  reg [1:0] addresses = 0, words = 0, reads = 0;
  wire b_done = bvalid & bready;
  always @(posedge clk)
    if (rst) begin
      addresses <= 0;
      words <= 0;
      reads <= 0;
    end else begin
      addresses <= addresses + (awvalid & awready) - b_done;
      words <= words + (wvalid & wready) - b_done;
      reads <= reads + (arvalid & arready) - (rvalid & rready);
    end
  assign bad[3] = looks & (bvalid & (addresses == 0 | words == 0) | rvalid & reads == 0
    | addresses == 3 | words == 3 | reads == 3);

  // OKAY where the address has a register that may be so used, SLVERR where not; a read that is refused reads 0.
  reg [5:0] w_first = 0, w_second = 0, r_first = 0, r_second = 0;
  wire [1:0] w_held = addresses - b_done;
  wire [1:0] r_held = reads - (rvalid & rready);
  always @(posedge clk) begin
    if (b_done) w_first <= w_second;
    if (rvalid & rready) r_first <= r_second;
    if (awvalid & awready) begin
      if (w_held == 0) w_first <= awaddr[7:2];
      w_second <= awaddr[7:2];
    end
    if (arvalid & arready) begin
      if (r_held == 0) r_first <= araddr[7:2];
      r_second <= araddr[7:2];
    end
  end
  assign bad[4] = looks & bvalid & (bresp[0] | bresp[1] & WRITABLE[w_first] & ~DATA[w_first]
    | ~bresp[1] & ~WRITABLE[w_first]);
  assign bad[5] = looks & rvalid & (rresp[0] | rresp[1] & (rdata != 0 | READABLE[r_first] & ~DATA[r_first])
    | ~rresp[1] & ~READABLE[r_first]);

  // An access is answered, and the next one taken, soon after the manager has done its part.
  reg [3:0] w_waited = 0, r_waited = 0;
  always @(posedge clk) begin
    w_waited <= rst | ~bready | ~awvalid | ~wvalid | b_done ? 0 : w_waited + 1'b1;
    r_waited <= rst | ~rready | ~arvalid | (rvalid & rready) ? 0 : r_waited + 1'b1;
  end
  assign bad[6] = looks & (w_waited == PATIENCE | r_waited == PATIENCE);
endmodule
