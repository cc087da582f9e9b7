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
      case hiddenText = "hidden text"
      case element
      case attribute = "class or attribute"
      case style, script
      case comment = "comment in the page"
      case declaration = "declaration of the page"
      case space = "white space of the page"
      case codedText = "text that is coded in the response"
      case tokenFormat = "format of an id or token"
      case piece = "part of a value"
    }

    /// Small parts in the order of the page, so that one that is random hides no other.
    private(set) var parts: [Aspect: [String]] = [:]
    private let addresses: [String]
    /// The address that was typed for it; empty for none.
    let typed: String

    /// - Parameters:
    ///   - landing: `nil` where the response is not a page.
    ///   - typed: the address that was typed for it; empty for none.
    ///   - addresses: all that are typed for the comparison; on each page a mark replaces them.
    init(_ exchanges: [SeenExchange], _ landing: Landing?, typing typed: String, marking addresses: [String]) {
      self.typed = typed
      self.addresses = Set(addresses + addresses.map(\.asciiLowercased) + addresses.flatMap { Self.spellings(of: $0.asciiLowercased) })
        .filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
      parts[.status] = exchanges.map { String($0.response.status) }
      parts[.place] = exchanges.map { Self.place(of: $0.call.url) } + [Self.end(of: landing)]
      read(exchanges, landing)
      let body = String(decoding: exchanges.last?.response.body.prefix(Self.longestBody) ?? [], as: UTF8.self)
      defer { readTokens(of: body) }
      guard case .page(let page)? = landing else {
        // What is not a page, or one that only scripts draw, still has a body that a program reads.
        parts[.text] = symbols(in: body) + [Self.signs(of: marked(body))]
        return
      }
      read(page.html)
      // What browsers without scripts show, and what came before the page.
      let unseen = page.html.tree.texts(ofAny: ["noscript", "title"])
      let before = exchanges.dropLast().map { String(decoding: $0.response.body.prefix(Self.longestBody), as: UTF8.self) }
      parts[.text, default: []] += (unseen + before).flatMap { symbols(in: $0) }.prefix(Self.mostWords)
      parts[.comment] = Array(
        HTMLComments.texts(in: body).flatMap { [Self.signs(of: marked($0))] + symbols(in: $0) }.prefix(Self.mostWords))
      parts[.declaration] = Self.declarations(in: body).flatMap { words(of: $0) }
      let shown = page.html.tree.elements(named: ["body"]).first.map { page.html.tree.rawText(of: $0) } ?? ""
      parts[.space] = [body, shown].map { Self.space(of: marked($0)) }
      let values = exchanges.flatMap { $0.response.headers.map { PercentEncoding.decode($0.value) ?? $0.value } }
      parts[.codedText] = Array(
        ([body] + values).flatMap { Self.decoded($0).coded }.flatMap { symbols(in: $0) }.prefix(Self.mostWords))
    }

    private static let longestBody = 256 * 1024

    /// What a page shows, wherever it came from.
    init(_ page: LoadedPage) {
      (addresses, typed) = ([], "")
      read(page.html)
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
      return ["\(header.name)=", "\(header.name)=\(Self.signs(of: marked(header.value)))"] + words.map { "\(header.name)=\($0)" }
    }
  }
}

extension HTMLTree {
  /// Elements whose texts are compared as something else.
  private static let readApart: Set<String> = ["script", "style", "title", "noscript"]

  /// What is in the page and not seen: in hidden elements, templates, and lists of proposals.
  fileprivate var hiddenTexts: [String] {
    nodes.indices.compactMap { index in
      guard case .text(let text) = nodes[index].content, nodes[index].isHidden || nodes[index].isInert,
        !Self.readApart.contains(name(nodes[index].parent))
      else { return nil }
      return text
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
    let proposals = tree.elements(named: ["option"]).filter { tree.name(tree.nodes[$0].parent) == "datalist" }.compactMap(tree.element)
    let proposed = proposals.flatMap { [$0["value"], $0["label"]].compactMap(\.self) }
    parts[.hiddenText] = Array((tree.hiddenTexts + proposed).flatMap { words(of: $0) }.prefix(Self.mostWords))
    // Fields are compared as such.
    parts[.element] = Array(tree.nodes.indices.compactMap { tree.element($0)?.name }.filter { $0 != "input" }.prefix(Self.mostWords))
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
    parts[.attribute] = tree.nodes.indices.compactMap(tree.element).flatMap { parts(of: $0) }
    let styles = tree.elements(named: ["style"]).map { tree.rawText(of: $0) }
    parts[.style] = Array(styles.flatMap { symbols(in: $0) }.prefix(Self.mostWords))
    parts[.script] =
      Array(page.scripts.flatMap { symbols(in: $0.text) }.prefix(Self.mostWords)) + page.scripts.map { Self.signs(of: marked($0.text)) }
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
    parts[.piece] = Self.pieces(of: (valued + [.text]).flatMap { parts[$0, default: []] }, besides: addresses)
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
      control.choices.map(\.label).joined(separator: " "), control.choices.map(\.value).joined(separator: " "),
      state.joined(separator: " "),
    ]
    return texts.map(marked)
  }

  /// The names, words and numbers of a program or of data.
  private func symbols(in text: String) -> [String] {
    marked(Self.decoded(text).plain).split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) }
  }

  private func words(of text: String) -> [String] { marked(text).split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The address itself is on many pages.
  private func marked(_ text: String) -> String {
    addresses.reduce(text) { $0.utf8.count < $1.utf8.count ? $0 : $0.replacing($1, with: "<address>") }
  }
}
