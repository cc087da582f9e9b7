import Diagnostics
import Encodings
import JourneyMock
import JourneyScenario
import JourneyTestSupport
import MockMutation
import Testing

@testable import JourneyKit

/// Whatever stands in tenants.yaml, in a policy or in a list of allowed mutants: it is refused at a place, or the project is planned.
struct ProjectFileMutationTests {
  // MARK: Tenants files

  /// A shipped tenants file, and a scenario that is planned with it.
  private static let tenantsFiles = [
    "journeys/tenants.yaml": "journeys/sign-in/quay.yaml",
    "fixtures/tenants/policy-change/tenants.yaml": "fixtures/tenants/policy-change/sign-in.yaml",
    "journeys/_docs/tenants.yaml": "journeys/_docs/live.yaml",
    "journeys/_docs/_readme/tenants.yaml": "journeys/_docs/_readme/a.yaml",
    "journeys/_docs/_okta/tenants.yaml": "journeys/_docs/_okta/push.yaml",
    "journeys/_docs/_first/journeys/tenants.yaml": "journeys/_docs/_first/journeys/sign-in.yaml",
  ]

  @Test func `mutated tenants files are refused at a place, or bound, and scenarios are planned`() async throws {
    try await MutatedProject.with { shipped in
      try await Self.shrink(shipped.folder)
      let vocabulary =
        TenantKey.allCases.map(\.rawValue) + ClientKey.allCases.map(\.rawValue) + [
          "default", "tenants", "allow", "mock", "mailpit", "maildir", "command", "journey-flow",
        ]
      let files = MutatedFiles(
        kind: "tenants files", usual: 200, samples: Self.tenantsFiles.keys.sorted(), mutator: FileMutator(vocabulary: vocabulary),
        placeless: [.nothingFound])
      try await files.tryAll { name, text, random in
        try await shipped.replacing(name, by: text) {
          var settings = shipped.settings
          settings.paths = [shipped.folder.file(Self.tenantsFiles[name] ?? name)]
          settings.environment = ["ACME_ISSUER": "https://acme-staging.example", "PATH": ""]
          let run = JourneyRun(settings)
          // The mocks are what they were: that they are explored and changed is looked at now and then.
          guard Int.random(in: 0..<100, using: &random) == 0 else { return .init(diagnostics: run.diagnostics, isSound: !run.isRefused) }
          settings.exploresMocks = true
          let mutation = MutationRun(MutationSettings(settings))
          return .init(diagnostics: run.diagnostics + mutation.diagnostics.filter { $0.range != nil }, isSound: !mutation.isRefused)
        }
      }
    }
  }

  /// Puts small tenants in the places of the large ones, as it is tenants.yaml that is looked at.
  private static func shrink(_ folder: TemporaryFolder) async throws {
    try folder.write("journey: A\nsteps:\n  - finish:\n", to: "journeys/_docs/_readme/a.yaml")
    for (name, client) in [("acme", "acme-web"), ("harbor", "harbor-app"), ("quay", "quay-desk")] {
      try folder.write(Self.tenant(name, client), to: "fixtures/tenants/\(name).yaml")
    }
  }

  private static func tenant(_ name: String, _ client: String) -> String {
    """
    tenant: \(name)
    extends: journey-flow/standard
    clients:
      \(client): {redirect_uris: ["https://app.\(name).test/callback", "https://desk.quay.test/back"], scopes: [openid, profile, email]}
    accounts: {jane: {email: jane@x.test, password: secret}, ole: {username: ole, password: "482916"}}
    start: who
    flow: {who: {who: {find: {account.email: answer.user}, known: {when: account, go: finish}, other: {go: finish}}}}
    screens: {who: {forms: {who: {user: {type: input, label: User, required: true}, next: {type: submit, label: Next}}}}}

    """
  }

  // MARK: Policies

  private static let policy = "journeys/_docs/_pipelines/policy.yaml"
  private static let governed = """
    default: staging
    allow: {hosts: [mail.acme.test]}
    tenants:
      staging:
        dialect: journey-flow
        issuer: ${env.ACME_ISSUER}
        client: {id: web, redirect_uri: "https://app.acme.test/callback"}
        accounts: {jane: {email: jane@acme.test, password: "${secret.JANE_PASSWORD}"}}
        inbox: {http: {url: "https://mail.acme.test/api", token: "${secret.MAIL_TOKEN}"}}

    """
  private static let probing = """
    journey: Seeded and probed
    account: jane
    before:
      - run: [make, -C, /opt/ci/accounts, seed, "EMAIL=${account.email}"]
    after:
      - run: [/opt/ci/clean, all, of, it]
    steps:
      - request: GET https://mail.acme.test/api
      - finish:
        probes: [code_replay, refresh_reuse]

    """

  @Test func `mutated policies are refused at a place, or the project is planned under them`() async throws {
    try await TemporaryFolder.with { outside in
      let files = ["journeys/a.yaml": Self.probing]
      try await SampleProject.with(files, tenants: Self.governed) { project in
        let mutated = MutatedFiles(
          kind: "policies", usual: 300, samples: [Self.policy],
          mutator: FileMutator(vocabulary: PolicyKey.allCases.map(\.rawValue) + ["run", "timeout", "**"]))
        try await mutated.tryAll { _, text, _ in
          try outside.write(text, to: "policy.yaml")
          let run = project.run { settings in
            settings.policyFile = outside.file("policy.yaml")
            settings.environment = [
              "ACME_ISSUER": "https://acme-staging.example", "JANE_PASSWORD": "horse", "MAIL_TOKEN": "token", "SEED_KEY": "key",
            ]
          }
          return .init(diagnostics: run.diagnostics, isSound: !run.isRefused)
        }
      }
    }
  }

  // MARK: Allowed mutants

  @Test func `mutated lists of allowed mutants are refused at a place, or held against the mutants`() async throws {
    try await MutatedProject.with { shipped in
      let name = "fixtures/mutants.yaml"
      try shipped.folder.write("", to: name)
      let ids = try #require(shipped.project.sites["harbor"]?.mock).mutants().map(\.id)
      // Only Harbor's mutants are made here: an entry of another tenant would name none of them, and each list be refused.
      let files = MutatedFiles(
        kind: "lists of allowed mutants", usual: 50, samples: [name],
        excerpt: { list in
          list.split(separator: "\n").filter { $0.hasPrefix("harbor:") }.joined(separator: "\n") + "\n"
        })
      try await files.tryAll { _, text, _ in
        try await shipped.replacing(name, by: text) {
          var diagnostics: [Diagnostic] = []
          let allowed = AllowedMutants(shipped.folder.file(name), in: shipped.project.files, diagnostics: &diagnostics)
          allowed.checkNames(among: ids, diagnostics: &diagnostics)
          return .init(diagnostics: diagnostics, isSound: diagnostics.isEmpty)
        }
      }
    }
  }
}

extension MutationSettings {
  fileprivate init(_ run: RunSettings) {
    self.init()
    self.run = run
  }
}
