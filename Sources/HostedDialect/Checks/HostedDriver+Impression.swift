import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// What somebody notices of the answer to a form with an address in it: statuses and places, and everything that a person sees or that
  /// the page sends on for them.
  struct Impression: Sendable, Hashable {
    /// What is compared, in this order; the raw values are a sentence's words for what differs.
    enum Aspect: String, Sendable, CaseIterable {
      case status
      case place = "address"
      case cookies = "set of cookies"
      case title, text
      case field
      case hiddenField = "hidden field"
      case link
      case formTarget = "form target"
      case image
    }

    /// Small parts in the order of the page, so that one that is random hides no other.
    private var parts: [Aspect: [String]] = [:]
    private let addresses: [String]

    /// - Parameters:
    ///   - landing: `nil` where the response is no page.
    ///   - addresses: all that are typed for the comparison; on each page a mark replaces them.
    init(_ exchanges: [SeenExchange], _ landing: Landing?, marking addresses: [String]) {
      self.addresses = Set(addresses + addresses.map(\.asciiLowercased)).filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
      parts[.status] = exchanges.map { String($0.response.status) }
      parts[.place] = exchanges.map { Self.place(of: $0.call.url) } + [Self.end(of: landing)]
      parts[.cookies] = exchanges.flatMap { $0.response.headers.values(of: "set-cookie") }.compactMap { SetCookieText($0)?.name }.sorted()
      guard case .page(let page)? = landing else { return }
      read(page.html)
    }

    /// What differs first from what two addresses that nobody has get; `nil` for nothing.
    ///
    /// What differs between those two, such as tokens and times, is not compared.
    func difference(fromBoth first: Impression, _ second: Impression) -> String? {
      Aspect.allCases.first { aspect in
        !Self.hold(parts[aspect, default: []], whatIsIn: first.parts[aspect, default: []], and: second.parts[aspect, default: []])
      }?.rawValue
    }

    /// What the address that somebody has gets each time, and none of the others ever; `nil` for nothing.
    ///
    /// Numbers, tokens and what repeats part of the address say nothing, as servers may have others for each address.
    static func difference(of known: [Impression], typing address: String, from strange: [Impression]) -> String? {
      Aspect.allCases.first { aspect in
        let others = Set(strange.flatMap { $0.parts[aspect, default: []] }.map(kind))
        let own = known.map { Set($0.parts[aspect, default: []].map(kind)) }
        return own.first?.contains { part in
          own.allSatisfy { $0.contains(part) } && !others.contains(part) && !isPart(part, of: address)
        } ?? false
      }?.rawValue
    }

    /// A part without what may be another one for each address.
    private static func kind(of part: String) -> String {
      let value = part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part
      if TokenSign.isToken(value) { return String(part.dropLast(value.count)) }
      return part.contains("*") || part.contains("•") ? "*" : part.filter { !$0.isNumber }
    }

    /// Whether its letters are in the address in the same order, as a name's or an initial's are.
    private static func isPart(_ part: String, of address: String) -> Bool {
      var rest = address.lowercased()[...]
      return part.lowercased().filter(\.isLetter).allSatisfy { letter in
        guard let place = rest.firstIndex(of: letter) else { return false }
        rest = rest[rest.index(after: place)...]
        return true
      }
    }

    private static func hold(_ known: [String], whatIsIn first: [String], and second: [String]) -> Bool {
      if first.count == second.count {
        return known.count == first.count
          && known.indices.allSatisfy { first[$0] != second[$0] || known[$0] == first[$0] }
      }
      // Something random shifts the rest: what both have anywhere has to be there as often.
      let counts = [known, first, second].map { Dictionary(grouping: $0, by: \.self).mapValues(\.count) }
      return counts[1].allSatisfy { part, count in counts[0][part, default: 0] >= min(count, counts[2][part, default: 0]) }
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
      return "\(origin)\(PathTemplate(of: url)) " + url.queryItems.map(\.name).sorted().joined(separator: " ")
    }
  }
}

/// Reading a page.
extension HostedDriver.Impression {
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
    parts[.hiddenField] = hidden.flatMap { [$0["name"] ?? "", $0["value"] ?? ""].map(marked) }
    parts[.link] = page.links.flatMap { link in
      [marked(Self.place(of: link.url))] + link.url.queryItems.map { "\($0.name)=\(marked($0.value))" }
    }
    parts[.image] = tree.elements(named: ["img"]).flatMap { node in
      let image = tree.element(node)
      return [image?["alt"] ?? "", image?.text("src").flatMap(page.base.following).map(Self.place) ?? ""].map(marked)
    }
  }

  /// As many for each field, so that the parts of two pages stay beside each other.
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

  private func words(of text: String) -> [String] { marked(text).split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The address itself is on many pages.
  private func marked(_ text: String) -> String { addresses.reduce(text) { $0.replacing($1, with: "<address>") } }
}
