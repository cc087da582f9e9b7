import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// What an observer notices of the answer to a form with an address in it: statuses, places, headers and cookies, everything that a person
  /// sees or that the page sends on for them, and what only a program sees of the page.
  struct Impression: Sendable, Hashable {
    /// What is compared, in this order; the raw values are a sentence's words for what differs.
    enum Aspect: String, Sendable, CaseIterable {
      case status
      case place = "address"
      case parameter = "parameter of an address"
      case cookies = "set of cookies"
      case cookie, header
      case title, text
      case field
      case hiddenField = "hidden field"
      case link
      case formTarget = "form target"
      case image
      case attribute = "class or attribute"
      case style, script
      case comment = "comment in the page"
      case tokenFormat = "format of an id or token"
    }

    /// How the answer for a known person differs.
    struct Difference: Sendable, Hashable {
      /// A sentence's words for what differs.
      let words: String
      /// Whether everybody else gets something that the known one does not get: what only the known one gets may be random.
      let isOfAll: Bool
      /// Where it is; `nil` where it has no place of its own.
      fileprivate let aspect: Aspect
      fileprivate let place: Int?
      /// Whether it is that something stays the same for the one and not for the others, or the other way round.
      fileprivate var isOfConstancy = false
    }

    /// Small parts in the order of the page, so that one that is random hides no other.
    private var parts: [Aspect: [String]] = [:]
    private let addresses: [String]
    /// The address that was typed for it; empty for none.
    private let typed: String

    /// - Parameters:
    ///   - landing: `nil` where the response is not a page.
    ///   - typed: the address that was typed for it; empty for none.
    ///   - addresses: all that are typed for the comparison; on each page a mark replaces them.
    init(_ exchanges: [SeenExchange], _ landing: Landing?, typing typed: String, marking addresses: [String]) {
      self.typed = typed
      self.addresses = Set(addresses + addresses.map(\.asciiLowercased)).filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
      parts[.status] = exchanges.map { String($0.response.status) }
      parts[.place] = exchanges.map { Self.place(of: $0.call.url) } + [Self.end(of: landing)]
      read(exchanges, landing)
      let body = String(decoding: exchanges.last?.response.body.prefix(Self.longestBody) ?? [], as: UTF8.self)
      defer { readTokens(of: body) }
      guard case .page(let page)? = landing else {
        // What is not a page, or one that only scripts draw, still has a body that a program reads.
        parts[.text] = symbols(in: body)
        return
      }
      read(page.html)
      parts[.comment] = Array(HTMLComments.texts(in: body).flatMap { symbols(in: $0) }.prefix(Self.mostWords))
    }

    private static let longestBody = 256 * 1024

    /// What a page shows, wherever it came from.
    init(_ page: LoadedPage) {
      (addresses, typed) = ([], "")
      read(page.html)
    }

    /// The first difference between what a known person gets each time and what the others get each time; `nil` for none.
    ///
    /// What differs among the others, or among the answers to the same address, such as tokens and times, is noise and not compared.
    static func difference(of known: [Impression], from others: [Impression]) -> Difference? {
      for aspect in Aspect.allCases {
        let (own, strange) = (known.map { $0.parts[aspect, default: []] }, others.map { $0.parts[aspect, default: []] })
        if let found = missing(in: own, ofAll: strange) {
          return Difference(words: aspect.words(of: found.part), isOfAll: true, aspect: aspect, place: found.place)
        }
      }
      for aspect in Aspect.allCases {
        if let part = added(in: known, to: others, aspect) {
          return Difference(words: aspect.words(of: part), isOfAll: false, aspect: aspect, place: nil)
        }
      }
      for aspect in Aspect.allCases {
        if let found = constant(in: known, or: others, aspect) {
          return Difference(
            words: aspect.words(of: found.part), isOfAll: false, aspect: aspect, place: found.place, isOfConstancy: true)
        }
        if let part = later(in: known, than: others, aspect) {
          return Difference(words: aspect.words(of: part), isOfAll: false, aspect: aspect, place: nil, isOfConstancy: true)
        }
      }
      return nil
    }

    /// Whether one more answer to an unknown address is the known one's where they differ: so it was one of a few at random.
    static func isRefuted(_ difference: Difference, by more: Impression, known: [Impression]) -> Bool {
      // Every further answer counts: it may be the same once more, or not.
      if difference.isOfConstancy { return true }
      let parts = more.parts[difference.aspect, default: []]
      guard let place = difference.place else {
        let kinds = Set(parts.map(kind))
        return difference.isOfAll && known.contains { Set($0.parts[difference.aspect, default: []].map(kind)) == kinds }
      }
      return parts.indices.contains(place)
        && known.contains { impression in
          let own = impression.parts[difference.aspect, default: []]
          return own.count == parts.count && own[place] == parts[place]
        }
    }

    /// What the known address gets each time, and none of the others ever; `nil` for nothing.
    ///
    /// Numbers and tokens say nothing, as servers may have others for each address; nor does what repeats part of the address, where each
    /// of the others gets part of its own.
    private static func added(in known: [Impression], to others: [Impression], _ aspect: Aspect) -> String? {
      let (parts, strange) = (known.map { Set($0.parts[aspect, default: []].map(kind)) }, others.map { $0.parts[aspect, default: []] })
      let kinds = Set(strange.joined().map(kind))
      guard let own = parts.first, let typed = known.first?.typed else { return nil }
      return own.sorted().first { part in
        guard parts.allSatisfy({ $0.contains(part) }), !kinds.contains(part) else { return false }
        guard isPart(part, of: typed) else { return true }
        return part.contains(where: \.isLetter) && !typed.isEmpty
          && !zip(others, strange).allSatisfy { other, parts in
            parts.contains { !own.contains(kind(of: $0)) && $0.contains(where: \.isLetter) && isPart($0, of: other.typed) }
          }
      }
    }

    /// A token that one gets each time, where those of the others are new ones each time, or the other way round; `nil` for none.
    ///
    /// A server may have a token for each address, so only answers to the same one are compared. Answers that alternate are not tokens
    /// that are new each time.
    private static func constant(in known: [Impression], or others: [Impression], _ aspect: Aspect) -> (part: String, place: Int)? {
      let asked = Dictionary(grouping: others, by: \.typed).values.map { $0.map { $0.parts[aspect, default: []] } }
      let own = known.map { $0.parts[aspect, default: []] }
      guard let first = own.first, own.count > 1, let most = asked.map(\.count).max(), most > 1,
        (own + asked.joined()).allSatisfy({ $0.count == first.count })
      else { return nil }
      return first.indices.first { place in
        guard (own + asked.joined()).allSatisfy({ isToken($0[place]) }) else { return false }
        let (values, strange) = (own.map { $0[place] }, asked.filter { $0.count > 1 }.map { $0.map { $0[place] } })
        let isSame = Set(values).count == 1
        let isNew = Set(values).count == values.count
        return isSame && strange.allSatisfy { Set($0).count == $0.count } || isNew && strange.allSatisfy { Set($0).count == 1 }
      }.map { (first[$0], $0) }
    }

    /// What the known one gets from its second answer on, and none of the others ever, who get the same each time; or what these have and it
    /// loses then. So a counter of wrong passwords shows that there is an account.
    private static func later(in known: [Impression], than others: [Impression], _ aspect: Aspect) -> String? {
      let kinds = { (impression: Impression) in Set(impression.parts[aspect, default: []].map(kind)) }
      let (own, strange) = (known.dropFirst().map(kinds), others.map(kinds))
      guard let common = strange.first, let last = own.last, last != common, own.allSatisfy({ $0 == last }),
        strange.allSatisfy({ $0 == common })
      else { return nil }
      let typed = known.first?.typed ?? ""
      return (last.subtracting(common).sorted() + common.subtracting(last).sorted()).first { typed.isEmpty || !isPart($0, of: typed) }
    }

    /// Whether the value of a part is a token.
    private static func isToken(_ part: String) -> Bool {
      TokenSign.isToken(part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part)
    }

    /// A part without what may be another one for each address.
    private static func kind(of part: String) -> String {
      let value = part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part
      if TokenSign.isToken(value) { return String(part.dropLast(value.count)) }
      return part.contains("*") || part.contains("•") ? "*" : part.filter { !$0.isNumber }
    }

    /// Whether its letters are in the address in the same order, as a name's or an initial's are.
    private static func isPart(_ part: String, of address: String) -> Bool {
      // What comes before the value is the page's own.
      let value = part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part
      var rest = address.lowercased()[...]
      return (value.contains(where: \.isLetter) ? value : part).lowercased().filter(\.isLetter).allSatisfy { letter in
        guard let place = rest.firstIndex(of: letter) else { return false }
        rest = rest[rest.index(after: place)...]
        return true
      }
    }

    /// What all the others have in a place where the known one never has it; `nil` for nothing.
    private static func missing(in known: [[String]], ofAll others: [[String]]) -> (part: String, place: Int?)? {
      guard let first = others.first else { return nil }
      if (known + others).allSatisfy({ $0.count == first.count }) {
        return first.indices.first { place in
          others.allSatisfy { $0[place] == first[place] } && known.allSatisfy { $0[place] != first[place] }
        }.map { (first[$0], $0) }
      }
      // Something random shifts the rest: what all have anywhere has to be there as often.
      let counts = (known + others).map { Dictionary(grouping: $0, by: \.self).mapValues(\.count) }
      let (own, strange) = (counts.prefix(known.count), counts.dropFirst(known.count))
      let part = Set(first).sorted().first { part in
        let least = strange.map { $0[part, default: 0] }.min() ?? 0
        return own.allSatisfy { $0[part, default: 0] < least }
      }
      if let part { return (part, nil) }
      // Where the others are equal, a different count is a difference, too.
      guard others.allSatisfy({ $0 == first }), known.allSatisfy({ $0.count != first.count }) else { return nil }
      return (known.first?.first { !first.contains($0) } ?? first.first ?? "", nil)
    }

    private static func end(of landing: Landing?) -> String {
      switch landing {
      case .page, nil: ""
      case .app(let url, let arrival): "\(arrival) \(place(of: url))"
      case .elsewhere(let url): place(of: url)
      case .refused(let error): error.error
      }
    }

    /// Without what is often random: tokens of the path, and what parameters say.
    private static func place(of url: WebURL) -> String {
      guard let origin = url.origin else { return "\(url.scheme): " + url.queryItems.map(\.name).sorted().joined(separator: " ") }
      // A token may have the name of a format behind it, as pictures have.
      let path = PathTemplate(of: url).replacing { segment in
        guard let point = segment.lastIndex(of: "."), TokenSign.isToken(String(segment[..<point])) else { return segment }
        return ":token\(segment[point...])"
      }
      return "\(origin)\(path) " + url.queryItems.map(\.name).sorted().joined(separator: " ")
    }
  }
}

extension HostedDriver.Impression.Aspect {
  /// A sentence's words for what differs, with the name of a header or a cookie.
  fileprivate func words(of part: String) -> String {
    switch self {
    case .header, .cookie: "\(rawValue) '\(part.prefix { !"=;".contains($0) })'"
    default: rawValue
    }
  }
}

/// Reading what came over the wire.
extension HostedDriver.Impression {
  /// Headers that are compared as something else.
  private static let unread: Set<String> = ["location", "set-cookie"]

  private mutating func read(_ exchanges: [SeenExchange], _ landing: HostedDriver.Landing?) {
    var urls = exchanges.dropFirst().map(\.call.url)
    if case .app(let url, _)? = landing { urls.append(url) }
    if case .elsewhere(let url)? = landing { urls.append(url) }
    parts[.parameter] = urls.flatMap { url in
      pieces(of: url).filter { $0.hasPrefix("path=") } + (url.queryItems + url.fragmentItems).map { "\($0.name)=\(marked($0.value))" }
    }
    let cookies = exchanges.flatMap { $0.response.headers.values(of: "set-cookie") }.sorted()
    parts[.cookie] = cookies.flatMap { text -> [String] in
      let fields = text.split(separator: ";").map { String($0).trimmingASCIISpace }
      let name = fields.first.map { String($0.prefix { $0 != "=" }) } ?? ""
      return fields.prefix(1).map { marked(PercentEncoding.decode($0) ?? $0) } + fields.dropFirst().map { "\(name);\($0)" }
    }
    let headers = exchanges.map { exchange in
      exchange.response.headers.map { (name: $0.name.asciiLowercased, value: $0.value) }.filter {
        !Self.unread.contains($0.name) && !Exchange.Header.isOfDelivery($0.name)
      }
      .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }
    parts[.header] = headers.joined().flatMap { header in
      let words = marked(header.value).split { $0.isWhitespace || $0 == "," || $0 == ";" }
      return words.isEmpty ? ["\(header.name)="] : words.map { "\(header.name)=\($0)" }
    }
  }
}

/// Reading a page.
extension HostedDriver.Impression {
  /// Attributes that are compared as something else, or that say which address leads somewhere.
  private static let readElsewhere: Set<String> = ["action", "alt", "formaction", "href", "integrity", "nonce", "src", "srcset", "value"]
  /// Elements whose addresses and values are compared as something else.
  private static let elementsElsewhere: Set<String> = ["a", "area", "form", "img", "input", "select", "option", "textarea"]
  private static let mostWords = 20_000

  private mutating func read(_ page: HTMLPage) {
    let tree = page.tree
    let body = tree.elements(named: ["body"]).first.map { tree.visibleText(of: $0) } ?? ""
    parts[.title] = words(of: page.title)
    parts[.text] = words(of: body)
    let names = AccessibleNames(tree)
    for form in page.forms + [page.looseForm].compactMap({ $0 }) {
      let actions = [form.action] + form.controls.compactMap(\.overrides.action)
      parts[.formTarget, default: []] += [form.method] + actions.map { form.address(of: $0).map(Self.place) ?? "" }
      for control in form.controls where control.kind != .hidden {
        parts[.field, default: []] += parts(of: control, named: names.name(of: control), in: tree)
      }
    }
    // Also those that are in no form.
    let hidden = tree.elements(named: ["input"]).compactMap(tree.element).filter { $0.word("type") == "hidden" }
    // The name as what comes before a value, so that no name counts as part of an address.
    parts[.hiddenField] = hidden.flatMap { ["field \($0["name"] ?? "")=", "\($0["name"] ?? "")=\($0["value"] ?? "")"].map(marked) }
    parts[.link] = page.links.flatMap { link in
      [marked(Self.place(of: link.url))] + pieces(of: link.url)
    }
    parts[.attribute] = tree.nodes.indices.filter { !tree.nodes[$0].isInert }.compactMap(tree.element).flatMap { parts(of: $0) }
    let styles = tree.elements(named: ["style"]).map { tree.rawText(of: $0) }
    parts[.style] = Array(styles.flatMap { symbols(in: $0) }.prefix(Self.mostWords))
    parts[.script] = Array(page.scripts.flatMap { symbols(in: $0.text) }.prefix(Self.mostWords))
    parts[.image] = tree.elements(named: ["img"]).flatMap { node in
      let image = tree.element(node)
      let url = image?.text("src").flatMap(page.base.following)
      return [image?["alt"] ?? "", url.map(Self.place) ?? ""].map(marked) + (url.map(pieces) ?? [])
    }
  }

  /// What kind of random texts there are: they are others each time, and their kind is not.
  private mutating func readTokens(of body: String) {
    let valued: [Aspect] = [.parameter, .cookie, .header, .hiddenField, .link, .attribute]
    let kinds = valued.flatMap { parts[$0, default: []] }.compactMap { part in
      part.split(separator: "=", maxSplits: 1).dropFirst().first.flatMap { TokenFormat(of: String($0))?.rawValue }
    }
    parts[.tokenFormat] = kinds + TokenFormat.versionsOfUUIDs(in: body)
  }

  /// What an element is apart from its text, each class separately.
  private func parts(of element: HTMLElement) -> [String] {
    element.attributes.flatMap { attribute -> [String] in
      var values = [attribute.value]
      if attribute.name == "class" { values = element.words("class") }
      if Self.readElsewhere.contains(attribute.name) || attribute.name == "content" {
        guard !Self.elementsElsewhere.contains(element.name), !["integrity", "nonce"].contains(attribute.name) else { return [] }
        values = marked(attribute.value).split { $0.isWhitespace || "/?&;,=".contains($0) }.map(String.init)
      }
      return values.map { "\(element.name) \(attribute.name)=\(marked($0))" }
    }
  }

  /// The segments of a path without the name of a format behind a point, and what its parameters say.
  private func pieces(of url: WebURL) -> [String] {
    let segments = url.path.split(separator: "/").map { segment -> String in
      guard let point = segment.lastIndex(of: "."), point != segment.startIndex else { return String(segment) }
      return String(segment[..<point])
    }
    return (segments.map { "path=\($0)" } + url.queryItems.map { "\($0.name)=\($0.value)" }).map(marked)
  }

  /// As many for each field, so that the parts of two pages stay aligned.
  private func parts(of control: PageControl, named name: String?, in tree: HTMLTree) -> [String] {
    let element = tree.element(control.node)
    let spoken = (element?.attributes ?? []).filter { $0.name.hasPrefix("aria-") }.map { "\($0.name)=\($0.value)" }
    let state = [control.isOn ? "on" : "", control.isDisabled ? "disabled" : "", control.isReadOnly ? "readonly" : ""]
    let texts = [
      control.name, control.type, control.value, name ?? "", element?["placeholder"] ?? "", spoken.sorted().joined(separator: " "),
      control.choices.map(\.label).joined(separator: " "), state.joined(separator: " "),
    ]
    return texts.map(marked)
  }

  /// The names, words and numbers of a program or of data.
  private func symbols(in text: String) -> [String] {
    marked(text).split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) }
  }

  private func words(of text: String) -> [String] { marked(text).split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The address itself is on many pages.
  private func marked(_ text: String) -> String {
    addresses.reduce(text) { $0.utf8.count < $1.utf8.count ? $0 : $0.replacing($1, with: "<address>") }
  }
}
