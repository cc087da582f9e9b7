import JourneyTestSupport

/// A project whose cases are listed and never run.
enum ListedProject {
  private static let session = """
    journey: One
    tags: [smoke, session]
    owner: identity
    steps:
      - screen: a
        messages: none

    ---
    journey: Two
    tags: [session, slow]
    description: What two is for
    steps:
      - screen: b
        messages: none

    """

  private static let rows = """
    journey: Three is refused
    examples:
      - {case: low, who: jane}
      - {case: high, who: rita}
    steps:
      - {screen: a, answers: {who: "${who}"}}
      - screen: b

    ---
    journey: Four is not ready
    skip: the tenant cannot do it yet
    ticket: ACME-4
    steps:
      - screen: c
        messages: none

    """

  /// Makes the project and hands it over.
  static func with<Outcome>(_ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      try folder.write(TenantText.live(at: "https://acme.test"), to: "journeys/tenants.yaml")
      try folder.write(session, to: "journeys/session.yaml")
      try folder.write(rows, to: "journeys/two words/rows.yml")
      return try await body(folder)
    }
  }
}
