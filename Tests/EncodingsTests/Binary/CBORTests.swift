import Encodings
import Testing

struct CBORTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let hex: String
    let value: CBORValue
    var testDescription: String { hex }

    init(_ hex: String, _ value: CBORValue) {
      self.hex = hex
      self.value = value
    }
  }

  // RFC 8949 appendix A, the kinds that are ours, and the edges of the heads
  static let vectors = [
    Vector("00", 0), Vector("01", 1), Vector("0a", 10), Vector("17", 23), Vector("1818", 24), Vector("1819", 25),
    Vector("1864", 100), Vector("1903e8", 1000), Vector("1a000f4240", 1_000_000), Vector("1b000000e8d4a51000", 1_000_000_000_000),
    Vector("1bffffffffffffffff", .unsigned(.max)), Vector("3bffffffffffffffff", .negative(.max)),
    Vector("18ff", 255), Vector("190100", 256), Vector("19ffff", 65_535), Vector("1a00010000", 65_536),
    Vector("1affffffff", 4_294_967_295), Vector("1b0000000100000000", 4_294_967_296),
    Vector("20", -1), Vector("29", -10), Vector("3863", -100), Vector("3903e7", -1000),
    Vector("f4", false), Vector("f5", true), Vector("f6", .null),
    Vector("40", .bytes([])), Vector("4401020304", .bytes([1, 2, 3, 4])),
    Vector("60", ""), Vector("6161", "a"), Vector("6449455446", "IETF"), Vector("62225c", "\"\\"), Vector("62c3bc", "\u{FC}"),
    Vector("63e6b0b4", "\u{6C34}"), Vector("64f0908591", "\u{10151}"),
    Vector("80", []), Vector("83010203", [1, 2, 3]), Vector("8301820203820405", [1, [2, 3], [4, 5]]),
    Vector("98190102030405060708090a0b0c0d0e0f101112131415161718181819", .array((1...25).map { .integer($0) })),
    Vector("a0", [:]), Vector("a201020304", [1: 2, 3: 4]), Vector("a26161016162820203", ["a": 1, "b": [2, 3]]),
    Vector("826161a161626163", ["a", ["b": "c"]]),
    Vector("a56161614161626142616361436164614461656145", ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
  ]

  @Test(arguments: vectors)
  func `the vectors of RFC 8949 hold both ways`(_ vector: Vector) throws {
    #expect(Hex.encode(CBORWriter.write(vector.value)) == vector.hex)
    #expect(try CBORReader.read(#require(Hex.decode(vector.hex))) == vector.value)
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    let hex: String
    let reason: CBORError.Reason
    var testDescription: String { hex }
  }

  @Test(arguments: [
    Broken(hex: "", reason: .unexpectedEnd),
    Broken(hex: "18", reason: .unexpectedEnd),
    Broken(hex: "4401", reason: .unexpectedEnd),
    Broken(hex: "5bffffffffffffffff", reason: .unexpectedEnd),
    Broken(hex: "9bffffffffffffffff01", reason: .unexpectedEnd),
    Broken(hex: "a101", reason: .unexpectedEnd),
    Broken(hex: "5f", reason: .unsupportedItem),
    Broken(hex: "c000", reason: .unsupportedItem),
    Broken(hex: "f97e00", reason: .unsupportedItem),
    Broken(hex: "61ff", reason: .invalidUTF8),
    Broken(hex: "0000", reason: .trailingContent),
    Broken(hex: "8181818181818181818181818181818181818100", reason: .tooDeep),
  ])
  func `what is not ours is refused`(_ row: Broken) throws {
    let bytes = try #require(Hex.decode(row.hex))
    #expect { try CBORReader.read(bytes) } throws: { ($0 as? CBORError)?.reason == row.reason }
  }

  @Test func `an item is read from the front of more bytes`() throws {
    let bytes: [UInt8] = [0xFF, 0xA1, 0x01, 0x26, 0x99]
    let (value, length) = try CBORReader.readPrefix(bytes[1...])
    #expect(value[1] == -7)
    #expect(length == 3)
  }

  @Test func `mutated bytes are read or refused, never worse`() throws {
    var random = SeededGenerator(seed: 8949)
    for _ in 0..<3000 {
      var bytes = try #require(Hex.decode("a363666d74646e6f6e656761747453746d74a0686175746844617461450102030405"))
      for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      do throws(CBORError) {
        let value = try CBORReader.read(bytes)
        #expect(try CBORReader.read(CBORWriter.write(value)) == value)
      } catch {
        #expect(0...bytes.count ~= error.offset)
      }
    }
  }
}
