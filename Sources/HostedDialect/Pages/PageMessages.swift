internal import Encodings
internal import JourneyModel

/// What a page says to the person, found by the tenant's selectors and by ARIA, in the order of the page.
struct PageMessages {
  private static let most = 100
  private static let mostLookedAt = 1_000
  private static let textLimit = 4_000

  private let tree: HTMLTree
  private let names: AccessibleNames
  /// What each control became, by the control's place.
  private let widgets: [Int: PlacedWidgetID]
  private let forms: [Int: FormID]
  /// The controls that are filled in and seen, in tree order.
  private let typed: [Int]
  /// The messages by the elements that say them.
  private var found: [Int: (level: MessageLevel, scope: Message.Scope?)] = [:]

  init(_ page: HTMLPage, rules: [PageMessageRule], widgets: [Int: PlacedWidgetID], forms: [Int: FormID]) {
    tree = page.tree
    names = AccessibleNames(page.tree)
    self.widgets = widgets
    self.forms = forms
    typed = widgets.keys.filter { [tree] in Self.isTyped($0, in: tree) }.sorted()
    addNamedByControls()
    for rule in rules { addOutermost(of: rule.selector.elements(in: tree).map { ($0, rule.level) }) }
    addLive()
    addErrorLists()
    addUsualMarks()
  }

  /// In the order of the page, without repetition.
  var messages: [Message] {
    var messages: [Message] = []
    var seen: Set<Message> = []
    for (node, one) in found.sorted(by: { $0.key < $1.key }).prefix(Self.mostLookedAt) {
      let text = tree.visibleText(of: node, leavingOut: ["button", "select", "textarea"], limit: Self.textLimit)
      guard !text.isEmpty else { continue }
      let message = Message(
        level: one.level, text: RichText(text), key: PageTellings.key(on: tree.element(node)), scope: one.scope ?? scope(of: node))
      if seen.insert(message).inserted { messages.append(message) }
      if messages.count == Self.most { break }
    }
    return messages
  }

  private mutating func add(_ node: Int, _ level: MessageLevel, _ scope: Message.Scope?) {
    guard found[node] == nil, !tree.nodes[node].isHidden else { return }
    found[node] = (level, scope)
  }

  /// Of each node, whether something around it is a message already, so that it would be reported twice.
  private var nodesInMessages: [Bool] {
    var isInside = [Bool](repeating: false, count: tree.nodes.count)
    for node in tree.nodes.indices {
      let parent = tree.nodes[node].parent
      isInside[node] = parent >= 0 && (isInside[parent] || found[parent] != nil)
    }
    return isInside
  }

  /// What a control that is wrong refers to.
  private mutating func addNamedByControls() {
    for (control, place) in widgets.sorted(by: { $0.key < $1.key }) {
      guard let element = tree.element(control), element.has("aria-invalid"), !["false", ""].contains(element.word("aria-invalid")) else {
        continue
      }
      let described = element.words("aria-describedby").prefix(10).compactMap { names.element(withID: $0) }
      let said = element.words("aria-errormessage").prefix(10).compactMap { names.element(withID: $0) } + errors(among: described)
      for node in said {
        add(node, .error, .widget(place.form, place.widget))
      }
    }
  }

  /// Of what describes a field that is wrong, what says why: help texts describe it as well, and did before.
  private func errors(among nodes: [Int]) -> [Int] {
    let told = nodes.filter { says(["error", "invalid", "alert", "danger", "feedback"], $0) }
    return told.isEmpty ? nodes.filter { !says(["help", "hint", "instruction", "requirement"], $0) } : told
  }

  /// Whether an element's id, class or role is made with one of these words.
  private func says(_ words: [String], _ node: Int) -> Bool {
    guard let element = tree.element(node) else { return false }
    let text = "\(element.word("id")) \(element.word("class")) \(element.word("role"))"
    return words.contains { text.contains($0) }
  }

  /// Elements that announce themselves to those who listen to a page.
  ///
  /// A page of scripts may announce all of itself: what has a field or an alert in it is a part of the page and no message.
  private mutating func addLive() {
    let live: [(node: Int, level: MessageLevel)] = tree.nodes.indices.compactMap { node in
      guard !tree.nodes[node].isInert, let element = tree.element(node) else { return nil }
      return Self.level(of: element).map { (node, $0) }
    }
    let alerts = live.map(\.node).filter { node in
      !tree.nodes[node].isHidden && tree.element(node).map(Self.isAlert) ?? false
    }
    let fields = typed.filter { node in
      tree.element(node).map { Self.fields.contains($0.name) && !["button", "reset"].contains($0.word("type")) } ?? false
    }
    addOutermost(of: live.filter { $0.level != .info || !(holds(fields, $0.node) || holds(alerts, $0.node)) })
  }

  private static let fields: Set<String> = ["input", "select", "textarea"]

  /// Whether one of some nodes, which are in tree order, is below a node.
  private func holds(_ nodes: [Int], _ node: Int) -> Bool {
    let first = nodes[place(after: node, in: nodes)...].first
    return first.map { $0 < tree.nodes[node].end } ?? false
  }

  /// Where the first of some nodes, which are in tree order, comes after a node; found by halves.
  private func place(after node: Int, in nodes: [Int]) -> Int {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] > node { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The items of `ul.errorlist`: so a Django site shows what is wrong with a form, without a role or `aria-live`.
  private mutating func addErrorLists() {
    let lists = tree.elements(named: ["ul"]).filter { tree.element($0)?.words("class").contains("errorlist") ?? false }
    addOutermost(
      of: lists.flatMap { list in
        let items = tree.below(list).filter { tree.name($0) == "li" && tree.nodes[$0].parent == list }
        return items.map { ($0, MessageLevel.error) }
      })
  }

  /// Elements with a class by which a common framework marks a message.
  private mutating func addUsualMarks() {
    addOutermost(
      of: tree.nodes.indices.compactMap { node in
        guard !tree.nodes[node].isInert, !tree.nodes[node].isHidden, let element = tree.element(node),
          Self.markable.contains(element.name)
        else { return nil }
        return Self.usualLevel(element.words("class")).map { (node, $0) }
      })
  }

  /// The level by the mark of a framework; a word of another level next to it counts more, as in `info fs-error-msg`.
  private static func usualLevel(_ classes: [String]) -> MessageLevel? {
    guard let level = classes.lazy.compactMap({ marks[$0] }).first else { return nil }
    guard level == .error, !classes.contains("error") else { return level }
    return classes.lazy.compactMap { milder[$0] }.first ?? level
  }

  private static let milder: [String: MessageLevel] = ["info": .info, "success": .success, "warning": .warning]

  /// Elements that hold a message's text; a field that is marked as wrong has none.
  private static let markable: Set<String> = ["div", "p", "span", "li", "ul", "small", "strong", "em", "section", "aside", "td", "dd"]

  /// Classes of frameworks that are on the page only if there is a message; `Pages.md` lists where they come from.
  ///
  /// Classes such as Bootstrap's `invalid-feedback` are missing: pages have them always, and style sheets hide them.
  private static let marks: [String: MessageLevel] = [
    "alert-danger": .error, "alert-error": .error, "alert-warning": .warning, "errornote": .error, "mw-message-box-error": .error,
    "mw-message-box-warning": .warning, "cdx-message--error": .error, "cdx-message--warning": .warning, "fs-error-msg": .error,
    "flash-error": .error, "flash-alert": .error, "govuk-error-message": .error, "govuk-error-summary": .error,
  ]

  /// Adds elements in tree order, without those that are in another message.
  private mutating func addOutermost(of nodes: [(node: Int, level: MessageLevel)]) {
    guard !nodes.isEmpty else { return }
    let isInside = nodesInMessages
    var end = 0
    for (node, level) in nodes where node >= end && !isInside[node] {
      add(node, level, nil)
      end = tree.nodes[node].end
    }
  }

  /// Whether an element interrupts those who listen to a page, as what is wrong does.
  static func isAlert(_ element: HTMLElement) -> Bool { announcedLevel(of: element) == .error }

  private static func announcedLevel(of element: HTMLElement) -> MessageLevel? {
    let roles = element.words("role").map(\.asciiLowercased)
    if roles.contains("alert") || roles.contains("alertdialog") { return .error }
    if roles.contains("status") || roles.contains("log") { return .info }
    switch element.word("aria-live") {
    case "assertive": return .error
    case "polite": return .info
    default: return element.name == "output" ? .info : nil
    }
  }

  /// The level by the role; the class of an alert may say that it is good news, unless another one says that it is not.
  private static func level(of element: HTMLElement) -> MessageLevel? {
    let level = announcedLevel(of: element)
    let classes = element.word("class")
    guard level == .error, !["error", "danger", "warn", "invalid", "fail"].contains(where: classes.contains) else { return level }
    let words = element.words("class").map(\.asciiLowercased)
    return goodNews.first { _, word in classPrefixes.contains { words.contains($0 + word) } }?.level ?? level
  }

  private static let goodNews: [(level: MessageLevel, word: String)] = [(.success, "success"), (.info, "info")]

  /// What comes before the level in the classes of frameworks: `success`, `is-success`, `alert-success` and so on.
  private static let classPrefixes = [
    "", "is-", "alert-", "alert--", "message-", "message--", "notification-", "notification--", "flash-", "ant-alert-", "el-alert--",
  ]

  /// In a form the only control of the nearest thing around it that has any, else the form; elsewhere the page.
  private func scope(of node: Int) -> Message.Scope {
    guard let form = tree.ancestor(of: node, named: "form"), let id = forms[form] else { return .page }
    for parent in tree.ancestors(of: node).prefix(while: { $0 != form }) {
      let places = placesBelow(parent)
      if places.count > 1 { break }
      if let place = places.first, place.form == id { return .widget(place.form, place.widget) }
    }
    return .form(id)
  }

  /// The fields below a node, two at most: more do not matter.
  private func placesBelow(_ node: Int) -> Set<PlacedWidgetID> {
    var places: Set<PlacedWidgetID> = []
    for control in typed[place(after: node, in: typed)...] {
      guard control < tree.nodes[node].end, places.count < 2 else { break }
      if let place = widgets[control] { places.insert(place) }
    }
    return places
  }

  /// Whether a node is a control that is filled in and seen.
  private static func isTyped(_ node: Int, in tree: HTMLTree) -> Bool {
    guard !tree.nodes[node].isHidden, let element = tree.element(node) else { return false }
    return element.name != "button" && !["submit", "image", "hidden"].contains(element.word("type"))
  }
}

extension HTMLPage {
  /// Whether an alert without a text is on it, which a script of the page may fill.
  var hasEmptyAlert: Bool {
    runsScripts
      && tree.nodes.indices.contains { node in
        guard !tree.nodes[node].isInert, !tree.nodes[node].isHidden, let element = tree.element(node) else { return false }
        return PageMessages.isAlert(element) && tree.visibleText(of: node).isEmpty
      }
  }
}
