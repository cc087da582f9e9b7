/// A text with holes for what is known of the journey; unlike a scenario's, without functions.
package struct TextTemplate: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case literal(String)
    case hole(Hole)
  }

  /// What a text can contain.
  package enum Hole: Sendable, Hashable {
    case attribute(AttributeSlot)
    /// The same, all but its beginning and end hidden.
    case masked(AttributeSlot)
    case claim(String)
    /// The code that is sent with this message.
    case code
    /// The link that is sent with this message.
    case link
  }

  package var parts: [Part]

  package init(_ text: String) { parts = text.isEmpty ? [] : [.literal(text)] }
  package init(parts: [Part]) { self.parts = parts }

  /// The text, where it has no holes.
  package var constant: String? {
    switch parts.count {
    case 0: ""
    case 1: if case .literal(let text) = parts[0] { text } else { nil }
    default: nil
    }
  }

  /// Whether this hole is in it.
  package func has(_ hole: Hole) -> Bool { parts.contains(.hole(hole)) }

  /// Whether it says something of the account.
  package var namesAccount: Bool {
    parts.contains { part in
      switch part {
      case .hole(.attribute(let slot)), .hole(.masked(let slot)): slot.scope == .account
      case .literal, .hole: false
      }
    }
  }

  /// The text with its holes filled.
  package func text(_ fill: (Hole) -> String) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .hole(let hole): text += fill(hole)
      }
    }
    return text
  }

  /// `j•••@acme.test`, `•••••67`: enough to recognise an address or number by, as tenants show it.
  package static func masked(_ text: String) -> String {
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else {
      return String(repeating: "•", count: max(text.unicodeScalars.count - 2, 0)) + String(text.suffix(2))
    }
    return "\(text.prefix(1))•••\(text[at...])"
  }
}
