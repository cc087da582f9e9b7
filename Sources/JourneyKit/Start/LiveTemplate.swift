import LocatedYAML

/// The file of a project to start from where there is a live tenant already.
public struct LiveTemplate: Sendable {
  /// The tenant's address, as in its discovery document.
  public var issuer: String
  /// The app as it is registered there.
  public var clientID: String
  public var redirectURI: String
  public var dialect: String
  /// The first page of a web site without OpenID, for which the rest is not known.
  public private(set) var site: String?

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
  /// How a tenant may be walked, the usual one first.
  public static var dialects: [String] { DialectRegistry().dialects.map(\.description.name) }

  /// What the project begins with.
  public var file: ProjectTemplate.File { ProjectTemplate.File(path: "journeys/tenants.yaml", text: text) }

  /// Where the tenant is, and as which app it is walked.
  private var place: String {
    if let site {
      return """
            dialect: hosted
            site: \(YAMLText.scalar(site))
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

  private var text: String {
    """
    # The tenants of the scenarios. This one is live: what a run does there stays. Use a test tenant.
    default: \(Self.tenant)

    tenants:
      \(Self.tenant):
    \(place)
        # Who walks. Passwords stay in the environment, or in a file for --secrets:
        # accounts:
        #   ada: {email: ada+ci@example.com, password: "${secret.ADA_PASSWORD}"}
        # Where mails and text messages arrive, for 'mail' and 'sms' steps:
        # inbox: {mailpit: "http://127.0.0.1:8025"}

    """
  }
}
