// What a recording holds, looked at from outside.
extension Recording {
  /// How many screens the person saw; a screen that is looked at and then answered counts once.
  package var screenCount: Int {
    var count = 0
    var wasMessage = false
    for step in steps {
      if case .screen = step {
        if !wasMessage { count += 1 }
        wasMessage = false
      } else if case .message = step {
        wasMessage = true
      }
    }
    return count
  }

  package var hasSnapshots: Bool {
    steps.contains { step in
      if case .screen(let screen) = step { screen.comparesWhole } else { false }
    }
  }

  /// How many lines stand before its title.
  package var titleLine: Int { comments.count }

  /// Leaves out what screens show and the predicate finds: fields and messages; what the person did stays.
  package mutating func leaveOutShown(where isFound: (String) -> Bool) {
    for (index, step) in steps.enumerated() {
      guard case .screen(var screen) = step else { continue }
      screen.widgets = screen.widgets.map { widget in
        guard let label = widget.label, isFound(label) else { return widget }
        var widget = widget
        widget.label = nil
        return widget
      }
      if screen.messages.contains(where: { isFound($0.text) }) {
        screen.messages = []
        screen.hasOtherMessages = true
      }
      steps[index] = .screen(screen)
    }
  }
}
