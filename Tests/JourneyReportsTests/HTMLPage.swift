import Encodings
import Testing

/// A page as a browser reads its tags, no further.
struct HTMLPage {
  struct Tag: Hashable {
    var name: String
    var attributes: [String: String]
  }

  /// The elements that begin, in their order.
  private(set) var tags: [Tag] = []
  /// What stands between tags, entities as they are written.
  private(set) var texts: [String] = []
  /// Elements that are not closed in the order opened, and what is no tag at all.
  private(set) var problems: [String] = []
  /// The style sheet.
  private(set) var sheet = ""

  private static let void: Set<String> = ["br", "hr", "input", "meta"]
  /// The elements that the report is made of; none of them loads or runs anything.
  private static let known: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "header", "main", "nav", "h1", "h2", "h3", "article", "a", "fieldset", "legend", "p",
    "b", "i", "span", "pre", "code",
    "details", "summary", "dl", "dt", "dd", "ol", "ul", "li", "div", "section", "figure", "figcaption", "input", "label",
    "table", "thead", "tbody", "tr", "th", "td",
  ]
  private static let knownAttributes: Set<String> = [
    "class", "lang", "charset", "content", "name", "http-equiv", "open", "id", "type", "for", "checked", "href", "aria-label",
    "aria-labelledby", "aria-hidden", "scope",
  ]

  init(_ page: String) {
    var open: [String] = []
    var rest = page[...]
    guard rest.hasPrefix("<!doctype html>\n") else {
      problems.append("it does not begin with its type")
      return
    }
    rest = rest.dropFirst("<!doctype html>\n".count)
    while let start = rest.firstIndex(of: "<") {
      texts.append(String(rest[..<start]))
      guard let end = rest[start...].firstIndex(of: ">"), let (name, attributes) = Self.tag(rest[rest.index(after: start)..<end]) else {
        problems.append("no tag: \(rest[start...].prefix(60))")
        return
      }
      rest = rest[rest.index(after: end)...]
      if name.hasPrefix("/") {
        if open.popLast() != String(name.dropFirst()) { problems.append("<\(name)> closes nothing") }
        continue
      }
      tags.append(Tag(name: name, attributes: attributes))
      if !Self.void.contains(name) { open.append(name) }
      if name == "style", let end = rest.firstRange(of: "</style>") {
        sheet = String(rest[..<end.lowerBound])
        rest = rest[end.lowerBound...]
      }
    }
    texts.append(String(rest))
    if !open.isEmpty { problems.append("open: \(open)") }
  }

  /// Its name, and its attributes by theirs; `nil` for anything that is not written as we write tags.
  private static func tag(_ text: Substring) -> (name: String, attributes: [String: String])? {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1, parts.last == "" || parts.count == 1, !text.contains("<") else { return nil }
    guard let head = parts.first?.split(separator: " ", maxSplits: 1).first,
      head.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "/") })
    else { return nil }
    var attributes: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let name = (index == 0 ? parts[0].dropFirst(head.count) : parts[index])
      guard name.hasPrefix(" "), name.hasSuffix("=") else { return nil }
      attributes[String(name.dropFirst().dropLast())] = String(parts[index + 1])
    }
    return (String(head), attributes)
  }

  func judge(_ note: String) {
    #expect(problems.isEmpty, "\(note): \(problems)")
    for tag in tags {
      #expect(Self.known.contains(tag.name), "<\(tag.name)>: \(note)")
      for name in tag.attributes.keys { #expect(Self.knownAttributes.contains(name), "<\(tag.name) \(name)>: \(note)") }
      if let href = tag.attributes["href"] { #expect(href.hasPrefix("#"), "\(note): \(href)") }
    }
    for text in texts { #expect(!text.contains(">") && !text.contains("\""), "\(note): \(text.prefix(100))") }
    let policy = tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }?.attributes["content"] ?? ""
    let digest = Base64URL.encode(Digests.sha256(sheet)).replacing("-", with: "+").replacing("_", with: "/")
    #expect(
      policy.replacing("&#39;", with: "'") == "default-src 'none'; style-src 'sha256-\(digest)='; form-action 'none'; base-uri 'none'",
      "\(note): \(policy)")
    for word in ["url(", "@import", "http:", "https:", "expression("] { #expect(!sheet.contains(word), "\(word) in the style sheet") }
  }
}
