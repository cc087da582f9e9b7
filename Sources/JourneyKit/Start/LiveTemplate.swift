import HostedDialect
import JourneyModel
import LocatedYAML

/// The file of a project to start from where there is a live tenant already.
public struct LiveTemplate: Sendable {
  /// Who signs in at a site, with a password out of the environment.
  struct Account: Sendable, Hashable {
    /// What is typed: a name or an e-mail address.
    let user: String

    init(_ user: String) { self.user = user }

    /// How scenarios call the person: the name, or the part before '@'.
    var name: String {
      let name = (user.split(separator: "@").first ?? "").lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
      return name.isEmpty ? "person" : name
    }

    var key: String { user.contains("@") ? "email" : "username" }

    /// The environment variable that has the password.
    var variable: String { "\(name.uppercased())_PASSWORD" }

    var line: String {
      let user = YAMLText.scalar(user, isInBrackets: true)
      return "      \(YAMLText.scalar(name)): {\(key): \(user), password: \"${secret.\(variable)}\"}"
    }
  }

  /// The tenant's address, as in its discovery document.
  public var issuer: String
  /// The app as it is registered there.
  public var clientID: String
  public var redirectURI: String
  public var dialect: String
  /// The first page of a web site without OpenID, for which the rest is not known.
  public private(set) var site: String?
  /// What walks its pages; `nil` for the default.
  var engine: PageEngineKind?
  var account: Account?
  /// Which page is which.
  var rules: [PageRule] = []
  /// What selects the site's own messages of errors.
  var messages: [PageSelector] = []
  /// Whether the site refuses something, and no message of it was found.
  var lacksMessage = false
  /// The checks that did not hold when the project began.
  var skipped: Set<String> = []

  /// A web site without OpenID, by its first page.
  public init(site: String) {
    self.init(issuer: "", clientID: "", redirectURI: "", dialect: "hosted")
    self.site = site
  }

  public init(issuer: String, clientID: String, redirectURI: String, dialect: String) {
    self.issuer = issuer
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.dialect = dialect
  }

  /// How the tenant is called in the project.
  public static let tenant = "live"
  /// How a tenant may be walked, the default first.
  public static var dialects: [String] { DialectRegistry().dialects.map(\.description.name) }

  /// What the project begins with.
  public var file: ProjectTemplate.File { ProjectTemplate.File(path: "journeys/tenants.yaml", text: text) }

  /// Where the tenant is, and as which app it is walked.
  private var place: String {
    if let site {
      let engine = engine == .browser ? "\n    engine: browser" : ""
      return """
            dialect: hosted
            site: \(YAMLText.scalar(site))\(engine)
        """
    }
    return """
          dialect: \(YAMLText.scalar(dialect))
          issuer: \(YAMLText.scalar(issuer))
          client:
            id: \(YAMLText.scalar(clientID))
            redirect_uri: \(YAMLText.scalar(redirectURI))
            scopes: [openid, email]
            # Where links of mails lead that your app opens by itself:
            # entry_url: https://app.example.com/welcome
      """
  }

  private var people: String {
    if let account { return "    accounts:\n\(account.line)" }
    return """
          # accounts:
          #   ada: {email: ada+ci@example.com, password: "${secret.ADA_PASSWORD}"}
      """
  }

  private var pages: String {
    guard !rules.isEmpty else { return "" }
    return """
          # Which page is which: the first rule that fits names the screen.
          pages:
            rules:
      \(rules.map(\.line).joined(separator: "\n"))

      """
  }

  private var said: String {
    if lacksMessage {
      return """
              # Where the site says why it refuses something: put the element's id or class here, and take the '# ' out.
              # messages:
              #   "#its-id": error

        """
    }
    guard !messages.isEmpty else { return "" }
    let lines = messages.map { "        \(YAMLText.scalar($0.description)): error\n" }
    return "      # Where the site says why it refuses something.\n      messages:\n" + lines.joined()
  }

  private var checks: String {
    guard !skipped.isEmpty else { return "" }
    return "    # What the site has to fix; remove these then.\n    checks:\n"
      + skipped.sorted().map { "      \($0): {skip: \"found when the project began\"}\n" }.joined()
  }

  private var text: String {
    """
    # The tenants of the scenarios. This one is live: what a run does there stays. Use a test tenant.
    default: \(Self.tenant)

    tenants:
      \(Self.tenant):
    \(place)
        # Who walks. Passwords stay in the environment, or in a file for --secrets:
    \(people)
        # Where mails and text messages arrive, for 'mail' and 'sms' steps:
        # inbox: {mailpit: "http://127.0.0.1:8025"}
    \(pages)\(said)\(checks)
    """
  }
}
