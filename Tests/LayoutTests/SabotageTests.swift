import JourneyTestSupport
import Testing

/// The places that `.ci/sabotage` breaks: a list that names what is no longer there tells nothing.
struct SabotageTests {
  private struct Place {
    var name: String
    var values: [String: String] = [:]
    var old: [Substring] = []
    var new: [Substring] = []
  }

  private static func places() throws -> [Place] {
    var places: [Place] = []
    for line in try Fixtures.text(of: ".ci/sabotage.d/places.txt").split(separator: "\n") where !line.hasPrefix("#") {
      let word = line.prefix { $0 != " " }
      let rest = line.dropFirst(word.count + 1)
      if word == "place" {
        places.append(Place(name: String(rest)))
        continue
      }
      try #require(!places.isEmpty, "'\(line)' belongs to no place")
      switch word {
      case "-": places[places.count - 1].old.append(rest)
      case "+": places[places.count - 1].new.append(rest)
      default: places[places.count - 1].values[String(word)] = String(rest)
      }
    }
    return places
  }

  @Test func `each text is found once in its file, and each suite is there`() throws {
    let places = try Self.places()
    #expect(places.count >= 60)
    #expect(Set(places.map(\.name)).count == places.count, "two places have one name")
    let suites = try Set(
      Fixtures.files(below: "Tests", suffix: ".swift").flatMap { path in
        try Fixtures.text(of: path).matches(of: /\bstruct (\w+Tests)\b/).map { String($0.1) }
      })
    for place in places {
      let file = try #require(place.values["file:"], "\(place.name)")
      let text = try Fixtures.text(of: file)
      #expect(text.ranges(of: place.old.joined(separator: "\n")).count == 1, "\(place.name) in \(file)")
      #expect(place.new.contains { $0.contains("SABOTAGE") }, "\(place.name) has no switch")
      #expect(place.values["why:"]?.isEmpty == false, "\(place.name) has no reason")
      let named = place.values["red:"]?.split(separator: " ").map(String.init) ?? []
      #expect(!named.isEmpty && suites.isSuperset(of: named), "\(place.name): \(named)")
    }
  }
}
