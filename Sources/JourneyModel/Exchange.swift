/// One request and its response, as a report shows it.
///
/// The recorder made secrets of what must not be seen; bodies of responses are concealed when they are shown.
public struct Exchange: Sendable, Hashable {
  /// What the exchange was for, in the dialect's words, e.g. `form identifier`.
  public var purpose: String
  public var method: String
  /// Without the parts that are secret, e.g. `https://acme.test/oauth2/auth?state=***`.
  public var url: String
  public var requestHeaders: [Header]
  public var requestBody: Body
  /// `nil` if there was no response.
  public var response: Answered?
  /// From the first byte sent to the last one read.
  public var duration: Duration

  /// One header field; a value that must not be seen is a secret.
  public struct Header: Sendable, Hashable {
    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What was sent.
  public enum Body: Sendable, Hashable {
    case none
    /// Fields of a form, secrets among them.
    case form([Value.Member])
    /// A JSON document, secrets among its values.
    case json(Value)
    case text(String)
  }

  /// What was answered.
  public struct Answered: Sendable, Hashable {
    public var status: Int
    /// In the order received; cookies and the like are secrets.
    public var headers: [Header]
    /// The bytes of the body, unchanged; never show them without concealing.
    public var body: [UInt8]
    /// Members of a JSON body, at any depth, whose values must not be seen, e.g. `access_token`.
    public var concealedMembers: Set<String>
    /// What the `Set-Cookie` headers said, values left out.
    public var cookies: [ReceivedCookie]

    public init(
      status: Int, headers: [Header], body: [UInt8], concealedMembers: Set<String> = [], cookies: [ReceivedCookie] = []
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.concealedMembers = concealedMembers
      self.cookies = cookies
    }
  }

  public init(
    purpose: String, method: String, url: String, requestHeaders: [Header] = [], requestBody: Body = .none,
    response: Answered? = nil, duration: Duration = .zero
  ) {
    self.purpose = purpose
    self.method = method
    self.url = url
    self.requestHeaders = requestHeaders
    self.requestBody = requestBody
    self.response = response
    self.duration = duration
  }
}

/// The attributes of a cookie that a server set; its value is not kept.
public struct ReceivedCookie: Sendable, Hashable {
  public var name: String
  /// The attributes by the names that scenarios use: `secure`, `http_only`, `same_site`, `domain`, `path`, `max_age`.
  public var attributes: [Value.Member]

  public init(name: String, attributes: [Value.Member]) {
    self.name = name
    self.attributes = attributes
  }
}

extension Exchange.Header {
  /// Names of headers that say something of the way, the time or the size of a response.
  private static let ofDelivery: Set<String> = [
    "age", "cf-cache-status", "cf-ray", "connection", "content-encoding", "content-length", "date", "etag", "expires", "keep-alive",
    "last-modified", "server-timing", "transfer-encoding", "via", "x-cache", "x-cache-hits", "x-served-by", "x-timer",
  ]

  /// Whether a header says how a response came and not what it is, or what a mock says of itself to tests.
  ///
  /// - Parameter name: in lower case.
  package static func isOfDelivery(_ name: String) -> Bool { ofDelivery.contains(name) || name.hasPrefix("x-journey-") }
}
