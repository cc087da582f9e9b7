import JourneyKit

/// What `journey mock` says once it listens: where it is, who may use it, and where a person looks further.
struct MockGreeting: Sendable {
  private let name: String
  private let clients: [(id: String, redirectURIs: [String])]
  private let people: [String]
  private let pagesPath: String?
  private let asksForToken: Bool
  private let authority: Authority

  /// Where the certificate is that clients have to trust.
  enum Authority: Sendable {
    /// None was made.
    case none
    /// It was not asked for, so it was not written.
    case unwritten
    case file(String)
    /// An earlier start wrote it, so that clients know it.
    case known(String)
  }

  init(_ mock: ServedMock, asksForToken: Bool, authority: Authority) {
    name = mock.name
    clients = mock.clients
    people = mock.people
    pagesPath = mock.pagesPath
    self.asksForToken = asksForToken
    self.authority = authority
  }

  func text(address: String) -> String {
    var lines = ["\(name) is served at \(address)"]
    if let pagesPath { lines.append("its pages begin at \(address)\(pagesPath)") }
    lines += clients.map { "client \($0.id): \($0.redirectURIs.joined(separator: ", "))" }
    lines.append("people: \(people.isEmpty ? "none" : people.joined(separator: ", "))")
    let token = asksForToken ? "; a browser asks for the control token as the password" : ""
    lines.append("control page: \(address)/__journey/ (passwords, inbox, clock\(token))")
    switch authority {
    case .file(let file): lines += Self.trust(file, address)
    case .unwritten: lines.append("its certificate is new and not trusted yet: --tls-ca-file FILE writes what clients have to trust")
    case .known(let file): lines.append("clients that trust \(file) need no change")
    case .none: break
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How common clients are made to trust the certificate; "Test your app against the mock" has the rest.
  private static func trust(_ file: String, _ address: String) -> [String] {
    [
      "clients have to trust \(file):",
      "  curl     curl --cacert \(file) \(address)/.well-known/openid-configuration",
      "  Node.js  NODE_EXTRA_CA_CERTS=\(file) node app.js",
      "  Python   REQUESTS_CA_BUNDLE=\(file) python3 app.py",
      "  Java     keytool -importcert -noprompt -alias journey -file \(file) -keystore mock.p12 -storepass changeit;",
      "           java -Djavax.net.ssl.trustStore=mock.p12 -Djavax.net.ssl.trustStorePassword=changeit …",
      "  Swift    on a simulator xcrun simctl keychain booted add-root-cert \(file); on Linux the system's store",
      "  Android  \(file) as res/raw/mock_ca.pem, named in the debug-overrides of network_security_config.xml",
    ]
  }
}
