package import Encodings

/// An HTML page as far as a journey needs it: parsed, with its addresses resolved. It has no scripts that run.
package struct HTMLPage: Sendable, Hashable {
  /// The address that it was answered from.
  package let url: WebURL
  /// Where its addresses are resolved: its own, or that of its first `base`.
  package let base: WebURL
  package let charset: PageCharset
  /// White space collapsed; empty if there is none.
  package let title: String
  /// In tree order.
  package let forms: [PageForm]
  /// What a person fills in and presses outside of any form; `nil` if there is nothing.
  package let looseForm: PageForm?
  /// Every `a` and `area` with an address, hidden ones too, in tree order.
  package let links: [PageLink]
  /// In tree order, those of `noscript` and templates left out.
  package let scripts: [PageScript]
  /// The first `meta` that leads elsewhere, or loads the page again.
  package let metaRefresh: MetaRefresh?
  /// The addresses of `iframe` and `frame`.
  package let frames: [WebURL]
  /// What `meta` elements say, in addition to the header.
  package let contentSecurityPolicies: [String]
  let tree: HTMLTree

  /// The page that these bytes are.
  ///
  /// - Parameter contentType: the header; without one the bytes are taken for HTML.
  package init(_ bytes: [UInt8], contentType: String? = nil, url: WebURL, limits: PageLimits = PageLimits()) throws(PageError) {
    guard bytes.count <= limits.bytes else { throw .tooLarge(bytes: bytes.count, limit: limits.bytes) }
    if let type = Self.foreignType(contentType) { throw .notHTML(type) }
    charset = PageCharset(of: bytes, contentType: contentType)
    let tree = try HTMLParser.tree(utf8: charset.utf8(of: bytes), limits: limits)
    guard tree.elements(named: ["form"]).count <= limits.forms else { throw .tooManyForms(limit: limits.forms) }
    let controls = tree.elements(named: ["button", "input", "select", "textarea", "option"])
    guard controls.count <= limits.controls else { throw .tooManyControls(limit: limits.controls) }
    let base = Self.base(in: tree, of: url)
    self.tree = tree
    self.url = url
    self.base = base
    let title = tree.elements(named: ["title"]).first.map { CollapsedText.of(tree.rawText(of: $0)) } ?? ""
    self.title = title
    let context = PageForm.Context(documentURL: url, base: base, charset: charset)
    let found = PageControl.byForm(in: tree)
    forms = tree.elements(named: ["form"]).map { PageForm($0, in: tree, controls: found[$0] ?? [], context: context) }
    looseForm = Self.looseForm(of: found[-1] ?? [], in: tree, title: title, context)
    links = PageLink.links(in: tree, base: base)
    scripts = PageScript.scripts(in: tree, base: base)
    metaRefresh = MetaRefresh.first(in: tree, base: base)
    frames = tree.elements(named: ["iframe", "frame"]).compactMap { tree.element($0)?.text("src").flatMap(base.following) }
    contentSecurityPolicies = tree.elements(named: ["meta"]).compactMap { node in
      guard let element = tree.element(node), element.word("http-equiv") == "content-security-policy" else { return nil }
      return element.text("content")
    }
  }

  /// The content type of a response that is not HTML; `nil` for HTML.
  private static func foreignType(_ contentType: String?) -> String? {
    guard let type = contentType?.split(separator: ";").first.map({ String($0).trimmingASCIISpace.asciiLowercased }) else { return nil }
    return type.isEmpty || ["text/html", "application/xhtml+xml"].contains(type) ? nil : type
  }

  private static func base(in tree: HTMLTree, of url: WebURL) -> WebURL {
    let written = tree.elements(named: ["base"]).lazy.compactMap { tree.element($0)?["href"] }.first
    guard let base = written.flatMap(url.following), base.scheme == "http" || base.scheme == "https" else { return url }
    return base
  }

  private static func looseForm(
    of controls: [PageControl], in tree: HTMLTree, title: String, _ context: PageForm.Context
  ) -> PageForm? {
    let seen = controls.filter { !tree.nodes[$0.node].isHidden }
    guard !seen.isEmpty else { return nil }
    return PageForm(named: PageRegion.name(of: seen, in: tree, title: title), controls: seen, context: context)
  }

  /// Whether scripts of its own run in it.
  var runsScripts: Bool { scripts.contains(where: \.isCode) }

  /// Whether a browser built it, with its scripts.
  var isBuilt: Bool { tree.elements(named: ["html"]).first.map { tree.element($0)?.has(PageMark.attribute) ?? false } ?? false }
}

extension PageControl {
  /// The controls of each form in tree order: those in it, and those that name it. Those of none are under -1.
  static func byForm(in tree: HTMLTree) -> [Int: [PageControl]] {
    let ids = tree.elementsByID
    let isDisabled = tree.isInDisabledFieldset
    var found: [Int: [PageControl]] = [:]
    for node in places(in: tree) where tree.ancestor(of: node, named: "datalist") == nil {
      let named = tree.element(node)?["form"].map { ids[$0] ?? -1 }
      let owner = named.map { tree.name($0) == "form" ? $0 : -1 } ?? tree.ancestor(of: node, named: "form") ?? -1
      guard let control = PageControl(node, in: tree, isInDisabledFieldset: isDisabled[node], isInForm: owner >= 0) else { continue }
      found[owner, default: []].append(control)
    }
    return found
  }

  /// Where a control may be, in tree order.
  private static func places(in tree: HTMLTree) -> [Int] {
    var left = mostScripted
    return tree.nodes.indices.filter { node in
      guard !tree.nodes[node].isInert, let element = tree.element(node) else { return false }
      if ["button", "input", "select", "textarea"].contains(element.name) { return true }
      guard left > 0, mayBeScripted(element) else { return false }
      left -= 1
      return true
    }
  }
}
