import Encodings
import Testing

struct JSONMutationTests {
  private static let documents = [
    #"{"screen":"identifier","forms":[{"id":"f","widgets":[{"label":"E-mail","value":null,"n":-1.5e+10}]}],"x":[[],{}]}"#,
    #"["\u00e1\ud83d\ude00\n\"\\","áé😀", 0, 12.5, true, false, null, {"a":{"a":{"a":"\/"}}}]"#,
  ]
  private static let tokens = ["\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "e", ".", "\u{0}", "\u{FEFF}", "null"]

  @Test(arguments: 0..<8)
  func `mutated bytes are read or refused, never worse`(_ round: Int) throws {
    var random = SeededGenerator(seed: 20_261_121, labels: ["json", "\(round)"])
    for _ in 0..<1000 {
      var bytes = Array(try #require(Self.documents.randomElement(using: &random)).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) { Self.mutate(&bytes, using: &random) }
      do throws(JSONError) {
        let value = try JSONReader.read(bytes)
        #expect(try JSONReader.read(JSONWriter.write(value)) == value)
        #expect(try JSONReader.read(JSONWriter.write(value, layout: .pretty)) == value)
      } catch {
        #expect(0...bytes.count ~= error.offset)
      }
    }
  }

  private static func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.replaceSubrange(place..<end, with: [])
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 2: bytes.insert(contentsOf: (tokens.randomElement(using: &random) ?? "").utf8, at: place)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    }
  }
}
