import Encodings
import Testing

struct IPAddressTests {
  // RFC 4291 section 2.2
  @Test(arguments: [
    ("2001:DB8:0:0:8:800:200C:417A", "20010db80000000000080800200c417a"), ("2001:DB8::8:800:200C:417A", "20010db80000000000080800200c417a"),
    ("FF01::101", "ff010000000000000000000000000101"), ("::1", "00000000000000000000000000000001"),
    ("::", "00000000000000000000000000000000"), ("::13.1.68.3", "0000000000000000000000000d014403"),
    ("[::FFFF:129.144.52.38]", "00000000000000000000ffff81903426"), ("1::", "00010000000000000000000000000000"),
  ])
  func `an IPv6 address has sixteen bytes`(_ text: String, _ hex: String) throws {
    #expect(try IPAddress(text) == .v6(#require(Hex.decode(hex))))
  }

  @Test(arguments: [
    "", "1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.256", "1.2.3.-4", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", ":1",
    "1:", "12345::", "g::", "::1.2.3", "1.2.3.4::", "[]", "[::1", "[1.2.3.4]", "::%1", "1:2:3:4:5:6:7::8",
  ])
  func `all else is not an address`(_ text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true, true), ("127.9.9.9", true, true), ("::1", true, true), ("::ffff:127.0.0.1", true, true),
    ("10.1.2.3", false, true), ("172.16.0.1", false, true), ("172.32.0.1", false, false), ("192.168.1.1", false, true),
    ("169.254.169.254", false, true), ("100.64.0.1", false, true), ("0.0.0.0", false, true), ("::", false, true),
    ("fe80::1", false, true), ("fd00::1", false, true), ("::ffff:10.0.0.1", false, true), ("8.8.8.8", false, false),
    ("2001:db8::1", false, false),
  ])
  func `loopback and local addresses are told`(_ text: String, _ isLoopback: Bool, _ isLocal: Bool) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isLoopback == isLoopback)
    #expect(address.isLocal == isLocal)
  }
}
