import Diagnostics
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyTestSupport

/// A small tenant to be broken in one place at a time.
enum TenantSource {
  /// The parts of a whole tenant; a test replaces some of them.
  static let parts: [(key: String, text: String)] = [
    ("tenant", "tenant: tiny\nextends: journey-flow/standard\n"),
    ("clients", "clients: {app: {redirect_uris: [\"https://app.test/cb\"]}}\n"),
    ("policy", "policy: {tries: 2, strict: account.level == high}\n"),
    ("facts", "facts: {account.level: [low, high]}\n"),
    ("accounts", "accounts: {ann: {email: ann@x.test, password: secret}}\n"),
    ("counters", "counters: {pass: {of: account, limit: policy.tries}}\n"),
    ("timers", "timers: {}\n"),
    ("messages", "messages: {wrong: {on: password, en: Wrong.}}\n"),
    ("mails", "mails: {}\n"),
    (
      "screens",
      """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              password: {type: password, label: Password}
              submit: {type: submit, label: Go}

      """
    ),
    ("start", "start: login\n"),
    (
      "flow",
      """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            right: {when: account and answer.password == account.password and not policy.strict, go: finish}
            full: {when: counter.pass == full, say: wrong}
            wrong: {count: pass, say: wrong}

      """
    ),
  ]

  static func text(replacing changes: [String: String] = [:]) -> String {
    parts.map { changes[$0.key] ?? $0.text }.joined()
  }

  static func load(_ text: String) -> (tenant: MockTenant?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(
      SourceFile(name: "t.yaml", text: text), speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics
    ) {
      path, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    return (tenant, diagnostics)
  }
}
