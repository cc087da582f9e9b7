import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

/// A hand-written screen of `fixtures/screens`: `{about, screen, expect}`.
///
/// `screen` is written just as `Screen` writes itself; `expect` is a list of rows, see `ExpectedFact`.
struct ScreenFixture: CustomTestStringConvertible {
  static let folder = "fixtures/screens"

  /// From the folder of fixtures, without suffix, e.g. `hosted/signin`.
  let name: String
  let about: String
  let screenJSON: JSONValue
  let screen: Screen
  let expected: [ExpectedFact]

  var testDescription: String { name }

  init(path: String) throws {
    let json = try JSONReader.read(try Fixtures.bytes(of: path))
    name = String(path.dropFirst(Self.folder.count + 1).dropLast(".json".count))
    guard let about = json["about"]?.stringValue, let screenJSON = json["screen"], let rows = json["expect"]?.arrayValue else {
      throw FixtureError.unreadable(path)
    }
    self.about = about
    self.screenJSON = screenJSON
    screen = try Screen(json: screenJSON)
    expected = rows.map(ExpectedFact.init)
  }

  static func all() throws -> [ScreenFixture] {
    try Fixtures.files(below: folder, suffix: ".json").map(ScreenFixture.init)
  }
}
