import Encodings
import JourneyMock

/// The classes of authentication that an app may ask for by `acr_values`, and which of them a sign-in reached.
///
/// What is unknown is ignored; a request that names nothing known asks for nothing. How a class follows from the methods of a sign-in
/// is inferred from the vendor's words for it.
enum AuthenticationContext: String, CaseIterable {
  case anyFactor = "urn:okta:loa:1fa:any"
  case password = "urn:okta:loa:1fa:pwd"
  case twoFactors = "urn:okta:loa:2fa:any"
  case twoFactorsIfPossible = "urn:okta:loa:2fa:any:ifpossible"
  case phishingResistant = "phr"
  case hardwareProtected = "phrh"

  /// What the app asked for and the person did not reach.
  static let unmet = OAuthError(
    "unmet_authentication_requirements", "The authentication requirements of the request were not met.")

  static var names: JSONValue { .array(allCases.map { .string($0.rawValue) }) }

  /// Those of a request's words that there are, in their order.
  static func known(_ words: [String]) -> [String] { words.filter { Self(rawValue: $0) != nil } }

  /// The first class of the request that a sign-in by these methods reached; `nil` for none.
  static func reached(_ request: StartRequest, by methods: [String]) -> String? {
    request.contexts.first { Self(rawValue: $0)?.isReached(by: methods) ?? false }
  }

  /// Whether a sign-in by these methods, in the words of `amr`, is good enough for the request.
  static func isReached(_ request: StartRequest, by methods: [String]) -> Bool {
    request.contexts.isEmpty || reached(request, by: methods) != nil
  }

  private func isReached(by methods: [String]) -> Bool {
    switch self {
    case .anyFactor, .twoFactorsIfPossible: true
    case .password: methods.contains("pwd")
    case .twoFactors: methods.contains("mfa")
    case .phishingResistant, .hardwareProtected: methods.contains("hwk")
    }
  }
}
