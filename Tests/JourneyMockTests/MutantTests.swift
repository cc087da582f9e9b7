import Diagnostics
import Encodings
import JourneyMock
import JourneyModel
import JourneyTestSupport
import MockMutation
import Testing

struct MutantTests {
  private static let tiny = TenantSource.text(replacing: [
    "policy": "policy: {tries: 2, wait: 10m, strict: account.level == high}\n",
    "mails": "mails: {code: {to: account.email, subject: Code, text: \"${code} is it\"}}\n",
    "timers": "timers: {code: {of: session, lasts: 5m}}\n",
    "flow": """
    flow:
      login:
        login:
          find: {account.email: answer.identifier}
          right: {when: account and answer.password == account.password and not policy.strict, send: code, start: code, go: finish}
          full: {when: counter.pass == full, say: wrong}
          code: {when: timer.code == running and answer.password == sent.code, go: finish}
          wrong: {count: pass, say: wrong}

    """,
  ])

  private static func mutants(_ text: String = tiny) throws -> (tenant: MockTenant, mutants: [Mutant]) {
    let tenant = try #require(TenantSource.load(text).tenant)
    return (tenant, tenant.mutants())
  }

  @Test func `each element of a tenant has its mutants, in the order of the file`() throws {
    let (_, mutants) = try Self.mutants()
    let own = mutants.filter { $0.place.file.name == "t.yaml" }
    #expect(
      own.map(\.id) == [
        "tiny:policy.tries:raise-limit", "tiny:policy.wait:lengthen", "tiny:policy.strict:negate-when", "tiny:timer.code:lengthen",
        "tiny:message.wrong:change-message", "tiny:mail.code:empty-mail:code",
        "tiny:screen.login.login.identifier:drop-widget", "tiny:screen.login.login.identifier:rename-widget",
        "tiny:screen.login.login.identifier:swap-required", "tiny:screen.login.login.password:drop-widget",
        "tiny:screen.login.login.password:rename-widget", "tiny:screen.login.login:drop-submit",
        "tiny:screen.login.login.submit:rename-widget", "tiny:screen.login.login.submit:relabel-submit",
        "tiny:login.login:drop-find:account.email", "tiny:login.login.right:drop-edge",
        "tiny:login.login.right:negate-when", "tiny:login.login.right:ignore-part:account",
        "tiny:login.login.right:accept-any:answer.password", "tiny:login.login.right:ignore-part:policy.strict",
        "tiny:login.login.right:drop-send:code", "tiny:login.login.right:drop-start:code", "tiny:login.login.right:swap-go:start",
        "tiny:login.login.right:swap-go:stay", "tiny:login.login.right:refuse-finish", "tiny:login.login.full:drop-edge",
        "tiny:login.login.full:negate-when",
        "tiny:login.login.full:drop-say:wrong", "tiny:login.login.code:drop-edge", "tiny:login.login.code:negate-when",
        "tiny:login.login.code:ignore-part:timer.code == running", "tiny:login.login.code:accept-any:answer.password",
        "tiny:login.login.code:swap-go:start", "tiny:login.login.code:swap-go:stay", "tiny:login.login.code:refuse-finish",
        "tiny:login.login.wrong:drop-edge",
        "tiny:login.login.wrong:drop-count:pass", "tiny:login.login.wrong:drop-say:wrong",
      ])
    #expect(mutants.dropFirst(own.count).allSatisfy { $0.place.file.name == "journey-flow/standard" })
  }

  @Test func `a mutant's place is that of what is changed`() throws {
    let (_, mutants) = try Self.mutants()
    let places = [
      "tiny:policy.tries:raise-limit": "tries", "tiny:login.login.right:ignore-part:account": "account",
      "tiny:login.login.right:accept-any:answer.password": "answer.password == account.password",
      "tiny:login.login.right:drop-send:code": "code", "tiny:screen.login.login.identifier:swap-required": "true",
      "tiny:login.login:drop-find:account.email": "account.email",
    ]
    for (id, text) in places {
      let place = try #require(mutants.first { $0.id == id }?.place)
      let line = try #require(place.file.line(place.start.line)).unicodeScalars
      let marked = line.dropFirst(place.start.column - 1).prefix(place.end.column - place.start.column)
      #expect(String(marked) == text, "\(id)")
    }
  }

  private static func mutated(_ id: String, of tenant: MockTenant) throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    let mutant = try #require(tenant.mutants().first { $0.id == id }, "\(id)")
    return try #require(MockTenant.mutated(mutant, of: tenant, diagnostics: &diagnostics), "\(diagnostics.map(\.message))")
  }

  @Test func `an end that is refused looks completed until it is followed`() async throws {
    let tenant = try Self.mutated("acme:enrolment.decide.settled:refuse-finish", of: try AcmeTenant.load())
    var app = TestApp(World(tenant))
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    let end = try await app.submit("password", ["password": "Jane-horse-11"])
    #expect(end["finalizeUrl"] != nil)
    let callback = try await app.finish(end)
    #expect(callback["error"] == "access_denied")
    #expect(callback["code"] == nil)
  }

  @Test func `without what submits it a form keeps everything else, and its layout knows`() throws {
    let tenant = try AcmeTenant.load()
    func widgets(_ tenant: MockTenant) throws -> [String] {
      let password = try #require(tenant.screens.first { $0.id == "password" })
      return password.forms.flatMap { form in form.widgets.map { "\(form.id).\($0.id.text)" } }
    }
    let mutated = try Self.mutated("acme:screen.password.password:drop-submit", of: tenant)
    #expect(try widgets(mutated) == (try widgets(tenant)).filter { $0 != "password.submit" })
    #expect(try widgets(tenant).contains("password.submit"))
    let mutants = tenant.mutants().filter { $0.operation == .dropSubmit }
    #expect(mutants.contains { $0.id == "acme:screen.registration.registration:drop-submit" }, "it has a layout")
    for mutant in mutants {
      var diagnostics: [Diagnostic] = []
      #expect(MockTenant.mutated(mutant, of: tenant, diagnostics: &diagnostics) != nil, "\(mutant.id): \(diagnostics.map(\.message))")
    }
  }

  @Test func `a form that has several buttons loses each of them, and all at once`() throws {
    let screens = TenantSource.parts.first { $0.key == "screens" }?.text ?? ""
    let both = screens.replacing(
      "submit: {type: submit, label: Go}", with: "submit: {type: submit, label: Go}\n        by-mail: {type: submit}")
    let (tenant, mutants) = try Self.mutants(TenantSource.text(replacing: ["screens": both]))
    let made = mutants.filter { $0.id.contains("submit") || $0.id.contains("by-mail") }.map { $0.id.dropFirst("tiny:screen.login.".count) }
    #expect(
      made == [
        "login:drop-submit", "login.submit:drop-widget", "login.submit:rename-widget", "login.submit:relabel-submit",
        "login.by-mail:drop-widget", "login.by-mail:rename-widget",
      ])
    let none = try Self.mutated("tiny:screen.login.login:drop-submit", of: tenant)
    #expect(none.screens.first?.forms.first?.widgets.map(\.id.text) == ["identifier", "password"])
  }

  @Test(arguments: ["en", "hu"])
  func `a label is another one in each language`(_ language: String) async throws {
    let tenant = try AcmeTenant.load()
    let mutated = try Self.mutated("acme:screen.identification.identifier.submit:relabel-submit", of: tenant)
    let before = try await Self.mainButton(of: tenant, in: language)
    let after = try await Self.mainButton(of: mutated, in: language)
    #expect(before["label"] == (language == "en" ? "Continue" : "Tovább"))
    #expect(after["label"] == "Something else")
    #expect(after["id"] == before["id"])
  }

  /// The button of the first screen's first form.
  private static func mainButton(of tenant: MockTenant, in language: String) async throws -> JSONValue {
    var app = TestApp(World(tenant))
    _ = try await app.authorize([.init("ui_locales", language)])
    let widgets = try await app.initialize()["forms"]?[0]?["widgets"]?.arrayValue
    return try #require(widgets?.first { $0["type"] == "submit" })
  }

  @Test func `ids are unique in the shipped tenants, and the same each time`() throws {
    for tenant in [try AcmeTenant.load(), try AcmeTenant.load("harbor.yaml")] {
      let ids = tenant.mutants().map(\.id)
      #expect(ids.count > 100)
      #expect(Set(ids).count == ids.count)
      #expect(ids == tenant.mutants().map(\.id))
    }
  }

  @Test func `numbers that cannot be higher and names said a thousand times are changed all the same`() throws {
    let said = Array(repeating: "wrong", count: 1000).joined(separator: ", ")
    let text = TenantSource.text(replacing: [
      "policy": "policy: {tries: 9223372036854775807, wait: 36525d}\n",
      "counters": "counters: {pass: {of: account, limit: policy.tries}, far: {of: session, limit: 9223372036854775807}}\n",
      "clients":
        "clients: {app: {redirect_uris: [\"https://app.test/cb\"]}}\nlimits: [{paths: [/], requests: 9223372036854775807, per: 36525d}]\n",
      "flow": "flow: {login: {login: {right: {when: counter.far == full, go: finish}, wrong: {count: [pass, far], say: [\(said)]}}}}\n",
    ])
    let (tenant, mutants) = try Self.mutants(text)
    #expect(mutants.count { $0.operation == .raiseLimit } == 0)
    #expect(mutants.count { $0.id.hasPrefix("tiny:login.login.wrong:drop-say:wrong") } == 1000)
    #expect(Set(mutants.map(\.id)).count == mutants.count)
    let longer = try #require(mutants.first { $0.id == "tiny:limits.1:lengthen" })
    var diagnostics: [Diagnostic] = []
    #expect(MockTenant.mutated(longer, of: tenant, diagnostics: &diagnostics) != nil)
  }

  @Test func `every operator has a mutant in the shipped tenants`() throws {
    let made = Set([try AcmeTenant.load(), try AcmeTenant.load("harbor.yaml")].flatMap { $0.mutants() }.map(\.operation))
    let rare: Set<MutationOperator> = [.flipPolicy, .dropExpire, .dropAdd, .dropRemove, .dropEvaluate]
    #expect(Set(MutationOperator.allCases).subtracting(made).subtracting(rare) == [])
  }

  @Test func `what the tenant's own checks refuse is not served`() throws {
    let (tenant, mutants) = try Self.mutants()
    for (id, refusal) in [
      "tiny:login.login.wrong:drop-edge": "form 'login' leads nowhere when no edge matches: the last one has a 'when'",
      "tiny:screen.login.login.password:drop-widget": "no widget 'password' on form 'login'",
      "tiny:message.wrong:change-message": nil,
    ] {
      let mutant = try #require(mutants.first { $0.id == id })
      var diagnostics: [Diagnostic] = []
      let mutated = MockTenant.mutated(mutant, of: tenant, diagnostics: &diagnostics)
      #expect((mutated == nil) == (refusal != nil), "\(id)")
      let errors = diagnostics.filter { $0.severity == .error }.map(\.message)
      if let refusal { #expect(errors.contains { $0.hasPrefix(refusal) }, "\(errors)") } else { #expect(errors == []) }
    }
  }

  @Test func `whoever takes a later edge of a form has to do with an earlier one's condition`() throws {
    let (_, mutants) = try Self.mutants()
    func touch(_ id: String) throws -> MutantTouch { try #require(mutants.first { $0.id == id }).touch }
    #expect(
      try touch("tiny:login.login.full:negate-when").edges == ["login.login.full", "login.login.code", "login.login.wrong"])
    #expect(try touch("tiny:login.login.full:drop-say:wrong").edges == ["login.login.full"])
    #expect(try touch("tiny:policy.tries:raise-limit").edges == ["login.login.wrong"])
    #expect(try touch("tiny:timer.code:lengthen").edges == ["login.login.right"])
    #expect(try touch("tiny:message.wrong:change-message").texts == ["Wrong."])
    #expect(try touch("tiny:screen.login.login:drop-submit").screens == ["login"])
    let unused = try touch("tiny:policy.wait:lengthen")
    #expect(unused.edges.isEmpty && unused.screens.isEmpty && unused.texts.isEmpty && !unused.isEverything)
  }
}
