import Encodings
import JourneyTestSupport

/// A project whose every secret is known to the test: its own and those that its tenant generates.
struct CanaryProject: Sendable {
  /// Secrets that the environment gives, by name; the password is one that every encoding spells differently.
  static let environment = [
    "JANE_PASSWORD": #"C4nary "päss" +/&=-11"#, "OTTO_PASSWORD": "canary-otto-22", "OTTO_TOTP": "JBSWY3DPEHPK3PXPCANARY77",
    "RITA_PASSWORD": "canary-rita-33", "PROBE_KEY": "canary-probe-key-44",
  ]
  /// What a careless person types.
  static let typed = "canary-typed-55"
  /// What a forgotten password is replaced with.
  static let replaced = "Canary-lobster-66"
  /// Begins every echo, so that a test sees that there was one.
  static let echo = "the server echoes"

  let record = WireRecord()

  /// The tenant: it repeats in a message, and in a page of trouble, every secret that it ever saw.
  func tenant(at address: String) throws -> TroubledTenant {
    let texts = [
      ("password: Jane-horse-11", "password: '\(Self.environment["JANE_PASSWORD"] ?? "")'"),
      ("password: Otto-mule-22", "password: \(Self.environment["OTTO_PASSWORD"] ?? "")"),
      ("password: Rita-zebra-33", "password: \(Self.environment["RITA_PASSWORD"] ?? "")"),
      ("totp: JBSWY3DPEHPK3PXP", "totp: \(Self.environment["OTTO_TOTP"] ?? "")"),
    ]
    return TroubledTenant(at: address, definition: try TroubledTenant.acme(replacing: texts)) { request, answer in
      let everything = everything
      let body = String(decoding: answer.body, as: UTF8.self)
      if request.headers["x-trouble"] == "page", request.url.path.hasSuffix("/form/password") {
        return .answer(HTTPResponseMessage(500, "text/html", "<html><body>\(everything)</body></html>"))
      }
      record.add(request, answer)
      let wrong = "The password is incorrect."
      guard body.contains(wrong) else { return nil }
      let text = JSONWriter.text(of: .string(everything)).dropFirst().dropLast()
      var told = answer
      told.body = Array(body.replacing(wrong, with: text).utf8)
      return .answer(told)
    }
  }

  /// All that went over the wire so far, in every spelling.
  private var everything: String {
    Self.echo + " " + secretsSoFar.keys.flatMap { SecretSpelling.written($0).sorted() }.joined(separator: " ")
  }

  /// Every secret of the project and its runs, and what it is.
  var allSecrets: [String: String] {
    secretsSoFar.merging([Self.typed: "typed", Self.replaced: "replaced"]) { told, _ in told }
  }

  private var secretsSoFar: [String: String] {
    var secrets: [String: String] = [:]
    for (name, secret) in Self.environment { secrets[secret] = name }
    for (name, values) in record.secrets { for value in values { secrets[value] = name } }
    return secrets
  }

  /// A tenant that sends links, with which a forgotten password is replaced.
  func linkTenant(at address: String) throws -> TroubledTenant {
    TroubledTenant(at: address, definition: try TroubledTenant.load("harbor.yaml")) { request, answer in
      record.add(request, answer)
      return nil
    }
  }

  /// Writes the files of a project with two tenants at these addresses.
  func write(to folder: TemporaryFolder, tenantAt address: String, linksAt linkAddress: String) throws {
    try folder.write(Self.tenants(at: address) + Self.linkTenant(at: linkAddress), to: "journeys/tenants.yaml")
    for (name, text) in Self.scenarios { try folder.write(text, to: "journeys/\(name).yaml") }
  }

  private static func tenants(at address: String) -> String {
    """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: \(address)
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, profile, email, offline_access]}
        inbox: {mailpit: "\(address)"}
        headers: {X-Probe: "${secret.PROBE_KEY}"}
        accounts:
          jane: {email: jane@acme.test, password: "${secret.JANE_PASSWORD}"}
          otto: {email: otto@acme.test, password: "${secret.OTTO_PASSWORD}", totp: "${secret.OTTO_TOTP}"}
          rita: {email: rita@acme.test, password: "${secret.RITA_PASSWORD}"}

    """
  }

  private static func linkTenant(at address: String) -> String {
    """
      harbor:
        dialect: journey-flow
        issuer: \(address)
        client: {id: harbor-app, redirect_uri: "https://app.harbor.test/callback", entry_url: "https://app.harbor.test/welcome"}
        inbox: {mailpit: "\(address)"}
        accounts:
          nils: {email: nils@harbor.test}

    """
  }

  private static let signIn = """
    account: NAME
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: "${account.password}"}

    """

  private static let scenarios = [
    "c-passes": "journey: Passes\n" + signIn.replacing("NAME", with: "otto") + """
        - screen: mfaPasscode
          answers: {passcode: "${totp(account.totp)}"}
        - finish:
        - refresh_tokens:
        - userinfo:

      """,
    "d-mail": "journey: Passes by mail\n" + signIn.replacing("NAME", with: "rita") + """
        - mail: ${account.email}
          capture: {otp: code}
        - screen: mfaPasscode
          answers: {passcode: "${otp}"}
        - finish:
          claims: {sub: nobody}

      """,
    "a-fails": """
    journey: Fails
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers:
          password: \(typed)
      - screen: password
        messages: {password: "Try again, ${account.password}"}

    """,
    "f-captured": "journey: Keeps a code to herself\n" + signIn.replacing("NAME", with: "rita") + """
        - mail: ${account.email}
          capture: {otp: code}
        - check: {otp: present}
        - start_again: {prompt: login}
        - screen: identification
          answers: {identifier: "${account.email}"}
        - screen: password
          answers: {password: \(typed)}
        - screen: password
          messages: {password: nothing of the kind}

      """,
    "e-link": """
    journey: Passes by a link and fails
    tenant: harbor
    account: nils
    steps:
      - screen: signIn
        press: Forgot your password?
      - screen: recovery
        answers: {email: "${account.email}"}
      - screen: recovery
        messages: any
      - mail: ${account.email}
        capture: {reset: link}
      - open: ${reset}
      - screen: newPassword
        answers: {password: \(replaced)}
      - finish:
        tokens: none
      - start_again:
      - screen: signIn
        answers: {email: "${account.email}", password: \(replaced)}
      - finish:
        claims: {sub: nobody}

    """,
    "b-breaks": "journey: Breaks\nstart: {headers: {X-Trouble: page}}\n" + signIn.replacing("NAME", with: "jane"),
  ]
}
