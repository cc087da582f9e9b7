import Diagnostics
import JourneyModel
import ModelCoding
import ScreenPages

/// A screen as a person would see it, in lines of text: its forms, widgets and messages, with the ids that scenarios use.
struct ScreenDrawing {
  private static let maxForms = 30
  private static let maxFoldedLinks = 6
  private static let maxWidgets = 60
  private static let maxMessages = 20
  private static let maxChoices = 8
  private static let widestType = 12
  private static let widestLabel = 44
  private static let textLimit = 160

  private let screen: Screen
  /// The ids of widgets that an expectation did not hold of.
  private let marked: Set<String>
  /// Whether only the first links are drawn, and the others counted: a page may have dozens that lead elsewhere.
  private let foldsLinks: Bool
  private let order: [PlacedWidget]
  private let typeWidth: Int
  private let labelWidth: Int

  init(_ screen: Screen, marking marked: Set<String> = [], foldsLinks: Bool = false) {
    self.screen = screen
    self.foldsLinks = foldsLinks
    self.marked = marked
    order = screen.widgetsInOrder
    let shown = order.prefix(Self.maxWidgets).map(\.widget)
    typeWidth = min(shown.map { DisplayText.columns(of: Self.type($0)) }.max() ?? 0, Self.widestType)
    labelWidth = min(shown.map { DisplayText.columns(of: Self.label($0)) }.max() ?? 0, Self.widestLabel)
  }

  /// The drawing's lines, without a heading.
  var text: StyledText {
    var text = StyledText()
    var left = Self.maxWidgets
    let drawn = foldsLinks ? formsWithFewLinks : screen.forms
    for form in drawn.prefix(Self.maxForms) { add(form, &left, to: &text) }
    let folded = screen.forms.count - drawn.count
    if folded > 0 { text.add("… \(folded) more links, which --verbose draws", .quiet) }
    let moreForms = drawn.count - Self.maxForms
    if moreForms > 0 { text.add("… \(moreForms) more forms", .quiet) }
    let hidden = order.count - Self.maxWidgets
    if hidden > 0 { text.add("… \(hidden) more widgets", .quiet) }
    if screen.forms.isEmpty { text.add("no forms", .quiet) }
    addMessages(to: &text)
    addFacts(to: &text)
    return text
  }

  /// The forms without the links behind the first few.
  private var formsWithFewLinks: [Form] {
    var links = 0
    return screen.forms.filter { form in
      guard case .navigation = form.kind else { return true }
      links += 1
      return links <= Self.maxFoldedLinks
    }
  }

  private func add(_ form: Form, _ left: inout Int, to text: inout StyledText) {
    var head = StyledText.Line("form \(form.id)", .heading)
    if let label = form.label?.visible, !label.isEmpty { head.add("  '\(Self.cut(label))'") }
    if !form.aliases.isEmpty { head.add("  also " + Self.cut(form.aliases.map(\.rawValue).joined(separator: ", ")), .quiet) }
    switch form.kind {
    case .input, .action: break
    case .poll(let interval): head.add("  asks again every \(DurationWords.short(interval))", .quiet)
    case .navigation(let url): head.add("  leaves for \(Self.cut(ConcealedURL.text(of: url)))", .quiet)
    }
    text.add(head)
    for placed in order where placed.form == form.id && left > 0 {
      left -= 1
      text.add(line(placed.widget))
      addChoices(of: placed.widget, to: &text)
    }
  }

  private func line(_ widget: Widget) -> StyledText.Line {
    var line = StyledText.Line(marked.contains(widget.id.text) ? "> " : "  ", .bad)
    line.add(cell(widget))
    line.add("  " + widget.id.text, .place)
    for note in Self.notes(widget) { line.add("  " + note, .quiet) }
    return line
  }

  /// What a person sees: a button as a button, a field with its type before its label.
  private func cell(_ widget: Widget) -> String {
    let label = Self.label(widget)
    switch widget.kind {
    case .submitter, .close: return Self.padded("( \(label) )", typeWidth + 3 + labelWidth)
    case .output: return " " + Self.padded(Self.type(widget), typeWidth) + "  " + Self.padded(label, labelWidth)
    case .entry, .toggle, .choice, .credential, .unknown:
      return "[" + Self.padded(Self.type(widget), typeWidth) + "] " + Self.padded(label, labelWidth)
    }
  }

  private func addChoices(of widget: Widget, to text: inout StyledText) {
    guard case .choice(let list) = widget.kind else { return }
    for choice in list.choices.prefix(Self.maxChoices) {
      let mark = list.selected.contains(choice.value) ? "(x)" : "( )"
      var line = StyledText.Line("       \(mark) \(Self.cut(choice.label?.visible ?? ""))")
      line.add("  \(Self.cut(choice.told))", .quiet)
      text.add(line)
    }
    let more = list.choices.count - Self.maxChoices
    if more > 0 { text.add("       … \(more) more", .quiet) }
  }

  private func addMessages(to text: inout StyledText) {
    guard !screen.messages.isEmpty else {
      text.add("no messages", .quiet)
      return
    }
    text.add("messages", .heading)
    for message in screen.messages.prefix(Self.maxMessages) {
      var line = StyledText.Line("  ")
      line.add(message.level.text, message.level.mustBeExpected ? .bad : .good)
      line.add(" \(Self.place(message.scope)): '\(Self.cut(message.text.visible))'")
      if let key = message.key { line.add("  \(key)", .quiet) }
      text.add(line)
      for link in message.links.prefix(Self.maxChoices) { text.add(Self.line(of: link)) }
    }
    let more = screen.messages.count - Self.maxMessages
    if more > 0 { text.add("  … \(more) more", .quiet) }
  }

  private func addFacts(to text: inout StyledText) {
    for fact in screen.facts.prefix(Self.maxMessages) {
      text.add("fact \(fact.name): " + (fact.isSecret ? "***" : Self.shown(fact.value)), .quiet)
    }
  }
}

extension ScreenDrawing {
  /// A link of a message under it, with the form that is pressed for it.
  private static func line(of link: MessageLink) -> StyledText.Line {
    var line = StyledText.Line("    link ")
    line.add(cut(link.form.rawValue), .place)
    if let label = link.label { line.add("  '\(cut(label))'") }
    if let url = link.url { line.add("  leads to \(cut(ConcealedURL.text(of: url)))", .quiet) }
    return line
  }

  private static func shown(_ value: Value) -> String {
    guard let text = value.text, text.contains("://") else { return cut(value.quoted) }
    return cut(Value.text(ConcealedURL.text(of: text)).quoted)
  }

  private static func cut(_ text: String) -> String { HarmlessText.line(text, limit: textLimit) }

  private static func type(_ widget: Widget) -> String { cut(widget.typeName) }

  private static func label(_ widget: Widget) -> String {
    let text: String
    if case .output(let output) = widget.kind { text = output.visible } else { text = widget.label?.visible ?? "" }
    return HarmlessText.line(text, limit: textLimit) + (widget.kind.isRequired ? " *" : "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - DisplayText.columns(of: text), 0))
  }

  private static func notes(_ widget: Widget) -> [String] {
    var notes: [String] = []
    switch widget.kind {
    case .entry(let entry):
      if let value = entry.value, !value.isEmpty { notes.append(entry.hidesValue ? "= ***" : "= '\(cut(value))'") }
    case .toggle(let toggle): notes.append(toggle.isOn ? "on" : "off")
    case .choice(let list): if list.takesSeveral { notes.append("several") }
    case .credential(let prompt): notes.append(prompt.ceremony == .create ? "creates a passkey" : "uses a passkey")
    case .unknown: notes.append("of an unknown type")
    case .output, .submitter, .close: break
    }
    if widget.kind.isReadOnly { notes.append("read-only") }
    if !widget.isVisible { notes.append("not visible") }
    return notes
  }

  private static func place(_ scope: Message.Scope) -> String {
    switch scope {
    case .page: "on the page"
    case .form(let form): "on form \(form)"
    case .widget(_, let widget): "on \(widget)"
    }
  }
}
