import Encodings
import JourneyModel
import ModelCoding
import Testing

/// Whatever a log holds after somebody edited it: it is read or refused, and what is read is written again the same.
struct MutationTests {
  private static let rounds = 400

  @Test(arguments: try ScreenFixture.all())
  func `a screen with something changed is read or refused, and never crashes`(fixture: ScreenFixture) throws {
    var random = SplitMix(seed: UInt64(fixture.name.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude))
    var refused = 0
    for _ in 0..<Self.rounds {
      let json = fixture.screenJSON.mutated(&random)
      do {
        let screen = try Screen(json: json)
        #expect(screen.jsonBytes == JSONWriter.write(screen.json))
        #expect(try Screen(json: screen.json).jsonBytes == screen.jsonBytes)
        _ = NormalisedScreen(screen).text
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
    #expect(refused < Self.rounds)
  }

  @Test func `a body with something changed is concealed whatever it is`() throws {
    var random = SplitMix(seed: 7)
    let body = Array(#"{"a":[1,{"access_token":"hush","b":"\"x\\"}],"t":"<input name='_csrf' value=hush>"}"#.utf8)
    for _ in 0..<5000 {
      var bytes = body
      for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      let answered = Exchange.Answered(status: 200, headers: [], body: bytes, concealedMembers: ["access_token", "_csrf"])
      #expect(answered.concealedBody(limit: 130).utf8.count <= 130)
    }
  }
}

/// A small generator with a seed, so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension JSONValue {
  private static let intruders: [JSONValue] = [
    .null, true, "", "***", "input", "a.b/c", -1, .number("1e999"), .number("0.0000000000000000001"), [], [[]], .object([]), ["x": .null],
  ]

  /// The tree with one place changed: replaced, removed, doubled or renamed.
  func mutated(_ random: inout SplitMix) -> JSONValue {
    let isHere = Int.random(in: 0..<6, using: &random) == 0
    switch self {
    case .array(let elements) where !elements.isEmpty && !isHere:
      var changed = elements
      let index = Int.random(in: elements.indices, using: &random)
      changed[index] = elements[index].mutated(&random)
      return .array(changed)
    case .object(let members) where !members.isEmpty && !isHere:
      return .object(Self.mutated(members, &random))
    case .null, .bool, .number, .string, .array, .object:
      return Self.intruders[Int.random(in: Self.intruders.indices, using: &random)]
    }
  }

  private static func mutated(_ members: [Member], _ random: inout SplitMix) -> [Member] {
    var changed = members
    let index = Int.random(in: members.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: changed.remove(at: index)
    case 1: changed.append(members[index])
    case 2: changed[index].name = "renamed"
    default: changed[index].value = members[index].value.mutated(&random)
    }
    return changed
  }
}
