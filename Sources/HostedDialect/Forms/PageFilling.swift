internal import Encodings
internal import JourneyModel

/// A form's controls with answers in them.
struct PageFilling {
  /// One entry of what is sent.
  struct Entry {
    var item: QueryItem
    var isHidden = false
  }

  private let controls: [PageControl]
  private let fields: [PageField]
  private var texts: [Int: String] = [:]
  private var isOn: [Int: Bool] = [:]
  private var chosen: [Int: [String]] = [:]
  /// Controls that are sent though they are disabled.
  private var forced: Set<Int> = []
  /// The last radio button of each name that is marked; the others are not on.
  private var lastOn: [String: Int] = [:]

  init(_ fields: [PageField], controls: [PageControl], answers: [PageAnswer]) throws(PageFormError) {
    self.fields = fields
    self.controls = controls
    for control in controls where control.kind == .radio && control.isOn { lastOn[control.name] = control.node }
    for answer in answers { try put(answer) }
  }

  private mutating func put(_ answer: PageAnswer) throws(PageFormError) {
    guard let field = fields.first(where: { $0.id == answer.field }) else { throw .unknownField(answer.field) }
    let first = field.first
    if answer.isForced {
      forced.formUnion(field.controls.map(\.node))
    } else if first.kind == .hidden || first.isReadOnly || field.controls.allSatisfy(\.isDisabled) {
      throw .fixedField(field.id)
    }
    switch (first.kind, answer.content) {
    case (.text, .text(let text)): texts[first.node] = first.held(text)
    case (.hidden, .text(let text)): texts[first.node] = text
    case (.checkbox, .isOn(let flag)) where field.controls.count == 1: isOn[first.node] = flag
    case (.checkbox, .chosen(let values)), (.radio, .chosen(let values)): try switchOn(values, in: field, isForced: answer.isForced)
    case (.select, .chosen(let values)): try choose(values, in: field, isForced: answer.isForced)
    case (.checkbox, _): throw .wrongKind(field.id, expected: field.controls.count == 1 ? "true or false" : "a list of its values")
    case (.radio, _), (.select, _): throw .wrongKind(field.id, expected: "one of its choices")
    case (.text, _), (.hidden, _): throw .wrongKind(field.id, expected: "a text")
    case (.file, _): throw .wrongKind(field.id, expected: "a file, which is not supported")
    case (.submitter, _), (.button, _): throw .wrongKind(field.id, expected: "no answer: it is a button")
    }
  }

  private mutating func switchOn(_ values: [String], in field: PageField, isForced: Bool) throws(PageFormError) {
    if field.first.kind == .radio, values.count > 1 { throw .wrongKind(field.id, expected: "one of its choices") }
    for value in values where !field.controls.contains(where: { $0.value == value && (isForced || !$0.isDisabled) }) {
      throw .noSuchChoice(field.id, value: value)
    }
    for control in field.controls { isOn[control.node] = values.contains(control.value) }
  }

  private mutating func choose(_ values: [String], in field: PageField, isForced: Bool) throws(PageFormError) {
    if field.first.kind == .select(takesSeveral: false), values.count > 1 { throw .wrongKind(field.id, expected: "one of its choices") }
    for value in values where !isForced && !field.first.choices.contains(where: { $0.value == value && $0.isOffered }) {
      throw .noSuchChoice(field.id, value: value)
    }
    chosen[field.first.node] = values
  }

  /// The entry list: a disabled control, one without a name, a box that is off and a button not pressed are not in it.
  func entries(pressing pressed: PageControl?, charset: PageCharset) -> [Entry] {
    controls.flatMap { control -> [Entry] in
      if control.isDisabled, !forced.contains(control.node) { return [] }
      if case .submitter(isImage: true) = control.kind { return control == pressed ? Self.coordinates(of: control) : [] }
      guard !control.name.isEmpty else { return [] }
      return values(of: control, pressing: pressed, charset: charset).flatMap { value in
        let direction = control.direction.map { Entry(item: QueryItem($0.name, $0.direction.word(for: value))) }
        return [Entry(item: QueryItem(control.name, value), isHidden: control.kind == .hidden)] + [direction].compactMap(\.self)
      }
    }
  }

  private func values(of control: PageControl, pressing pressed: PageControl?, charset: PageCharset) -> [String] {
    switch control.kind {
    case .text: [texts[control.node] ?? control.value]
    case .hidden:
      // A field of this name names the encoding (HTML section 4.10.22.4).
      control.name.equalsIgnoringASCIICase("_charset_") ? [charset.name] : [texts[control.node] ?? control.value]
    case .checkbox, .radio: isOn[control.node] ?? isOnAsSent(control) ? [control.value] : []
    case .select: chosen(of: control)
    case .submitter: control == pressed ? [control.value] : []
    case .file: [""]
    case .button: []
    }
  }

  /// Of radio buttons that are all marked, only the last is on.
  private func isOnAsSent(_ control: PageControl) -> Bool {
    guard control.isOn, control.kind == .radio, !control.name.isEmpty else { return control.isOn }
    return lastOn[control.name] == control.node
  }

  private func chosen(of control: PageControl) -> [String] {
    let isForced = forced.contains(control.node)
    let values = chosen[control.node] ?? control.chosen
    guard !isForced else { return values }
    // In the order of the list, one value as often as it is chosen.
    var left = Set(values)
    return control.choices.filter { !$0.isDisabled && left.remove($0.value) != nil }.map(\.value)
  }

  /// A picture sends where it was pressed.
  private static func coordinates(of control: PageControl) -> [Entry] {
    let prefix = control.name.isEmpty ? "" : "\(control.name)."
    return ["x", "y"].map { Entry(item: QueryItem(prefix + $0, "0")) }
  }
}
