import JourneyTestSupport
import Testing

struct MutateCommandTests {
  /// A journey of one message, whose text it looks at.
  private static let journey = """
    journey: Whoever is unknown is told so
    tenant: acme
    steps:
      - screen: identification
        answers: {identifier: nobody@acme.test}
      - screen: identification
        messages: {identifier: We do not know this address.}

    """

  private static func project<Outcome>(_ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for file in ["acme.yaml", "acme.screens.yaml"] {
        try folder.write(try Fixtures.text(of: "fixtures/tenants/\(file)"), to: file)
      }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write(journey, to: "journeys/unknown.yaml")
      return try await body(folder)
    }
  }

  @Test func `it succeeds where every mutant is noticed`() async throws {
    try await Self.project { folder in
      let outcome = try await BuiltCommand.run(
        "mutate", "--mutant", "acme:message.unknown:", "--mutant", "acme:identification.identifier.unknown:drop-say", in: folder.path)
      #expect(outcome.code == 0)
      #expect(outcome.output == "2 mutants: 2 noticed\n")
      #expect(outcome.error == "")
    }
  }

  @Test func `it fails where one survives, and shows it at its place`() async throws {
    try await Self.project { folder in
      let outcome = try await BuiltCommand.run(
        "mutate", "--mutant", "acme:screen.identification.identifier.section-title:drop", in: folder.path)
      #expect(outcome.code == 1)
      #expect(outcome.output.contains("not noticed: widget 'section-title' is gone from screen 'identification' [acme:screen."))
      #expect(outcome.output.contains("\n        tested by unknown#whoever-is-unknown-is-told-so\n"))
      #expect(outcome.output.hasSuffix("\n1 mutant: 1 not noticed\n"))
    }
  }

  @Test func `a list of allowed mutants takes a survivor out of the count, and must not say what is not so`() async throws {
    try await Self.project { folder in
      let id = "acme:screen.identification.identifier.section-title:drop-widget"
      try folder.write("\(id): the title is decoration\n", to: "allowed.yaml")
      let arguments = ["mutate", "--mutant", "acme:screen.identification.identifier.section-title:drop", "--allow", "allowed.yaml"]
      let outcome = try await BuiltCommand.run(arguments, in: folder.path)
      #expect(outcome.code == 0)
      #expect(outcome.output == "1 mutant: 1 allowed\n")

      try folder.write("acme:message.unknown:change-message: nobody reads it\n", to: "allowed.yaml")
      let noticed = try await BuiltCommand.run("mutate", "--mutant", "acme:message.unknown:", "--allow", "allowed.yaml", in: folder.path)
      #expect(noticed.code == 2)
      #expect(noticed.error.contains("is noticed by 'unknown#whoever-is-unknown-is-told-so' [unused-name]"))
    }
  }

  @Test func `a wrong word is a wrong file, and a red scenario a failure`() async throws {
    try await Self.project { folder in
      let wrong = try await BuiltCommand.run("mutate", "--only", "drop-sey", in: folder.path)
      #expect(wrong.code == 2)
      #expect(wrong.error.contains("did you mean 'drop-say'?"))

      try folder.write(Self.journey.replacing("We do", with: "Some do"), to: "journeys/unknown.yaml")
      let red = try await BuiltCommand.run("mutate", "--only", "drop-say", in: folder.path)
      #expect(red.code == 1)
      #expect(red.error == "error: these scenarios fail before anything is changed:\n  unknown#whoever-is-unknown-is-told-so\n")
    }
  }
}
