// The last register before an AXI4-Stream manager: each word that is taken is on offer in the next cycle, as it came,
// and nothing else is, but for the end of a packet that a soft reset has broken off.
module offer_rules (
  input wire clk,
  input wire rst,
  input wire clear,
  input wire [31:0] d,
  input wire last,
  input wire off_curve,
  input wire fault,
  input wire valid,
  input wire ready,
  input wire [31:0] tdata,
  input wire tlast,
  input wire [2:0] tuser,
  input wire tvalid,
  input wire tready,
  output wire [3:0] bad
);
  reg live = 1'b0;
  reg waits = 1'b0, took = 1'b0, ends = 1'b0, begun = 1'b0, owed = 1'b0;
  reg [34:0] was = 0;
  wire free = ~tvalid | tready;
  wire take = valid & ready;
  always @(posedge clk) begin
    live <= live | rst;
    waits <= ~rst & tvalid & ~tready;
    took <= ~rst & take;
    ends <= ~rst & owed & free;
    was <= {d, last, fault, off_curve};
    begun <= ~rst & (take ? ~last : begun & ~clear);
    owed <= ~rst & (clear & begun | owed & ~free);
  end
  wire looks = live & ~rst;
  assign bad[0] = looks & tvalid != (waits | took | ends);
  assign bad[1] = looks & took & {tdata, tlast, tuser} != {was[34:1], 1'b0, was[0]};
  assign bad[2] = looks & ends & {tdata, tlast, tuser} != {32'd0, 1'b1, 3'b010};
  assign bad[3] = looks & ready != (free & ~owed & ~clear);
endmodule
