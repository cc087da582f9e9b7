import Diagnostics
import LocatedYAML

/// What the screens of a tenant show, and when: to find whether two people see the same.
struct ScreenParts {
  /// A form, a widget, or something else that a screen shows.
  private struct Part {
    var name: String
    var condition: Guard
    /// Everything that its file writes there.
    var text: String
  }

  /// By the screens' places.
  private let parts: [[Part]]
  private let ids: [String]

  /// - Parameters:
  ///   - written: the tenant's screens, in their order.
  ///   - compiler: of the tenant, with its names known.
  init(_ written: [ScreenDefinition], _ compiler: inout TenantCompiler) {
    ids = written.map(\.id.value)
    var screens: [[Part]] = []
    for screen in written {
      var parts = screen.own.map { Part(name: $0.name, condition: .always, text: $0.value.texts) }
      for form in screen.forms {
        let condition = compiler.condition(form.condition)
        parts.append(Part(name: form.id.value, condition: condition, text: ""))
        for widget in form.widgets {
          let text = widget.attributes.map(\.value.texts).joined(separator: " ")
          parts.append(Part(name: widget.id.value, condition: .all([condition, compiler.condition(widget.condition)]), text: text))
        }
      }
      screens.append(parts)
    }
    parts = screens
  }

  /// What only one of two people sees on the screen to which both came; `nil` for nothing.
  ///
  /// - Parameter open: gains what has to be kept to tell.
  func difference(_ pair: StrangerPair, open: inout Set<KeptVariable>) -> String? {
    guard let screen = screen(of: pair) else { return nil }
    let course = pair.known.course
    for part in parts[screen] {
      let shown = [pair.unknown.moment, pair.known.moment].map { moment in part.condition.decided { course.isTrue($0, at: moment) } }
      if shown.contains(nil) { open.formUnion(part.condition.variables) }
      if shown == [false, true] { return "only a known one is shown '\(part.name)' on '\(ids[screen])'" }
      if shown == [true, false] { return "only an unknown one is shown '\(part.name)' on '\(ids[screen])'" }
    }
    return nil
  }

  /// Why it is not known whether both see the same there; `nil` where they do.
  func undecided(_ pair: StrangerPair) -> String? {
    guard let screen = screen(of: pair), pair.unknown.moment.person != pair.known.moment.person else { return nil }
    let course = pair.known.course
    let part = parts[screen].first { part in
      part.text.namesPerson && part.condition.decided { course.isTrue($0, at: pair.known.moment) } != false
    }
    return part.map { "'\($0.name)' on the screen '\(ids[screen])' shows something of the account" }
  }

  private func screen(of pair: StrangerPair) -> Int? {
    guard pair.unknown.end == nil else { return nil }
    return pair.unknown.course.graph.states[pair.unknown.moment.state].screen
  }
}

extension String {
  /// Whether a text of a tenant's file depends on who the person is.
  fileprivate var namesPerson: Bool { ["account.", "policy.", "device."].contains { contains($0) } }
}

extension YAMLNode {
  /// All its texts, one after the other.
  fileprivate var texts: String {
    switch self {
    case .scalar(let scalar): scalar.text
    case .sequence(let sequence): sequence.items.map(\.texts).joined(separator: " ")
    case .mapping(let mapping): mapping.entries.map { $0.value.texts }.joined(separator: " ")
    }
  }
}
