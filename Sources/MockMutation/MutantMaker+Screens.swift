import Diagnostics
import JourneyMock
import LocatedYAML

extension MutantMaker {
  /// Widgets that are gone, have other ids, or ask for more or less; and what is shown where it was not.
  mutating func mutateScreen(_ screen: Int) {
    let definition = definition.screens[screen]
    let touched = touch.screen(definition.id.value)
    for (form, shown) in definition.forms.enumerated() {
      let element = "screen.\(definition.id.value).\(shown.id.value)"
      if let condition = shown.condition {
        mutate(condition, of: element, touching: touched, Self.words(of: "form '\(shown.id.value)'")) {
          $0.screens[screen].forms[form].condition = $1
        }
      }
      mutateSubmitters(screen, form, of: element, touched)
      for widget in shown.widgets.indices { mutateWidget(WidgetPlace(screen: screen, form: form, widget: widget), of: element, touched) }
    }
  }

  /// Buttons and links that submit a form: all of them gone at once, and each with another label.
  private mutating func mutateSubmitters(_ screen: Int, _ form: Int, of element: String, _ touched: MutantTouch) {
    let shown = definition.screens[screen].forms[form]
    let submitters = shown.widgets.filter { speech.submits($0) }
    guard let main = submitters.first else { return }
    let names = Set(submitters.map(\.id.value))
    let place = "form '\(shown.id.value)' of screen '\(definition.screens[screen].id.value)'"
    add(element, .dropSubmit, at: main.id.range, "nothing submits \(place) any more", touching: touched) {
      $0.screens[screen].forms[form].widgets.removeAll { names.contains($0.id.value) }
      for name in names { $0.screens[screen].rename(name, in: shown.id.value, to: nil) }
    }
    for (index, widget) in shown.widgets.enumerated() where speech.submits(widget) {
      guard let label = widget.attributes.firstIndex(where: { $0.name == "label" }) else { continue }
      let entry = widget.attributes[label]
      let sentence = "'\(widget.id.value)' of \(place) has another label"
      add("\(element).\(widget.id.value)", .relabelSubmit, at: entry.value.range, sentence, touching: touched) {
        $0.screens[screen].forms[form].widgets[index].attributes[label] = YAMLMapping.Entry(
          key: entry.key, value: entry.value.saying("Something else"))
      }
    }
  }

  private static func words(of what: String) -> GuardWords {
    GuardWords(turned: "\(what) is shown when", ignored: "\(what) is shown whether or not", anything: "\(what) is shown for any")
  }

  private mutating func mutateWidget(_ place: WidgetPlace, of form: String, _ touched: MutantTouch) {
    let widget = definition[place]
    let id = widget.id
    let element = "\(form).\(id.value)"
    let screen = "screen '\(definition.screens[place.screen].id.value)'"
    let formID = definition.screens[place.screen].forms[place.form].id.value
    let submitters = definition.screens[place.screen].forms[place.form].widgets.filter { speech.submits($0) }
    // Without its only button a form is as 'drop-submit' leaves it.
    if !speech.submits(widget) || submitters.count > 1 {
      add(element, .dropWidget, at: id.range, "widget '\(id.value)' is gone from \(screen)", touching: touched) {
        $0.screens[place.screen].forms[place.form].widgets.remove(at: place.widget)
        $0.screens[place.screen].rename(id.value, in: formID, to: nil)
      }
    }
    let renamed = id.value + "X"
    add(element, .renameWidget, at: id.range, "widget '\(id.value)' of \(screen) is called '\(renamed)'", touching: touched) {
      $0[place].id = Located(renamed, at: id.range)
      $0.screens[place.screen].rename(id.value, in: formID, to: renamed)
    }
    if let condition = widget.condition {
      mutate(condition, of: element, touching: touched, Self.words(of: "widget '\(id.value)'")) { $0[place].condition = $1 }
    }
    swapRequired(place, element, touched)
  }

  private mutating func swapRequired(_ place: WidgetPlace, _ element: String, _ touched: MutantTouch) {
    let widget = definition[place]
    let attribute = "required"
    let position = widget.attributes.firstIndex { $0.name == attribute }
    guard position != nil || speech.mayRequire(widget) else { return }
    let range = position.map { widget.attributes[$0].value.range } ?? widget.id.range
    var isRequired = false
    if let position, case .scalar(let scalar) = widget.attributes[position].value { isRequired = scalar.kind == .boolean(true) }
    let swapped = YAMLScalar(text: isRequired ? "false" : "true", style: .plain, kind: .boolean(!isRequired), range: range)
    let entry = YAMLMapping.Entry(key: Located(attribute, at: range), value: .scalar(swapped))
    let sentence = isRequired ? "widget '\(widget.id.value)' may be left empty" : "widget '\(widget.id.value)' has to be filled in"
    add(element, .swapRequired, at: range, sentence, touching: touched) {
      if let position { $0[place].attributes[position] = entry } else { $0[place].attributes.append(entry) }
    }
  }
}

extension TenantDefinition {
  subscript(place: WidgetPlace) -> WidgetDefinition {
    get { screens[place.screen].forms[place.form].widgets[place.widget] }
    set { screens[place.screen].forms[place.form].widgets[place.widget] = newValue }
  }
}

extension ScreenDefinition {
  /// Gives a form's widget another id wherever the dialect's own keys name it, or takes it out of them.
  fileprivate mutating func rename(_ id: String, in form: String, to renamed: String?) {
    own = own.map { YAMLMapping.Entry(key: $0.key, value: $0.value.renaming(id, in: form, to: renamed)) }
  }
}

extension YAMLNode {
  /// The same text, or map of texts by language, with another wording.
  fileprivate func saying(_ text: String) -> YAMLNode {
    switch self {
    case .scalar(let scalar): .scalar(scalar.saying(text))
    case .mapping(let mapping):
      .mapping(
        YAMLMapping(
          entries: mapping.entries.map { YAMLMapping.Entry(key: $0.key, value: $0.value.saying(text)) }, range: mapping.range))
    case .sequence: self
    }
  }

  /// The same, in which a form's widget has another id, or is left out.
  fileprivate func renaming(_ id: String, in form: String, to renamed: String?) -> YAMLNode {
    switch self {
    case .scalar: return self
    case .mapping(let mapping):
      let entries = mapping.entries.map { entry in
        let isForm = entry.name == form
        return YAMLMapping.Entry(
          key: entry.key, value: isForm ? entry.value.replacing(id, by: renamed) : entry.value.renaming(id, in: form, to: renamed))
      }
      return .mapping(YAMLMapping(entries: entries, range: mapping.range))
    case .sequence(let sequence):
      return .sequence(YAMLSequence(items: sequence.items.map { $0.renaming(id, in: form, to: renamed) }, range: sequence.range))
    }
  }

  private func replacing(_ id: String, by renamed: String?) -> YAMLNode {
    guard case .sequence(let sequence) = self else { return self }
    let items = sequence.items.compactMap { item -> YAMLNode? in
      guard case .scalar(let scalar) = item, scalar.text == id else { return item }
      return renamed.map { .scalar(scalar.saying($0)) }
    }
    return .sequence(YAMLSequence(items: items, range: sequence.range))
  }
}
