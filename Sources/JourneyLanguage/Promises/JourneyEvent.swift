/// Something that happens in a journey and that promises are about.
package enum JourneyEvent: Sendable, Hashable {
  /// The journey is done, and tokens are issued.
  case tokens
  /// It ends in an OAuth error.
  case error
  /// A link of a message is opened.
  case link
  /// A screen is shown; ids may be given up to a slash.
  case screen(String)
  /// A mail or text message is sent.
  case mail(String)
  /// What a person answers is right, and is taken as such.
  case right(Proof, on: String?)
  /// What a person answers is wrong.
  case wrong(Proof, on: String?)

  /// What a person proves who they are by.
  package enum Proof: String, Sendable, Hashable, CaseIterable {
    case password
    /// A code of a message or of an authenticator app.
    case code
    /// An answer to a question of their own.
    case answer
  }

  /// How events are written.
  package static let forms = [
    "tokens", "an error", "a link", "screen ID", "mail NAME", "right password", "wrong password", "right code", "wrong code",
    "right answer",
    "wrong answer", "right code on ID",
  ]
}

extension JourneyEvent {
  /// Reads an event, with the number before it; `nil` if it is none.
  package static func read(_ text: String) -> (event: JourneyEvent, count: Int?)? {
    var words = text.split(separator: " ").map(String.init)
    var count: Int?
    if let first = words.first, let number = Int(first) {
      count = number
      words.removeFirst()
    }
    return event(words, isPlural: count.map { $0 != 1 } ?? false).map { ($0, count) }
  }

  private static func event(_ words: [String], isPlural: Bool) -> JourneyEvent? {
    switch words.first {
    case "tokens" where words.count == 1: return .tokens
    case "an" where words == ["an", "error"]: return .error
    case "a" where words == ["a", "link"]: return .link
    case "screen" where words.count == 2: return .screen(words[1])
    case "mail" where words.count == 2: return .mail(words[1])
    case "right", "wrong":
      guard words.count == 2 || words.count == 4 && words[2] == "on" else { return nil }
      let name = isPlural && words[1].hasSuffix("s") ? String(words[1].dropLast()) : words[1]
      guard let proof = Proof(rawValue: name) else { return nil }
      let place = words.count == 4 ? words[3] : nil
      return words[0] == "right" ? .right(proof, on: place) : .wrong(proof, on: place)
    default: return nil
    }
  }

  /// The screen or message that it names; `nil` for none.
  package var screen: String? {
    switch self {
    case .screen(let id): id
    case .right(_, let place), .wrong(_, let place): place
    case .tokens, .error, .link, .mail: nil
    }
  }

  /// Whether what happened is what this event means: ids may be given up to a slash.
  package func means(_ other: JourneyEvent) -> Bool {
    switch (self, other) {
    case (.screen(let id), .screen(let shown)): Self.isPart(id, of: shown)
    case (.right(let proof, let place), .right(let given, let shown)), (.wrong(let proof, let place), .wrong(let given, let shown)):
      proof == given && (place == nil || shown.map { Self.isPart(place ?? "", of: $0) } ?? false)
    default: self == other
    }
  }

  /// Whether an id is another one, or the beginning of it up to a slash.
  package static func isPart(_ id: String, of whole: String) -> Bool { whole == id || whole.hasPrefix(id + "/") }
}
