import Diagnostics
import JourneyScenario
import Testing

/// What can be known without walking: each text says where which mistake is found, and an unlisted one fails the test.
struct ScenarioChecksTests {
  struct Mistakes: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: String
    let said: [String]
    var testDescription: String { name }

    init(_ name: String, _ steps: String, _ said: String...) {
      self.name = name
      self.steps = steps
      self.said = said
    }
  }

  @Test func `rounds in rounds are followed in time, and too many are told once`() {
    let depth = 45
    var lines = ["journey: Rounds", "steps:"]
    for level in 0..<depth {
      let blanks = String(repeating: "  ", count: 2 * level + 1)
      lines += ["\(blanks)- repeat: 2", "\(blanks)  steps:", "\(blanks)    - start_again:"]
    }
    lines.append(String(repeating: "  ", count: 2 * depth + 1) + "- finish:")
    var reader = ScenarioReader()
    let reading = reader.read(SourceFile(name: "a.yaml", text: lines.joined(separator: "\n")))
    #expect(reading.diagnostics.map(\.id) == [.tooLarge])
    #expect(reading.diagnostics.first?.range?.start.line == 3 * 13 + 3)
  }

  @Test(arguments: [
    Mistakes(
      "a capture serves the step's answers and later steps",
      """
        - screen: a
          capture: {x: {widget: w}}
          answers: {w: "${x}"}
          press: ${x}
        - screen: b
          widgets: {w: {value: "${x}"}}
      """),
    Mistakes(
      "a capture does not serve the step's own checks",
      """
        - screen: a
          messages: {global: "${⟦1⟧x}"}
          capture: {x: {widget: w}}
        - check: {x: present}
      """, "1 capture-too-early"),
    Mistakes(
      "a capture does not serve the steps before it",
      """
        - screen: a
          answers: {w: "${⟦1⟧x}"}
        - screen: b
          capture: {⟦2⟧x: {widget: w}}
      """, "1 unbound-variable"),
    Mistakes(
      "a capture of one branch is no capture",
      """
        - either:
            - - screen: a
                capture: {x: {widget: w}}
                answers: {w: "${x}"}
            - []
        - check: {⟦1⟧x: present}
      """, "1 capture-in-branch"),
    Mistakes(
      "a capture of all branches is one, also where the condition of a head decides between them",
      """
        - either:
            - - screen: a
                when: {app: web}
                capture: {x: {widget: w}}
            - - screen: b
                capture: {x: {widget: w}}
        - check: {x: present}
      """),
    Mistakes(
      "a capture of all branches is one",
      """
        - either:
            - - screen: a
                capture: {x: {widget: w}}
            - - screen: b
                capture: {x: {widget: v}}
        - check: {x: present}
      """),
    Mistakes(
      "the same condition makes a capture sure again",
      """
        - screen: a
          when: {app: ios}
          capture: {x: {widget: w}}
        - check: {x: present}
          when: {app: ios}
        - check: {⟦1⟧x: present}
          when: {app: android}
      """, "1 capture-in-branch"),
    Mistakes(
      "a default stands for what may not be there",
      """
        - screen: a
          optional: true
          capture: {x: {widget: w}}
        - screen: b
          answers: {w: "${x, 'none'}"}
      """),
    Mistakes(
      "index is bound in rounds only",
      """
        - repeat: 2
          steps:
            - screen: a
              answers: {w: "${index}"}
        - screen: b
          answers: {w: "${⟦1⟧index}"}
      """, "1 unbound-variable"),
    Mistakes(
      "what is captured in a round is there afterwards",
      """
        - repeat: 2
          steps:
            - screen: a
              capture: {x: {widget: w}}
        - check: {x: present}
      """),
    Mistakes(
      "after an end only what needs no screen may follow",
      """
        - finish:
        - mail: ${account.email}
        - wait: 1m
        - check: {app: web}
        - ⟦1⟧reset:
        - start_again:
        - error: login_required
        - open: https://acme.test/link
        - expired:
        - ⟦2⟧push: accept
      """, "1 step-after-end", "2 step-after-end"),
    Mistakes(
      "an end in all branches is an end",
      """
        - either:
            - - finish:
            - - error: access_denied
        - ⟦1⟧screen: a
      """, "1 step-after-end"),
    Mistakes(
      "an end in one branch is none",
      """
        - either:
            - - error: access_denied
            - - screen: a
        - screen: b
      """),
    Mistakes(
      "an end that may be skipped is none",
      """
        - finish:
          when: {app: web}
        - screen: a
      """),
    Mistakes(
      "the second round of a journey that ended has to begin anew",
      """
        - repeat: 2
          steps:
            - ⟦1⟧screen: a
            - finish:
      """, "1 step-after-end"),
    Mistakes(
      "a hand-over that comes back is no end",
      """
        - hand_over: present
          comes_back: {code: x}
        - screen: a
      """),
    Mistakes(
      "tokens need a finish on some way",
      """
        - ⟦1⟧revoke:
        - either:
            - - finish:
            - - screen: a
        - userinfo:
      """, "1 token-before-finish"),
    Mistakes(
      "branches begin with what can be shown",
      """
        - either:
            - - ⟦1⟧mail: ${account.email}
            - - screen: a
                within: 3s
            - []
      """, "1 bad-branch", "journeys/test.yaml:6:11 misplaced-key"),
  ]) func `scenarios are followed from step to step`(mistakes: Mistakes) {
    let text = ScenarioText(steps: mistakes.steps)
    #expect(
      text.said.filter { !$0.contains("unused-capture") } == mistakes.said, "\(DiagnosticRenderer().render(text.reading.diagnostics))")
  }

  @Test func `a fragment sees its parameters and what every scope sees`() {
    let files = MemoryFiles([
      "journeys/_f.yaml": """
      params: {a: required}
      steps:
        - screen: x
          answers: {p: "${a}", q: "${account.email}", r: "${caller}", s: "${index}", t: "${case}"}
      """
    ])
    let text = ScenarioText(
      """
      journey: T
      account: jane
      vars: {caller: x}
      steps:
        - repeat: 2
          steps:
            - use: _f.yaml
              with: {a: "${index}"}
      """,
      files: files)
    #expect(text.reading.diagnostics.map(\.id) == [.unboundVariable, .unboundVariable, .unboundVariable])
    #expect(text.reading.diagnostics.allSatisfy { $0.range?.file.name == "journeys/_f.yaml" })
  }

  @Test func `variables of the command line are bound`() {
    let text = "journey: T\nsteps:\n  - screen: x\n    answers: {p: \"${given}\"}\n"
    #expect(ScenarioText(text).said == ["journeys/test.yaml:4:21 unbound-variable"])
    #expect(ScenarioText(text, context: ScenarioContext(variables: ["given"])).said.isEmpty)
  }

  @Test func `vars see rows, cells and the vars before them`() {
    let text = """
      journey: T
      examples: [{name: a}]
      matrix: {locale: [en]}
      vars: {first: "${name}-${locale}", second: "${first}", third: "${⟦1⟧fourth}", fourth: x}
      steps:
        - screen: x
      """
    #expect(ScenarioText(text).said == ["1 unbound-variable"])
  }

  @Test func `fragments that use fragments do not grow without bounds`() {
    var texts = ["journeys/_0.yaml": "steps: [{screen: a}]"]
    for level in 1...20 { texts["journeys/_\(level).yaml"] = "steps: [{use: _\(level - 1).yaml}, {use: _\(level - 1).yaml}]" }
    let text = ScenarioText(steps: "  - use: _20.yaml\n", files: MemoryFiles(texts))
    #expect(text.reading.diagnostics.contains { $0.id == .tooLarge })
  }

  @Test func `scenarios alike are told across files`() {
    var reader = ScenarioReader()
    let first = reader.read(Array("journey: A\nsteps: [{screen: a}]\n".utf8), named: "a.yaml")
    let second = reader.read(Array("journey: B\ntags: [x]\nsteps:\n  - screen: \"a\"\n".utf8), named: "b.yaml")
    #expect(first.diagnostics.isEmpty)
    #expect(second.diagnostics.map(\.id) == [.alikeScenarios])
    #expect(second.isSound)
  }
}
