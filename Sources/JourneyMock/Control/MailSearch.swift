import JourneyModel

/// What messages are searched for, as Mailpit writes it: words and phrases, and some of its filters.
struct MailSearch: Sendable {
  private struct Term: Sendable {
    enum Field: String, CaseIterable {
      case any, to, from, subject, tag
    }

    var field: Field
    /// In lower case.
    var text: String
    var excludes: Bool
  }

  private let terms: [Term]

  init(_ call: ControlCall) throws(ControlRefusal) {
    guard let query = call.query("query"), !query.isEmpty else {
      throw ControlRefusal("'query' says what to search for", suggestion: "write ?query=to:jane@acme.test")
    }
    terms = Self.words(in: query).map { word in
      var text = word[...]
      let excludes = text.first == "-" || text.first == "!"
      if excludes { text = text.dropFirst() }
      if let colon = text.firstIndex(of: ":"), let field = Term.Field(rawValue: text[..<colon].lowercased()), field != .any {
        return Term(field: field, text: text[text.index(after: colon)...].lowercased(), excludes: excludes)
      }
      return Term(field: .any, text: text.lowercased(), excludes: excludes)
    }
  }

  /// Parted at spaces outside of quotes; the quotes are left out.
  private static func words(in query: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in query {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Whether every term is in the message, and none that is excluded.
  func fits(_ message: InboxMessage, from sender: String) -> Bool {
    terms.allSatisfy { term in
      let texts =
        switch term.field {
        case .any: [message.to, sender, message.subject, message.text]
        case .to: [message.to]
        case .from: [sender]
        case .subject: [message.subject]
        case .tag: message.channel == .sms ? ["sms"] : []
        }
      return texts.contains { $0.lowercased().contains(term.text) } != term.excludes
    }
  }
}
