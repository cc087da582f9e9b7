package import JourneyModel

/// What a person sees as one field or button: one control, or the radio buttons or boxes of one name.
package struct PageField: Sendable, Hashable {
  package let id: WidgetID
  /// In tree order, never empty.
  package let controls: [PageControl]

  /// The control that represents all.
  package var first: PageControl { controls[0] }

  /// The fields of a form, with ids that are unique in it.
  ///
  /// The id is the name, else the element's id unless that is a random one, else the type. Boxes and radio buttons of one name are one
  /// field; buttons of one name are distinguished by their values, all else by a number.
  static func fields(of controls: [PageControl]) -> [PageField] {
    var groups: [(key: String?, controls: [PageControl])] = []
    var places: [String: Int] = [:]
    for control in controls {
      if let key = groupKey(of: control), let place = places[key] {
        groups[place].controls.append(control)
      } else {
        if let key = groupKey(of: control) { places[key] = groups.count }
        groups.append((groupKey(of: control), [control]))
      }
    }
    var ids = UniqueIDs()
    let buttons = Dictionary(grouping: controls.filter { $0.isSubmitter && !$0.name.isEmpty }, by: \.name)
    return groups.map { group in
      let isOneOfSeveral = group.controls[0].isSubmitter && buttons[group.controls[0].name, default: []].count > 1
      return PageField(id: ids.unique(path(of: group.controls[0], byValue: isOneOfSeveral)), controls: group.controls)
    }
  }

  private static func groupKey(of control: PageControl) -> String? {
    guard !control.name.isEmpty else { return nil }
    switch control.kind {
    case .radio: return "radio \(control.name)"
    case .checkbox: return "checkbox \(control.name)"
    case .text, .hidden, .select, .submitter, .file, .button: return nil
    }
  }

  private static func path(of control: PageControl, byValue: Bool) -> [String] {
    if !control.name.isEmpty { return byValue && !control.value.isEmpty ? [control.name, control.value] : [control.name] }
    if let id = control.elementID, !RandomText.isRandom(id) { return [id] }
    return [control.type]
  }
}

/// Gives each id once: the second `code` is `code#2`.
struct UniqueIDs {
  private var counts: [String: Int] = [:]

  mutating func unique(_ text: String) -> String {
    var id = text
    while counts[id] != nil {
      counts[text, default: 1] += 1
      id = "\(text)#\(counts[text, default: 1])"
    }
    counts[id] = 1
    return id
  }

  mutating func unique(_ path: [String]) -> WidgetID {
    let text = path.joined(separator: ".")
    let unique = self.unique(text)
    return unique == text ? WidgetID(path: path) : WidgetID(unique)
  }
}
