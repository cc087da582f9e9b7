import JourneyTestSupport
import Testing

/// Compares a whole output with the golden file of this name.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let difference = try Golden(target: "EndToEnd").difference(of: text, from: name)
  #expect(difference == nil, "\(difference ?? "")", sourceLocation: sourceLocation)
}
