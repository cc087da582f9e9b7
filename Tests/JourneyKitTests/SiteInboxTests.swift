import Diagnostics
import Encodings
import FoundationEssentials
import JourneyClient
import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Synchronization
import Testing

@testable import JourneyKit

/// Where a live tenant's messages arrive, beside a Mailpit.
struct SiteInboxTests {
  private static let start = Instant(milliseconds: 0)

  // MARK: Maildir

  private static func maildir(
    _ mails: [String: String], to recipient: String = "jane@acme.test", since mark: Instant = start
  ) async throws -> [InboxMessage] {
    try await TemporaryFolder.with { folder in
      for place in ["new", "cur", "tmp"] { try folder.makeFolder("mail/\(place)") }
      for (name, text) in mails { try folder.write(text, to: "mail/\(name)") }
      let inbox = MaildirInbox(files: ProjectFiles(root: folder.path), folder: "mail")
      return try await inbox.messages(to: recipient, channel: .mail, since: mark)
    }
  }

  @Test func `a Maildir gives the mails to a recipient, read or not`() async throws {
    let messages = try await Self.maildir([
      "new/1.a.host": "To: jane@acme.test\nSubject: One\n\nhttps://acme.test/x\n", "cur/2.b.host:2,S": "To: <JANE@acme.test>\n\n123456\n",
      "new/3.c.host": "To: otto@acme.test\n\n3\n", "tmp/4.d.host": "To: jane@acme.test\n\n4\n", "new/.hidden": "To: jane@acme.test\n\n5\n",
    ])
    #expect(Set(messages.map(\.id)) == ["1.a.host", "2.b.host"])
    let first = try #require(messages.first { $0.id == "1.a.host" })
    #expect(first.subject == "One")
    #expect(first.links == ["https://acme.test/x"])
  }

  @Test func `mails that came before are left out`() async throws {
    let later = Instant(milliseconds: 4_000_000_000_000)
    #expect(try await Self.maildir(["new/1": "To: jane@acme.test\n\n1\n"], since: later) == [])
  }

  @Test(arguments: [(0, 1), (0.4, 0)])
  func `a mail whose time has no fraction came within that second`(fraction: Double, count: Int) async throws {
    try await TemporaryFolder.with { folder in
      for place in ["new", "cur"] { try folder.makeFolder("mail/\(place)") }
      try folder.write("To: jane@acme.test\n\nx", to: "mail/new/1")
      let inbox = MaildirInbox(files: ProjectFiles(root: folder.path), folder: "mail")
      let date = Date(timeIntervalSince1970: 1_790_000_000 + fraction)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.file("mail/new/1"))
      let messages = try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Instant(milliseconds: 1_790_000_000_700))
      #expect(messages.count == count)
    }
  }

  @Test func `a Maildir outside of the project is read where the caller names it, and nothing outside of it`() async throws {
    let tenants = """
      default: pine
      tenants:
        pine:
          dialect: journey-flow
          issuer: https://pine.example
          client: {id: web, redirect_uri: "https://app.pine.example/back"}
          inbox: {maildir: ../../mail}

      """
    let scenario = ["journeys/a.yaml": "journey: A\nsteps:\n  - screen: a\n"]
    try await TemporaryFolder.with { outside in
      for place in ["new", "cur"] { try outside.makeFolder("mail/\(place)") }
      try outside.write("To: jane@acme.test\n\nhush\n", to: "other")
      try outside.write("To: jane@acme.test\nSubject: Hello\n\n1\n", to: "mail/new/1")
      try await SampleProject.with(scenario, tenants: tenants) { project in
        #expect(project.run().problems == ["unreadable-include: the Maildir '../../mail' cannot be read: it is outside the project"])
        #expect(project.run().diagnostics.first?.suggestion == "'--maildir TENANT=PATH' names one outside of the project")
        let run = project.run { $0.maildirs = ["pine": outside.file("mail")] }
        #expect(run.problems == [])
        guard case .maildir(let folder, let root?) = run.project.sites["pine"]?.inbox else {
          Issue.record("no Maildir")
          return
        }
        let inbox = MaildirInbox(files: ProjectFiles(root: root), folder: folder)
        #expect(try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Self.start).map(\.subject) == ["Hello"])
        try outside.link("mail/new/2", to: outside.file("other"))
        await #expect(throws: DriverError.self) { try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Self.start) }
        let missing = project.run { $0.maildirs = ["pine": outside.path] }
        #expect(missing.problems == ["unreadable-include: the Maildir '\(outside.path)' cannot be read: it has no folder 'new'"])
        let unknown = project.run { $0.maildirs = ["pine": outside.file("mail"), "oak": "x"] }
        #expect(unknown.problems == ["bad-selection: maildirs: unknown tenant 'oak'"])
      }
    }
  }

  @Test func `what is no Maildir, or leads out of the project, is not read`() async throws {
    try await TemporaryFolder.with { outside in
      try outside.write("To: jane@acme.test\n\nhush\n", to: "secret")
      try await TemporaryFolder.with { folder in
        try folder.makeFolder("mail/new")
        let inbox = MaildirInbox(files: ProjectFiles(root: folder.path), folder: "mail")
        await #expect(throws: DriverError(.impossible, "'mail' is not a Maildir: it has no folder 'cur'")) {
          try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Self.start)
        }
        try folder.link("mail/new/1", to: outside.file("secret"))
        try folder.makeFolder("mail/cur")
        await #expect(throws: DriverError(.impossible, "the Maildir 'mail' cannot be read: it is a link that leads outside the project")) {
          try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Self.start)
        }
      }
    }
  }

  // MARK: Recipients that are made of secrets

  /// A secret that a recipient contains, and whether the inbox may be told it.
  struct Told: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var source = Secret.Source.caller
    var origins: [String]?
    var hasPolicy = true
    let isTold: Bool
  }

  @Test(arguments: [
    Told(testDescription: "one of the tenant alone", origins: ["https://acme.test"], isTold: false),
    Told(testDescription: "one that the policy lets go to the inbox", origins: ["https://acme.test", "https://mails.test"], isTold: true),
    Told(testDescription: "something that the run learned", source: .walk, isTold: false),
    Told(testDescription: "something that the server said", source: .server, hasPolicy: false, isTold: false),
    Told(testDescription: "the caller's, without a policy", hasPolicy: false, isTold: true),
  ])
  func `an inbox elsewhere is asked for a recipient with a secret only where the secret may go`(_ row: Told) throws {
    let origins = try row.origins.map { Set(try $0.map { try #require(WebURL($0).origin) }) }
    let secret = Secret("Rita-zebra-33", name: "secret.PW", origins: origins, source: row.source)
    let (tenant, mails) = (try WebURL("https://acme.test"), try WebURL("https://mails.test/m"))
    let scope = SecretScope(own: Set([tenant.origin].compactMap(\.self)), others: Set([mails.origin].compactMap(\.self)))
    let trust = TrustRules(row.hasPolicy ? Policy() : nil)
    let refusal = SiteInbox.http(mails, token: nil).refusal(of: secret, within: scope, trust)
    #expect((refusal == nil) == row.isTold)
    let said = "the inbox was not asked: the secret 'secret.PW' in the recipient may not go to 'https://mails.test'"
    if let refusal { #expect(refusal == said) }
    #expect(SiteInbox.maildir("mail", root: nil).refusal(of: secret, within: scope, trust) == nil, "read on this machine")
  }

  @Test func `a command as inbox is told a secret only if the policy hands it over`() {
    let secret = Secret("jane@acme.test", name: "secret.JANE_EMAIL")
    var policy = Policy()
    policy.commands = [Policy.Command(words: ["fetch"]), Policy.Command(words: ["fetch", "all"], variables: ["JANE_EMAIL"])]
    let trust = TrustRules(policy)
    #expect(SiteInbox.command(["fetch"]).refusal(of: secret, within: SecretScope(own: []), trust) != nil)
    #expect(SiteInbox.command(["fetch", "all"]).refusal(of: secret, within: SecretScope(own: []), trust) == nil)
  }

  // MARK: Commands

  private static func commands(_ words: [String], in folder: TemporaryFolder) -> LocalCommands {
    var policy = Policy()
    policy.commands = [Policy.Command(words: words)]
    return LocalCommands(trust: TrustRules(policy), folder: folder.path, variables: [:])
  }

  @Test func `a command is asked for messages, and told which`() async throws {
    try await TemporaryFolder.with { folder in
      let script = """
        #!/bin/sh
        echo "[{\\"to\\": \\"$JOURNEY_TO\\", \\"channel\\": \\"$JOURNEY_CHANNEL\\", \\"received\\": \\"$JOURNEY_SINCE\\", \\"text\\": \\"$1\\"}]"

        """
      try folder.write(script, to: "fetch")
      try folder.makeRunnable("fetch")
      let words = ["./fetch", "482913"]
      let inbox = CommandInbox(words: words, commands: Self.commands(words, in: folder))
      let messages = try await inbox.messages(to: "+36301234567", channel: .sms, since: Instant(milliseconds: 1_700_000_000_000))
      #expect(messages.map(\.text) == ["482913"])
      #expect(messages.map(\.to) == ["+36301234567"])
    }
  }

  @Test func `a command that fails, or that no policy allows, gives no messages`() async throws {
    try await TemporaryFolder.with { folder in
      let words = ["/bin/sh", "-c", "echo no mail today >&2; exit 7"]
      let failing = CommandInbox(words: words, commands: Self.commands(words, in: folder))
      await #expect(throws: DriverError(.impossible, "the inbox's command '/bin/sh' ended with status 7: no mail today")) {
        try await failing.messages(to: "jane@acme.test", channel: .mail, since: Self.start)
      }
      let forbidden = CommandInbox(words: words, commands: Self.commands(["/bin/echo"], in: folder))
      await #expect(throws: DriverError.self) {
        try await forbidden.messages(to: "jane@acme.test", channel: .mail, since: Self.start)
      }
    }
  }

  @Test func `a command answers a push, and is told who does what`() async throws {
    try await TemporaryFolder.with { folder in
      let words = ["/bin/sh", "-c", "echo $JOURNEY_PUSH $JOURNEY_ACCOUNT > answer; test $JOURNEY_ACCOUNT = jane"]
      let tenant = LiveTenant(device: CommandDevice(words: words, commands: Self.commands(words, in: folder)))
      try await tenant.answerPush(accepts: true, account: "jane")
      #expect(try folder.text(of: "answer") == "accept jane\n")
      await #expect(throws: DriverError(.impossible, "the device's command '/bin/sh' ended with status 1")) {
        try await tenant.answerPush(accepts: false, account: "otto")
      }
      #expect(try folder.text(of: "answer") == "reject otto\n")
    }
  }

  // MARK: HTTP

  /// Answers one list and remembers what it was asked.
  private final class Listing: HTTPTransport {
    let asked = Mutex<[HTTPRequestMessage]>([])

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      asked.withLock { $0.append(request) }
      let list = "[{\"to\": \"jane@acme.test\", \"received\": \"2026-01-31T09:30:00Z\", \"text\": \"1\"}]"
      return HTTPResponseMessage(status: 200, headers: ["Content-Type": "application/json"], body: Array(list.utf8))
    }
  }

  @Test func `an address is asked for messages, with its token`() async throws {
    let transport = Listing()
    let address = try WebURL("https://mail.acme.test/api")
    let own = Origin(scheme: "https", host: "mail.acme.test", port: 443)
    let inbox = HTTPInbox(address: address, token: .secret(Secret("hush-hush", name: "secret.T", origins: [own])), transport: transport)
    #expect(try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Self.start).map(\.text) == ["1"])
    let request = try #require(transport.asked.withLock { $0.first })
    #expect(request.url.description == "https://mail.acme.test/api?to=jane%40acme.test&channel=mail&since=1970-01-01T00%3A00%3A00.000Z")
    #expect(request.headers["authorization"] == "Bearer hush-hush")
  }

  @Test func `a token that is for others is not sent`() async throws {
    let transport = Listing()
    let inbox = HTTPInbox(
      address: try WebURL("https://mail.evil.test/"), token: .secret(Secret("hush-hush", name: "secret.T", origins: [])),
      transport: transport)
    await #expect(throws: DriverError.self) { try await inbox.messages(to: "jane@acme.test", channel: .mail, since: Self.start) }
    #expect(transport.asked.withLock { $0.isEmpty })
  }

  // MARK: tenants.yaml

  private static func problems(_ lines: String, policy: Policy? = nil) async throws -> [String] {
    let tenants = """
      tenants:
        acme:
          dialect: journey-flow
          issuer: https://acme.test
          client: {id: web, redirect_uri: "https://app.acme.test/callback"}
          \(lines)

      """
    return try await SampleProject.with(["journeys/a.yaml": "journey: A\ntenant: acme\nsteps:\n  - finish:\n"], tenants: tenants) {
      project in
      try project.folder.makeFolder("journeys/mail")
      try project.folder.link("journeys/_out", to: "/tmp")
      return project.run().problems
    }
  }

  @Test func `inboxes and devices are checked before anything is walked`() async throws {
    #expect(try await Self.problems("inbox: {maildir: mail}") == [])
    #expect(
      try await Self.problems("inbox: {maildir: male}").first?.contains("the Maildir 'male' cannot be read: no such folder")
        == true)
    #expect(try await Self.problems("inbox: {maildir: _out}").first?.contains("it is outside the project") == true)
    #expect(try await Self.problems("inbox: {http: {url: \"https://mail.acme.test\"}}") == [])
    #expect(try await Self.problems("inbox: {http: {token: x}}").first?.contains("'http' needs 'url'") == true)
    #expect(try await Self.problems("inbox: {http: {url: \"https://a.test\", bearer: x}}").first?.contains("unknown key 'bearer'") == true)
    let refused = "not-allowed: commands are run only if the caller's policy allows them"
    #expect(try await Self.problems("inbox: {command: [./fetch]}") == [refused])
    #expect(try await Self.problems("device: {command: [./answer]}") == [refused])
  }
}
