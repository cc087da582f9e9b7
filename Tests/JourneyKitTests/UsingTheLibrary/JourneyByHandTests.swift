import JourneyKit
import JourneyModel
import Testing

/// A journey that a test walks itself, screen by screen.
struct JourneyByHandTests {
  @Test func `a person signs in with a password`() async throws {
    try await withJourney(on: "acme", JourneySuiteTests.settings) { journey in
      func answer(_ widget: WidgetID, on screen: Screen?, with value: AnswerValue) async throws -> Turn {
        let form = try #require(screen?.forms.first { form in form.widgets.contains { $0.id == widget } })
        return try await journey.driver.perform(.submit(Submission(form: form.id, answers: [Answer(widget: widget, value: value)])))
      }

      let first = try await journey.driver.perform(.start(StartParameters()))
      #expect(first.screen?.id.text == "identification")

      let second = try await answer("identifier", on: first.screen, with: .text("jane@acme.test"))
      #expect(second.screen?.id.text == "password")

      let password = Secret("Jane-horse-11", name: "password")
      let end = try await answer("password", on: second.screen, with: .secret(password))
      #expect(end.isEnd)
    }
  }
}

extension Turn {
  /// What is shown now; `nil` where the journey ended or went elsewhere.
  var screen: Screen? {
    if case .screen(let screen) = now { screen } else { nil }
  }

  var isEnd: Bool {
    if case .ended = now { true } else { false }
  }
}
