import Encodings

/// A platform's JSON reader: which values it takes for a text, a flag or a number though they are of another kind.
enum PlatformReader: Sendable, Hashable, CaseIterable {
  /// `JSONDecoder`, which takes no other kind.
  case swift
  /// `kotlinx.serialization` as the SDK sets it up: flags and numbers may be in quotes.
  case kotlin
  /// Dart's casts, which take no other kind; a number with a fraction is not an `int`.
  case dart
  /// Android's `org.json`, which makes a text of anything and reads flags and numbers out of texts.
  case android

  func takesText(_ json: JSONValue) -> Bool {
    self == .android ? !json.isNull : json.stringValue != nil
  }

  func takesFlag(_ json: JSONValue) -> Bool {
    if json.boolValue != nil { return true }
    switch self {
    case .swift, .dart: return false
    case .kotlin: return ["true", "false"].contains(json.stringValue)
    case .android: return ["true", "false"].contains(json.stringValue?.asciiLowercased)
    }
  }

  func takesWholeNumber(_ json: JSONValue) -> Bool {
    switch self {
    case .swift:
      guard case .number(let spelling) = json, let number = Double(spelling) else { return false }
      return number == number.rounded() && number.magnitude < 9e18
    case .kotlin: return (json.numberSpelling ?? json.stringValue).map { Int32($0) != nil } ?? false
    case .dart: return json.numberSpelling.map { Int($0) != nil } ?? false
    case .android: return (json.numberSpelling ?? json.stringValue).map { Double($0) != nil } ?? false
    }
  }
}

extension JSONValue {
  fileprivate var numberSpelling: String? {
    guard case .number(let spelling) = self else { return nil }
    return spelling
  }
}
