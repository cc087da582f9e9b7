import Encodings

extension LoadedPage {
  /// Every address that the page can lead to: by links, forms and their buttons, frames, a refresh, and what its scripts set the
  /// location to in so many words.
  ///
  /// A script that the page's policy does not let run leads nowhere.
  var targets: [WebURL] {
    let references = html.references
    var scripts = html.scripts.filter { $0.isCode && scriptPolicy.allows($0) }.map(\.text)
    if scriptPolicy.allowsHandlers { scripts += html.handlers + references.compactMap(\.script) }
    let written = references + ScriptRedirect.literals(in: scripts)
    return written.compactMap(html.base.following) + [refresh?.url].compactMap { $0 }
  }
}

extension HTMLPage {
  /// The attributes that hold an address which a person or the page itself goes to, with the elements that have them.
  private static let leading: [(attribute: String, elements: Set<String>)] = [
    ("href", ["a", "area"]), ("action", ["form"]), ("formaction", ["button", "input"]), ("src", ["iframe", "frame"]),
  ]

  /// The addresses as written.
  fileprivate var references: [String] {
    Self.leading.flatMap { attribute, elements in tree.elements(named: elements).compactMap { tree.element($0)?[attribute] } }
  }

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
