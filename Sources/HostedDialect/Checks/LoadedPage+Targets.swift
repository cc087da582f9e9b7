import Encodings

extension LoadedPage {
  /// Every address that the page can lead to: by links, forms and their buttons, frames, a refresh, and what its scripts set the
  /// location to, or open a window at, in so many words or as they find it on the page and in its address.
  ///
  /// A script that the page's policy does not let run leads nowhere.
  var targets: [WebURL] {
    let pages = [html] + html.framedPages
    let references = pages.flatMap(\.references)
    let scripts = codes
    let data = pages.flatMap(\.scripts).filter { !$0.isCode }.map(\.text)
    let written =
      references + ScriptRedirect.literals(in: scripts, data: data) + ScriptRedirect.sources(in: scripts).flatMap(texts)
    // Scripts may be switched off, and then what is in `noscript` counts.
    return written.compactMap(html.base.following) + ([refresh?.url] + pages.flatMap(\.refreshesWithoutScripts)).compactMap(\.self)
      + html.framedPages.flatMap(\.refreshes)
  }

  /// What may run of it and its frames: scripts, handlers of events and addresses that are scripts.
  var codes: [String] {
    let pages = [html] + html.framedPages
    var scripts: [String] = []
    for page in pages { scripts += page.scripts.filter { $0.isCode && scriptPolicy.allows($0) }.map(\.text) }
    if scriptPolicy.allowsHandlers { scripts += pages.flatMap(\.handlers) + pages.flatMap(\.references).compactMap(\.script) }
    return scripts
  }

  /// What a script finds there.
  private func texts(of source: ScriptRedirect.Source) -> [String] {
    switch source {
    case .parameter(let name): (url.queryItems + url.fragmentItems).filter { $0.name == name }.map(\.value)
    case .data(let name): html.values(of: "data-\(name)")
    }
  }
}

extension HTMLPage {
  /// The attributes that hold an address which a person or the page itself goes to, with the elements that have them.
  private static let leading: [(attribute: String, elements: Set<String>)] = [
    ("href", ["a", "area"]), ("action", ["form"]), ("formaction", ["button", "input"]), ("src", ["iframe", "frame", "embed"]),
    ("data", ["object"]),
  ]

  /// The pages that are written in its frames.
  fileprivate var framedPages: [HTMLPage] {
    tree.elements(named: ["iframe"]).compactMap { tree.element($0)?["srcdoc"] }.compactMap { text in
      do throws(PageError) { return try HTMLPage(Array(text.utf8), contentType: "text/html", url: base) } catch { return nil }
    }
  }

  /// Where its own `meta` elements lead.
  fileprivate var refreshes: [WebURL] {
    tree.elements(named: ["meta"]).compactMap(tree.element).filter { $0.word("http-equiv") == "refresh" }.compactMap { element in
      element["content"].flatMap { MetaRefresh($0, base: base) }?.url
    }
  }

  /// The addresses as written.
  fileprivate var references: [String] {
    Self.leading.flatMap { attribute, elements in tree.elements(named: elements).compactMap { tree.element($0)?[attribute] } }
  }

  /// Where the `meta` elements of `noscript` lead.
  fileprivate var refreshesWithoutScripts: [WebURL?] {
    tree.nodes.indices.filter { tree.nodes[$0].isInert && tree.ancestor(of: $0, named: "template") == nil }.map { node in
      guard let element = tree.element(node), element.name == "meta", element.word("http-equiv") == "refresh" else { return nil }
      return element["content"].flatMap { MetaRefresh($0, base: base) }?.url
    }
  }

  fileprivate func values(of attribute: String) -> [String] {
    tree.nodes.indices.filter { !tree.nodes[$0].isInert }.compactMap { tree.element($0)?[attribute] }
  }

  /// Whether an element has something to run where a person does something, or the page is loaded.
  var hasHandlers: Bool { !handlers.isEmpty }

  /// What runs where a person does something, or the page is loaded.
  fileprivate var handlers: [String] {
    tree.nodes.indices.filter { !tree.nodes[$0].isInert }.flatMap { node in
      (tree.element(node)?.attributes ?? []).filter { $0.name.hasPrefix("on") }.map(\.value)
    }
  }
}

extension String {
  /// The script of an address `javascript:…`; `nil` for any other address.
  fileprivate var script: String? {
    let text = unicodeScalars.drop { $0.value <= 0x20 }.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }
    let scheme = "javascript:"
    guard String(String.UnicodeScalarView(text.prefix(scheme.utf8.count))).asciiLowercased == scheme else { return nil }
    let script = String(String.UnicodeScalarView(text.dropFirst(scheme.utf8.count)))
    return PercentEncoding.decode(script) ?? script
  }
}
