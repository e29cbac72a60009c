// AXI4-Stream at the pins of a wrapper: its subordinate `s` and its manager `m`.
module axi_stream_rules (
  input wire clk,
  input wire rst,
  input wire s_tready,
  input wire m_tvalid,
  input wire m_tready,
  input wire [31:0] m_tdata,
  input wire m_tlast,
  input wire [2:0] m_tuser,
  output wire [2:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;

  // In a reset nothing is offered and nothing taken.
  assign bad[0] = live & rst & (s_tready | m_tvalid);

  // What is offered stays as it is until it is taken, whatever else happens but a reset.
  reg waits = 1'b0;
  reg [35:0] was = 0;
  always @(posedge clk) begin
    waits <= ~rst & m_tvalid & ~m_tready;
    was <= {m_tdata, m_tlast, m_tuser};
  end
  assign bad[1] = live & ~rst & waits & (~m_tvalid | was != {m_tdata, m_tlast, m_tuser});

  // A packet that is broken off ends with one word of zeros that has no other mark.
  assign bad[2] = live & m_tvalid & m_tuser[1] & (~m_tlast | m_tdata != 0 | m_tuser[0] | m_tuser[2]);
endmodule
