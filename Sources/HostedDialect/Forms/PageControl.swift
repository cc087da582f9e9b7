internal import Encodings

/// One control of a page as its HTML describes it, before anybody answers.
package struct PageControl: Sendable, Hashable {
  /// What a control is, as far as it matters for what a form sends.
  package enum Kind: Sendable, Hashable {
    /// A field for text, `textarea` included.
    case text
    case hidden
    case checkbox, radio
    case select(takesSeveral: Bool)
    /// A button that submits; with `isImage` it sends coordinates.
    case submitter(isImage: Bool)
    case file
    /// A button that does not submit: `reset`, `button`, one outside of any form, and what a role or a script makes one.
    case button
  }

  /// One choice of a list.
  package struct Choice: Sendable, Hashable {
    package var value: String
    package var label: String
    /// The heading that it is under.
    package var group: String?
    package var isSelected: Bool
    package var isDisabled: Bool
    /// Whether a person is not offered it; as long as nothing else is chosen it may be sent.
    package var isHidden = false

    /// Whether a person can take it, or leave it as it is.
    var isOffered: Bool { !isDisabled && (isSelected || !isHidden) }
  }

  /// What a submitter overrides of its form; `nil` where it does not.
  package struct Overrides: Sendable, Hashable {
    package var action: String?
    package var method: String?
    package var enctype: String?
    package var skipsValidation = false
  }

  /// An entry for the direction of a text.
  struct Direction: Sendable, Hashable {
    var name: String
    var direction: TextDirection
  }

  /// Its place in the page, by which controls are in tree order.
  package let node: Int
  package let kind: Kind
  /// The type as HTML names it: `email`, `checkbox`, `select`, `textarea`; for unknown ones `text`.
  package let type: String
  /// Empty if it has none, so that it is never sent.
  package let name: String
  package let elementID: String?
  /// As written, byte for byte; of a checkbox or radio button what it sends if it is on.
  package let value: String
  package let isOn: Bool
  /// Whether only a script makes it a control, so that HTML never sends it.
  package let isScripted: Bool
  /// The address of the frame around it, which gets what is typed; `nil` outside of frames.
  let frame: String?
  /// By its own attribute or by a `fieldset` around it.
  package let isDisabled: Bool
  package let isReadOnly: Bool
  /// What it makes of a text that is typed.
  let held: HeldText
  /// The entry that says in which direction its text is written, and that direction; `nil` if the form sends none.
  let direction: Direction?
  package let choices: [Choice]
  package let overrides: Overrides

  /// Whether it can be the one that submits its form.
  package var isSubmitter: Bool {
    guard case .submitter = kind else { return false }
    return true
  }

  /// What of a list is chosen before anybody answers: one that takes only one has its first choice, if none is marked.
  package var chosen: [String] {
    guard case .select(let takesSeveral) = kind else { return [] }
    let marked = choices.filter(\.isSelected)
    if takesSeveral { return marked.map(\.value) }
    if let last = marked.last { return [last.value] }
    guard showsOne, let first = choices.first(where: { !$0.isDisabled }) else { return [] }
    return [first.value]
  }

  /// Whether a list shows one choice at a time, so that one is always chosen.
  let showsOne: Bool
}

/// Reading a control of a page.
extension PageControl {
  private static let textTypes: Set<String> = [
    "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local", "number", "range", "color",
  ]

  /// The control at a node; `nil` for an element that is none.
  ///
  /// - Parameter isInForm: a button of no form submits nothing.
  init?(_ node: Int, in tree: HTMLTree, isInDisabledFieldset: Bool, isInForm: Bool) {
    guard let element = tree.element(node) else { return nil }
    let written = Self.kind(of: element)
    guard var (kind, type) = written ?? Self.scriptedKind(of: node, element, in: tree) else { return nil }
    if case .submitter = kind, !isInForm { (kind, type) = (.button, "button") }
    isScripted = written == nil
    frame = tree.ancestors(of: node).lazy.compactMap { tree.element($0)?[PageMark.frame] }.first
    self.node = node
    self.kind = kind
    self.type = type
    name = element["name"] ?? ""
    elementID = element.text("id")
    held = HeldText(element, type: type)
    value = Self.value(of: node, element, kind, held, in: tree)
    direction = Self.direction(of: node, element, type, in: tree)
    isOn = written == nil ? element.word("aria-checked") == "true" : element.has("checked")
    isDisabled = element.has("disabled") || isInDisabledFieldset || kind == .button && element.word("aria-disabled") == "true"
    isReadOnly = kind == .text && element.has("readonly") && !["range", "color"].contains(type)
    choices = element.name == "select" ? Self.choices(of: node, in: tree) : []
    showsOne = (element.count("size") ?? 0) <= 1
    overrides = Overrides(
      action: element["formaction"], method: element["formmethod"], enctype: element["formenctype"],
      skipsValidation: element.has("formnovalidate"))
  }

  private static func kind(of element: HTMLElement) -> (Kind, String)? {
    switch element.name {
    case "textarea": return (.text, "textarea")
    case "select": return (.select(takesSeveral: element.has("multiple")), "select")
    case "button":
      let type = element.word("type")
      if ["button", "reset"].contains(type) { return (.button, type) }
      // A button that opens or closes another element sends nothing, unless it says that it does.
      if type != "submit", element.has("command") || element.has("commandfor") { return (.button, "button") }
      return (.submitter(isImage: false), "submit")
    case "input": return inputKind(of: element.word("type"))
    default: return nil
    }
  }

  private static func inputKind(of type: String) -> (Kind, String) {
    switch type {
    case "hidden": (.hidden, type)
    case "checkbox": (.checkbox, type)
    case "radio": (.radio, type)
    case "submit": (.submitter(isImage: false), type)
    case "image": (.submitter(isImage: true), type)
    case "file": (.file, type)
    case "button", "reset": (.button, type)
    default: (.text, textTypes.contains(type) ? type : "text")
    }
  }

  private static func value(of node: Int, _ element: HTMLElement, _ kind: Kind, _ held: HeldText, in tree: HTMLTree) -> String {
    if element.name == "textarea" { return textAreaValue(tree.rawText(of: node)) }
    switch kind {
    case .checkbox, .radio: return element["value"] ?? "on"
    case .text where element.name != "input": return tree.visibleText(of: node)
    case .text: return held(element["value"] ?? "")
    // Chromium sends its own label.
    case .submitter(isImage: false) where element.name == "input": return element["value"] ?? "Submit"
    case .hidden, .select, .submitter, .file, .button: return element["value"] ?? ""
    }
  }

  private static func direction(of node: Int, _ element: HTMLElement, _ type: String, in tree: HTMLTree) -> Direction? {
    guard let name = element["dirname"], !name.isEmpty,
      ["hidden", "text", "search", "tel", "url", "email", "password", "textarea"].contains(type)
    else { return nil }
    return Direction(name: name, direction: TextDirection(of: node, in: tree))
  }

  /// The line break right after the tag is not part of the text; the others are line feeds.
  private static func textAreaValue(_ text: String) -> String {
    let value = LineBreaks.withLineFeeds(text)
    return value.utf8.first == 0x0A ? String(value.dropFirst()) : value
  }

  private static func choices(of select: Int, in tree: HTMLTree) -> [Choice] {
    tree.below(select).compactMap { node in
      guard let option = tree.element(node), option.name == "option" else { return nil }
      let text = tree.visibleText(of: node, includesHidden: true)
      let group = tree.ancestors(of: node).first { $0 < select || tree.name($0) == "optgroup" }.flatMap {
        $0 > select ? tree.element($0) : nil
      }
      return Choice(
        value: option["value"] ?? text, label: option.text("label") ?? text, group: group?.text("label"),
        isSelected: option.has("selected"), isDisabled: option.has("disabled") || group?.has("disabled") ?? false,
        isHidden: option.has("hidden") || group?.has("hidden") ?? false)
    }
  }
}
