import Diagnostics
import HostedSpeech
import JourneyMock
import LocatedYAML

/// A screen as the gateway serves it: what is on it, and where it is.
struct GatewayScreenRule: Sendable {
  /// What is on it; its links are apart.
  var page: HostedScreenRule
  var path: PathPattern
  /// By language.
  var title: [TextTemplate] = []
  var heading: [TextTemplate] = []
  /// Where a person goes who is done here and came from no app; `nil` for the site itself.
  var after: String?
  /// Where forms are posted that go elsewhere than to the screen's own path, by their ids.
  var actions: [String: PathPattern] = [:]
  var links: [GatewayLinkRule] = []

  /// Where a form is posted.
  func action(of form: String) -> PathPattern { actions[form] ?? path }
}

/// A link of a screen.
struct GatewayLinkRule: Sendable {
  /// Where it leads.
  enum Target: Sendable, Hashable {
    case path(String)
    /// Where the person came from.
    case onward
  }

  var form: String
  var condition: Guard
  var label: [TextTemplate]
  var target: Target
  /// The path to come back to from there; `nil` for none.
  var back: String?
}

/// A path in which `:token` matches any one segment.
struct PathPattern: Sendable, Hashable {
  static let token = ":token"
  private let segments: [String]

  init(_ text: String) { segments = Self.segments(of: text) }

  /// Whether it has a place for a token.
  var hasToken: Bool { segments.contains(Self.token) }

  /// The page's name in conditions: `reset-password`, `welcome-link`.
  var word: String {
    segments.map { $0 == Self.token ? "link" : $0 }.joined(separator: "-")
  }

  /// How a path fits.
  struct Match: Sendable, Hashable {
    var token: String?
  }

  /// The token in a path that fits; `nil` for one that does not.
  func match(_ path: String) -> Match? {
    let others = Self.segments(of: path)
    guard others.count == segments.count else { return nil }
    var token: String?
    for (segment, other) in zip(segments, others) {
      if segment == Self.token { token = other } else if segment != other { return nil }
    }
    return Match(token: token)
  }

  /// The path with a token in its place.
  func path(token: String?) -> String {
    "/" + segments.map { $0 == Self.token ? token ?? "-" : $0 }.joined(separator: "/")
  }

  private static func segments(of path: String) -> [String] { path.split(separator: "/").map(String.init) }
}
