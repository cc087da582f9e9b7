import Encodings
internal import JourneyModel
internal import ModelCoding

/// What a walk looked like from outside, for examples that must be indistinguishable.
package struct WalkTrace: Sendable, Hashable {
  /// One turn: what was shown and with which status.
  struct Entry: Sendable, Hashable {
    /// In words.
    var said: String
    /// The screen as a snapshot keeps it; empty if it is not a screen.
    var screen: String
    /// What a page says in addition to its widgets and messages; empty where the dialect has no such text.
    var text = ""
    var statuses: [Int]
    /// Which headers and cookies each response had, each in words with its article.
    var headers: [Set<String>] = []
    /// Which members each response had that is JSON, each in words with its article.
    var members: [Set<String>] = []
  }

  private var entries: [Entry] = []
  /// What was typed, which the server may repeat without revealing anything.
  private var answers = OwnTexts()

  mutating func add(_ turn: Turn) {
    let responses = turn.exchanges.filter { !$0.isSharedByWalks }.compactMap(\.response)
    let (statuses, headers) = (responses.map(\.status), responses.map(\.headersSaid))
    let members = responses.map(\.membersSaid)
    guard case .screen(let screen) = turn.now else {
      entries.append(Entry(said: turn.now.kindSaid, screen: "", statuses: statuses, headers: headers, members: members))
      return
    }
    let main = screen.facts.first(where: \.isPageText)?.value.text ?? ""
    let text = screen.pageText.isEmpty ? main : screen.pageText
    var parts = screen
    (parts.pageText, parts.behaviour) = ("", [])
    entries.append(
      Entry(
        said: turn.now.said, screen: NormalisedScreen(parts).text, text: text, statuses: statuses, headers: headers, members: members))
  }

  mutating func add(_ submission: Submission) {
    for answer in submission.answers {
      if let text = answer.value.typed { answers.insert(text) }
    }
  }

  /// The entries with every answer taken out, masked ones too.
  private var neutral: [Entry] {
    entries.map { entry in
      var entry = entry
      entry.screen = answers.removed(from: entry.screen)
      entry.text = answers.removed(from: entry.text)
      entry.headers = entry.headers.map { Set($0.map { answers.removed(from: $0) }) }
      entry.members = entry.members.map { Set($0.map { answers.removed(from: $0) }) }
      return entry
    }
  }

  /// The first difference between the walks; `nil` if there is none.
  package func difference(from other: WalkTrace) -> (expected: String, actual: String, details: [String])? {
    let mine = neutral
    let others = other.neutral
    for (index, (left, right)) in zip(mine, others).enumerated() where left != right {
      let place = ["in turn \(index + 1)"]
      if left.said != right.said { return (right.said, left.said, place) }
      if left.statuses != right.statuses { return (Self.words(right.statuses), Self.words(left.statuses), place) }
      let lines = Self.differingLines(left.screen, right.screen)
      guard let lines else {
        if let words = PageWords(left.text).difference(from: PageWords(right.text)) {
          return (words.expected, words.actual, place + ["in the text of \(left.said)"])
        }
        guard
          let part = Self.difference(of: left.headers, from: right.headers) ?? Self.difference(of: left.members, from: right.members)
        else { continue }
        return (part.expected, part.actual, place)
      }
      return (lines.wanted, lines.found, place + ["on \(left.said)"])
    }
    guard mine.count != others.count else { return nil }
    return ("\(others.count) turns", "\(mine.count) turns", [])
  }

  /// The first lines in which two screens differ; `nil` for none. A message may have another id behind a word such as 'request', and fewer
  /// seconds, as the text of a page may.
  private static func differingLines(_ screen: String, _ other: String) -> (found: String, wanted: String)? {
    guard screen != other else { return nil }
    let (lines, others) = (screen.split(separator: "\n"), other.split(separator: "\n"))
    for (line, another) in zip(lines, others) where line != another {
      let pair = (found: trimmed(line), wanted: trimmed(another))
      guard let text = Self.text(in: pair.found), let other = Self.text(in: pair.wanted),
        PageWords(text).difference(from: PageWords(other)) == nil
      else { return pair }
    }
    return lines.count == others.count ? nil : ("more or fewer lines", "as many lines")
  }

  /// The text of a line that is one of a screen's texts; `nil` for any other line.
  private static func text(in line: String) -> String? {
    let member = "\"text\": \""
    guard line.hasPrefix(member) else { return nil }
    let text = line.dropFirst(member.count)
    return String(text.dropLast(text.hasSuffix("\",") ? 2 : 1))
  }

  /// The first header, cookie or member that one of two responses has and the other does not.
  private static func difference(of headers: [Set<String>], from others: [Set<String>]) -> (expected: String, actual: String)? {
    for (left, right) in zip(headers, others) {
      guard let name = left.symmetricDifference(right).sorted().first else { continue }
      return left.contains(name) ? ("no \(name)", "a \(name)") : ("a \(name)", "no \(name)")
    }
    return nil
  }

  private static func words(_ statuses: [Int]) -> String {
    "status " + statuses.map(String.init).joined(separator: ", ")
  }

  private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}

extension Turn.Now {
  /// What it is, without addresses, which contain random values.
  fileprivate var kindSaid: String {
    switch self {
    case .screen, .ended: said
    case .handover: "it leaves for a web page"
    }
  }
}

extension Exchange.Answered {
  /// The paths of all members of a JSON body, without the places in lists, and those of their values that do not differ by chance: flags,
  /// single words, whether there is a value, how long a list is.
  fileprivate var membersSaid: Set<String> {
    guard let first = body.first(where: { !$0.isJSONBlank }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return [] }
    do { return Set(try JSONReader.read(body).memberPaths(below: "").map { "member \($0)" }) } catch { return [] }
  }

  /// The names of its headers, and its cookies with the names of their attributes: what they say may be another text each time.
  fileprivate var headersSaid: Set<String> {
    let names = headers.map { $0.name.lowercased() }.filter { !Exchange.Header.isOfDelivery($0) && $0 != "set-cookie" }
    let cookies = cookies.map { cookie in
      let attributes = cookie.attributes.map(\.name).sorted().joined(separator: ", ")
      return "cookie '\(cookie.name)'" + (attributes.isEmpty ? "" : " with \(attributes)")
    }
    return Set(names.map { "header '\($0)'" } + cookies)
  }
}

extension JSONValue {
  fileprivate func memberPaths(below path: String) -> [String] {
    switch self {
    case .object(let members):
      members.flatMap { member in
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        return ["'\(inner)'"] + (member.value.said.map { ["'\(inner)' that is \($0)"] } ?? []) + member.value.memberPaths(below: inner)
      }
    case .array(let elements): elements.flatMap { $0.memberPaths(below: path) }
    case .null, .bool, .number, .string: []
    }
  }

  /// What cannot differ between two visits by chance; `nil` for what can, such as a number, a time, or a text that is not one word.
  private var said: String? {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .array(let elements): elements.isEmpty || elements.contains(where: \.hasMembers) ? nil : "a list of \(elements.count)"
    case .object: "a map"
    case .string(let text): Self.wordLength.contains(text.utf8.count) && text.utf8.allSatisfy(\.isOfWord) ? "'\(text)'" : nil
    case .number: nil
    }
  }

  private static let wordLength = 3...20

  private var hasMembers: Bool { objectValue != nil }
}

extension UInt8 {
  fileprivate var isJSONBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }

  /// Whether it is of a word as programmers write them.
  fileprivate var isOfWord: Bool { (0x61...0x7A).contains(self) || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}
