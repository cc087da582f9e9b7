import Diagnostics
import Encodings
import JourneyClient
import JourneyModel
import JourneyScenario
import SystemCalls

/// An org that may be read: its origin, the token that is bound to it, and how it is reached.
struct OrgConnection: Sendable {
  /// Nothing is sent; lower case, without a full stop.
  struct Refusal: Error {
    var reason: String
  }

  /// Without a path.
  let address: WebURL
  let origin: Origin
  /// With its scheme, for the header `Authorization`.
  let authorization: Secret
  /// As it may be found in an answer.
  let token: String
  let http: HTTPClientSettings
  /// What a person has to know, though the org is read.
  private(set) var warnings: [String] = []

  /// As much as an org may take to answer.
  static let limits = TransportLimits(
    bodyBytes: 16 * 1024 * 1024, connectTimeout: .seconds(10), readTimeout: .seconds(30), totalTimeout: .seconds(60))

  /// - Parameters:
  ///   - text: the address, as the caller writes it.
  ///   - folder: that of scenarios, outside whose project the policy has to be.
  init(to text: String, _ access: OrgAccess, folder: String) throws(Refusal) {
    (address, origin) = try Self.address(text)
    let (policy, problems) = PolicyFile.read(access.policyFile, project: ProjectFiles.around(folder))
    if let problem = problems.first(where: { $0.severity == .error }) { throw Refusal(reason: problem.message) }
    let trust = TrustRules(policy)
    if let reason = trust.refusal(of: address) ?? trust.refusal(ofName: access.secret, isSecret: true) { throw Refusal(reason: reason) }
    let secret = try Self.secret(access, trust, for: origin)
    token = secret.unsafeText
    try Self.check(token, access)
    authorization = secret.map { "\(access.kind.scheme) \($0)" }
    let network = CallerNetwork(access.environment)
    http = try Self.settings(network)
    warnings = problems.map(\.message)
    if access.kind == .ssws {
      warnings.append("an SSWS token can do everything that its administrator can: a service app with read scopes is safer")
    }
    if !IPAddress.isOfThisMachine(origin.host), let name = network.unusedProxy(for: address) {
      warnings.append("'\(origin.host)' is contacted directly: the proxy in \(name) is not used")
    }
    if let folder = access.savedTo { try Self.checkSaved(folder) }
  }

  private static func address(_ text: String) throws(Refusal) -> (WebURL, Origin) {
    let wanted = "--org takes the address of the org alone, such as https://acme.okta.com"
    let url: WebURL
    do throws(WebURLError) { url = try WebURL(text) } catch { throw Refusal(reason: "\(wanted): \(error)") }
    guard let origin = url.origin, ["http", "https"].contains(url.scheme), url.userInfo == nil, url.query == nil, url.fragment == nil,
      ["", "/"].contains(url.path)
    else { throw Refusal(reason: wanted) }
    guard url.scheme == "https" || IPAddress.isOfThisMachine(origin.host) else {
      throw Refusal(reason: "\(wanted): over 'http://' the token would travel unencrypted")
    }
    do throws(WebURLError) { return (try WebURL("\(origin)"), origin) } catch { throw Refusal(reason: "\(wanted): \(error)") }
  }

  /// The token, which goes to this origin only.
  private static func secret(_ access: OrgAccess, _ trust: TrustRules, for origin: Origin) throws(Refusal) -> Secret {
    var secrets: [String: String] = [:]
    if let path = access.secretsFile {
      do throws(SecretsFile.Problem) { secrets = try SecretsFile.read(path) } catch { throw Refusal(reason: error.message) }
    }
    let environment = RunEnvironment(variables: access.environment, secrets: secrets, trust: trust)
    guard case .secret(let secret)? = environment.secrets(for: SecretScope(own: [origin]))[access.secret] else {
      let state = secrets[access.secret] ?? access.environment[access.secret] == nil ? "not set" : "set but empty"
      throw Refusal(
        reason: "the secret '\(access.secret)' is \(state): it has the token, as an environment variable or a line of the --secrets file")
    }
    guard secret.origins?.contains(origin) ?? false else {
      let places = (trust.origins(ofSecret: access.secret) ?? []).map { "'\($0)'" }.sorted().joined(separator: ", ")
      throw Refusal(
        reason: "the policy lets the secret '\(access.secret)' go to \(places.isEmpty ? "no address" : places), not to '\(origin)'")
    }
    return secret
  }

  /// A shorter text cannot be looked for in answers.
  private static let shortestToken = 12
  private static let longestToken = 16 * 1024

  /// Refuses what would be no header, or could not be found again in an answer.
  private static func check(_ token: String, _ access: OrgAccess) throws(Refusal) {
    let name = "the secret '\(access.secret)'"
    if token.contains(" ") { throw Refusal(reason: "\(name) has a blank: it is the token alone, and --token-kind says what kind it is") }
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Refusal(reason: "\(name) has a character that no token has")
    }
    guard (shortestToken...longestToken).contains(token.utf8.count) else {
      throw Refusal(reason: "\(name) has \(token.utf8.count) characters, which no token has")
    }
  }

  private static func settings(_ network: CallerNetwork) throws(Refusal) -> HTTPClientSettings {
    var http = HTTPClientSettings(limits: limits)
    guard let path = network.authoritiesFile else { return http }
    guard let pem = network.authorities(in: path), HTTPClientTransport.areCertificates(pem) else {
      throw Refusal(reason: "the certificates '\(path)', which SSL_CERT_FILE names, cannot be read, or are not PEM")
    }
    http.authorities = pem
    return http
  }

  /// Answers are kept in a folder of their own: with those of another day they would be one org.
  private static func checkSaved(_ folder: String) throws(Refusal) {
    guard let kind = FileStatus(ofLinkOrFile: folder)?.kind else { return }
    guard kind == .folder, FolderEntry.all(in: folder)?.isEmpty == true else {
      throw Refusal(reason: "--save takes a new folder, or one that is empty: '\(folder)' is neither")
    }
  }
}
