import Encodings
import FoundationEssentials
import JourneyClient
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

@testable import FlowDialect
@testable import JourneyMock

/// What the vendor's SDKs refuse a server for, held against the shipped mocks and listed on a page.
@Suite(.serialized) struct StrivacityDemandsTests {
  /// The SDK for iOS draws no way to close, and did not draw passkeys before 4.2.0; the Java one draws neither, and Flutter no passkeys.
  /// Their apps open the hosted page there.
  private static let undrawn: [String: Set<String>] = [
    "ios": ["close"],
    "ios-2": ["close", "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"],
    "java": ["close", "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"],
    "flutter": ["passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"],
  ]

  @Test(arguments: FlowTenantBodies.names)
  func `every body of every state is one that every SDK decodes and draws`(name: String) throws {
    let bodies = try FlowTenantBodies(name).all()
    #expect(bodies.count > 10)
    for body in bodies {
      let state = try FlowState(body.json)
      let types = Set((state.forms ?? []).flatMap { $0.widgets.map(\.type) })
      for app in FlowAppProfile.all where types.isDisjoint(with: Self.undrawn[app.name] ?? []) {
        // Two SDKs ask for no minimal screens and cannot read them.
        if body.isMinimal, app.sdk == nil { continue }
        #expect(app.decoder?.problem(with: body.json) == nil, "\(name) \(body.state) for \(app.name)")
        guard !body.isMinimal else { continue }
        #expect(FlowFallback(app: app).obstacle(of: state, answer: state) == nil, "\(name) \(body.state) for \(app.name)")
      }
    }
  }

  @Test(arguments: FlowTenantBodies.names)
  func `every message is one that every SDK reads, but for remarks, at which the Java one throws`(name: String) throws {
    for rule in try FlowTenantBodies(name).tenant.graph.tables.messages {
      let message: JSONValue = ["type": .string(rule.level), "text": "a text"]
      let messages: [JSONValue] = [["global": message], ["identifier": ["identifier": message]]]
      for messages in messages {
        let body: JSONValue = ["hostedUrl": "https://tenant.test/provider/flow", "messages": messages]
        for app in FlowAppProfile.all where app.name != "java" || rule.level == "error" {
          #expect(app.decoder?.problem(with: body) == nil, "\(name) \(rule.name) for \(app.name)")
        }
      }
    }
  }

  @Test func `the tokens of a served mock, refreshed ones too, are those that every SDK accepts`() async throws {
    var app = TestApp(World(try AcmeTenant.load().served))
    let first = try await app.signIn(scope: "openid profile offline_access")
    let again = try await app.token([
      .init("grant_type", "refresh_token"), .init("refresh_token", try #require(first["refresh_token"]?.stringValue)),
    ])
    for (body, isFirst) in [(first, true), (again.body, false)] {
      let answer = TokenAnswer(.json(body))
      guard case .tokens(let tokens) = answer else {
        Issue.record("\(answer)")
        return
      }
      let parts = try #require(tokens.idToken?.unsafeText).split(separator: ".")
      let claims = Value(try JSONReader.read(try #require(Base64URL.decode(String(parts[1])))))
      for profile in FlowAppProfile.all {
        let problems = profile.tokens.problems(
          with: tokens, claims: claims, clientID: "acme-web", issuer: try WebURL("https://acme.test"), isFirst: isFirst)
        #expect(problems == [], "\(profile.name), first: \(isFirst)")
      }
    }
  }

  @Test(arguments: FlowTenantBodies.names)
  func `discovery has every member of the web SDK's type`(name: String) async throws {
    var app = TestApp(World(try FlowTenantBodies(name).tenant))
    let issuer = try FlowTenantBodies(name).tenant.issuer
    let document = try JSONReader.read(try await app.get("\(issuer)/.well-known/openid-configuration").body)
    for member in Self.metadata { #expect(document[member] != nil, "\(member)") }
  }

  /// `MetadataOptions` of `types.ts`, none of which is optional.
  private static let metadata = [
    "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "subject_types_supported", "response_types_supported",
    "claims_supported", "grant_types_supported", "response_modes_supported", "userinfo_endpoint", "scopes_supported",
    "token_endpoint_auth_methods_supported", "userinfo_signing_alg_values_supported", "id_token_signing_alg_values_supported",
    "id_token_signed_response_alg", "userinfo_signed_response_alg", "request_parameter_supported", "request_uri_parameter_supported",
    "require_request_uri_registration", "claims_parameter_supported", "revocation_endpoint", "backchannel_logout_supported",
    "backchannel_logout_session_supported", "frontchannel_logout_supported", "frontchannel_logout_session_supported",
    "end_session_endpoint", "request_object_signing_alg_values_supported", "code_challenge_methods_supported",
  ]

  // MARK: The page

  @Test func `the page lists what the SDKs demand`() throws {
    let apps = FlowAppProfile.all.filter { $0.decoder != nil }
    let titles = apps.map(\.name).joined(separator: " | ")
    var lines = ["", "Members without which an app cannot read a body, by part:", "", "| part | \(titles) |"]
    lines.append("|---|" + apps.map { _ in "---|" }.joined())
    lines.append(Self.row("a response", apps) { $0.answer.needs.map(\.self) })
    for part in [FlowPart.form, .option, .listedOption, .message] {
      lines.append(Self.row(Self.title(of: part), apps) { $0.parts[part]?.needs })
    }
    for type in FlowWidget.types.sorted() { lines.append(Self.row("`\(type)`", apps) { $0.widgets[type]?.needs }) }
    for type in ["vertical", "horizontal", "widget"] { lines.append(Self.row("layout `\(type)`", apps) { $0.layouts[type]?.needs }) }
    lines += ["", "What the SDKs' own renderers draw; for anything else they open the hosted page:", ""]
    lines += Self.drawingRows(apps)
    lines += ["", "Tokens:", "", "| app | response | ID token | `aud` | algorithm |", "|---|---|---|---|---|"]
    for app in FlowAppProfile.all {
      let tokens = app.tokens
      let response = tokens.members.map(\.rawValue).sorted() + (tokens.needsExactScope ? ["scope"] : [])
      let claims = tokens.claims + (tokens.needsIssuerWithSlash ? ["iss"] : [])
      lines.append(
        "| \(app.name) | \(Self.list(response)) | \(Self.list(claims)) | \(Self.words(for: tokens.audience)) | \(tokens.algorithm ?? "any") |"
      )
    }
    lines += ["", "Discovery, for the web SDK: \(Self.list(Self.metadata)).", ""]
    try expect(lines)
  }

  private static func drawingRows(_ apps: [FlowAppProfile]) -> [String] {
    let apps = apps.filter { $0.decoder?.drawing != nil }
    func rules(_ app: FlowAppProfile, _ type: String) -> [FlowDrawing.Rule] { app.decoder?.drawing?.rules[type] ?? [] }
    let rows = FlowWidget.types.sorted().filter { type in apps.contains { !rules($0, type).isEmpty } }.map { type in
      let cells = apps.map { app in
        guard app.draws(type) else { return "not drawn" }
        return rules(app, type).isEmpty ? "-" : rules(app, type).map(Self.words).joined(separator: "; ")
      }
      return "| `\(type)` | \(cells.joined(separator: " | ")) |"
    }
    return ["| part | \(apps.map(\.name).joined(separator: " | ")) |", "|---|" + apps.map { _ in "---|" }.joined()] + rows
  }

  private static func words(for rule: FlowDrawing.Rule) -> String {
    let member = "`\(rule.path.joined(separator: "."))`"
    let words =
      switch rule.asks {
      case .oneOf(let texts): "\(member) is \(texts.map { "`\($0)`" }.joined(separator: " or "))"
      case .oneOfIfSent(let texts): "\(member) is \(texts.map { "`\($0)`" }.joined(separator: " or ")), or is not there"
      case .elements: "\(member) has an element" + (rule.outcome == .crash ? ", else the app crashes" : "")
      case .firstOfType(let types): "the first of \(member) is \(types.map { "`\($0)`" }.joined(separator: " or "))"
      }
    return words + (rule.look.map { " (of a `\($0)`)" } ?? "")
  }

  private static func row(_ title: String, _ apps: [FlowAppProfile], _ needs: (FlowDecoder) -> [String]?) -> String {
    let cells = apps.map { app in app.decoder.flatMap(needs).map { $0.isEmpty ? "-" : list($0) } ?? "not drawn" }
    return "| \(title) | \(cells.joined(separator: " | ")) |"
  }

  private static func list(_ names: [String]) -> String { names.isEmpty ? "-" : names.map { "`\($0)`" }.joined(separator: ", ") }

  private static func title(of part: FlowPart) -> String {
    switch part {
    case .form: "a form"
    case .option: "an option"
    case .listedOption: "an option of `multiSelect`"
    case .message: "a message"
    case .widget: "a widget"
    case .layout: "a layout"
    }
  }

  private static func words(for audience: FlowAppProfile.Audience) -> String {
    switch audience {
    case .any: "any"
    case .first: "the client alone or first"
    case .firstOfList: "a list, the client first"
    case .list: "a list with the client"
    case .anyList: "a list"
    }
  }

  private func expect(_ lines: [String]) throws {
    let path = "Sources/JourneyKit/JourneyKit.docc/SDKDemands.md"
    let page = try Fixtures.text(of: path)
    let parts = page.split(separator: "<!-- strivacity demands -->\n", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let end = try #require(parts[1].firstRange(of: "<!-- end -->"))
    let written = parts[1][..<end.lowerBound]
    let text = lines.joined(separator: "\n") + "\n"
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = page[..<written.startIndex] + text + page[written.endIndex...]
      try String(changed).write(toFile: "\(Fixtures.packageRoot)/\(path)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(written) == text)
    }
  }
}

extension JSONShape {
  /// The members that have to be there, those of optional members below their names.
  fileprivate var needs: [String] {
    switch self {
    case .object(let members):
      members.flatMap { member in
        let inner = member.shape.needs.map { "\(member.name).\($0)" }
        return member.presence == .needed ? [member.name] + inner : inner
      }
    case .choice(_, let first, let second), .either(let first, let second): first.needs.filter(second.needs.contains)
    case .anything, .text, .flag, .whole, .word, .list, .sparseList, .map, .part: []
    }
  }
}
