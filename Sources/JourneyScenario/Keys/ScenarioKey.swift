/// The keys of a scenario.
package enum ScenarioKey: String, DocumentedKey {
  case journey, id, description, tags, owner, ticket, tenant, given, account, start, app, engine, vars, examples, indistinguishable, matrix
  case before, after, timeout, retries, skip
  case knownIssue = "known_issue"
  case steps

  /// How often a case may be walked again.
  static let retryBounds = 0...100

  /// Whether `_folder.yaml` may give it to all scenarios below: not what makes one scenario itself.
  package var mayStandInFolder: Bool {
    switch self {
    case .journey, .id, .steps: false
    case .description, .tags, .owner, .ticket, .tenant, .given, .account, .start, .app, .engine, .vars, .examples, .indistinguishable,
      .matrix:
      true
    case .before, .after, .timeout, .retries, .skip, .knownIssue: true
    }
  }

  package var summary: String {
    switch self {
    case .journey: "the title: the test's name, unique in its file"
    case .id: "a stable name, so that a test keeps its history when the title changes"
    case .description: "what it is about; shown in reports"
    case .tags: "labels for selecting it"
    case .owner: "who answers questions; shown in reports"
    case .ticket: "where it is discussed; shown in reports"
    case .tenant: "the system to test, by its name in tenants.yaml; else the default one"
    case .given: "the situation that the tenant's rules see: its name, or facts such as 'zones' and 'risk'"
    case .account: "the account it signs in as, or a list from which a free one is chosen"
    case .start: "how the journey begins"
    case .app: "which app of the vendor it behaves as, or a list of the apps that it is written for"
    case .engine: "what walks its web pages"
    case .vars: "variables; a value may use earlier ones"
    case .examples: "rows of variables, a case for each"
    case .indistinguishable: "all examples must see the same, apart from the typed text"
    case .matrix: "lists that are combined, a case for each combination"
    case .before: "steps that prepare it"
    case .after: "clean-up steps, which always run"
    case .timeout: "how long one attempt may take"
    case .retries: "how often a failed case is retried"
    case .skip: "not run, and why"
    case .knownIssue: "expected to fail, and why"
    case .steps: "the expected screens and the answers, in order"
    }
  }
}

/// The keys of a map under `skip`.
package enum SkipKey: String, DocumentedKey {
  case why, until

  package var summary: String {
    switch self {
    case .why: "the reason, which the reports show"
    case .until: "the last day on which it is skipped, yyyy-MM-dd"
    }
  }
}

/// The keys of a map under `examples`.
package enum ExamplesKey: String, DocumentedKey {
  case csv, json

  package var summary: String {
    switch self {
    case .csv: "a CSV file whose first line names the variables"
    case .json: "a JSON file with a list of objects"
    }
  }
}

/// The keys of a fragment.
package enum FragmentKey: String, DocumentedKey {
  case params, steps

  package var summary: String {
    switch self {
    case .params: "the parameters of 'use', each with its default or 'required'"
    case .steps: "the steps that replace the 'use'"
    }
  }
}

/// The keys of `start` that every dialect has.
package enum StartKey: String, DocumentedKey {
  case parameters, headers

  package var summary: String {
    switch self {
    case .parameters: "any other query parameter of the address that starts the journey"
    case .headers: "headers of every request of the journey"
    }
  }
}
