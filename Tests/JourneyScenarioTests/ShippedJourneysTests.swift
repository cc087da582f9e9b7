import Diagnostics
import FoundationEssentials
import JourneyScenario
import Testing

/// The scenarios that the project ships are also what people copy: each must be free of mistakes.
struct ShippedJourneysTests {
  @Test func `every shipped scenario is read without a word`() throws {
    let root = ProjectFolder.path
    var reader = ScenarioReader(files: FolderFiles(root: root))
    var count = 0
    for name in try FolderFiles(root: root).scenarioFiles(below: "journeys") {
      let reading = reader.read(try FolderFiles(root: root).bytes(of: name), named: name)
      #expect(reading.diagnostics.isEmpty, "\(DiagnosticRenderer().render(reading.diagnostics))")
      count += reading.scenarios.count
    }
    #expect(count > 5)
  }
}
