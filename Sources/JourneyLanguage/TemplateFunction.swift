internal import Encodings

/// The functions that an expression may call.
package enum TemplateFunction: String, Sendable, Hashable, CaseIterable {
  case uuid
  case uniqueEmail = "unique_email"
  case digits
  case totp
  case now
  case base64url
  case sha256
  case lower
  case urlEncode = "url_encode"
  case loginHint = "login_hint"
}

extension TemplateFunction {
  /// How a person writes a call, e.g. `digits(6)`.
  package var usage: String {
    switch self {
    case .uuid: "uuid()"
    case .uniqueEmail: "unique_email('acme.test')"
    case .digits: "digits(6)"
    case .totp: "totp(account.totp)"
    case .now: "now(), now('+1d') or now('+1d', 'yyyy-MM-dd')"
    case .base64url: "base64url(name)"
    case .sha256: "sha256(name)"
    case .lower: "lower(name)"
    case .urlEncode: "url_encode(name)"
    case .loginHint: "login_hint(account.email)"
    }
  }

  /// How many arguments it takes.
  package var argumentCount: ClosedRange<Int> {
    switch self {
    case .uuid: 0...0
    case .now: 0...2
    case .uniqueEmail, .digits, .totp, .base64url, .sha256, .lower, .urlEncode, .loginHint: 1...1
    }
  }

  /// What is wrong with a call as it is written: the number of arguments, or an argument in quotes that cannot be.
  ///
  /// - Parameter arguments: the texts of those in quotes; `nil` for those that are not known yet.
  func mistake(in arguments: [String?]) -> String? {
    guard argumentCount.contains(arguments.count) else {
      return "'\(rawValue)' takes \(argumentCountText), found \(arguments.count)"
    }
    let texts = arguments.compactMap(\.self)
    guard texts.count == arguments.count else { return nil }
    switch self {
    case .digits: return Self.digitCount(texts[0]) == nil ? Self.digitCountMistake(texts[0]) : nil
    case .uniqueEmail: return Self.isDomain(texts[0]) ? nil : Self.domainMistake(texts[0])
    case .now: return MomentRequest.mistake(in: texts)
    case .totp: return Base32.decode(texts[0]) == nil ? "the argument of 'totp' is not Base32 text" : nil
    case .uuid, .base64url, .sha256, .lower, .urlEncode, .loginHint: return nil
    }
  }

  private var argumentCountText: String {
    switch (argumentCount.lowerBound, argumentCount.upperBound) {
    case (0, 0): "no argument"
    case (1, 1): "1 argument"
    case (let fewest, let most): "\(fewest) to \(most) arguments"
    }
  }

  static func digitCount(_ text: String) -> Int? {
    guard text.utf8.count <= 3, let count = Int(text), 1...100 ~= count else { return nil }
    return count
  }

  static func digitCountMistake(_ text: String) -> String {
    "'digits' takes a number from 1 to 100, found '\(text)'"
  }

  /// Whether a text is possible after `@` in an address; it only excludes what would break the address.
  static func isDomain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 253
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"@<>(),;:\"\\".utf8.contains($0) }
  }

  static func domainMistake(_ text: String) -> String {
    "'unique_email' takes a domain such as 'acme.test', found '\(text)'"
  }

  /// Whether its results differ from walk to walk.
  var makesUp: Bool {
    switch self {
    case .uuid, .uniqueEmail, .digits, .totp, .now: true
    case .base64url, .sha256, .lower, .urlEncode, .loginHint: false
    }
  }
}
