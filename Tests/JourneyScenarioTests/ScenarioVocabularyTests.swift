import JourneyScenario
import Testing

/// The list of words is what the documentation is held against.
struct ScenarioVocabularyTests {
  @Test func `every word has a summary of one line, and none stands twice in its place`() {
    for section in ScenarioVocabulary.sections {
      #expect(Set(section.words.map(\.name)).count == section.words.count, "\(section.title)")
      for word in section.words {
        #expect(!word.summary.isEmpty && !word.summary.hasSuffix(".") && !word.summary.contains("\n"), "\(section.title): \(word.name)")
      }
    }
  }

  @Test func `no word is both a head and beside one`() {
    #expect(Set(StepHead.allCases.map(\.rawValue)).isDisjoint(with: StepKey.allCases.map(\.rawValue)))
  }

  @Test func `every key stands beside some head`() {
    for key in StepKey.allCases { #expect(StepHead.allCases.contains { $0.allows(key) }, "\(key)") }
  }
}
