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

  /// What was typed and is written as it was, each text once, with the id of its widget or the key of `start`.
  package var typedTexts: [(text: String, field: String)] {
    var found: [(text: String, field: String)] = start.map { ($0.template, $0.name) }
    for case .screen(let screen) in steps {
      for answer in screen.answers {
        if case .literal(let text) = answer.origin { found.append((text, answer.widget)) }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0.text).inserted }
  }

  /// Writes the name of a secret in place of a typed text, wherever it is all of an answer or of a key of `start`.
  package mutating func replace(_ text: String, bySecret name: String) {
    for index in start.indices where start[index].template == text { start[index].template = "${secret.\(name)}" }
    for (index, step) in steps.enumerated() {
      guard case .screen(var screen) = step else { continue }
      screen.answers = screen.answers.map { answer in
        guard answer.origin == .literal(text) else { return answer }
        return RecordedScreen.Answer(answer.widget, .secret(name))
      }
      steps[index] = .screen(screen)
    }
  }

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
      if screen.messages.contains(where: { $0.text.map(isFound) ?? false }) {
        screen.messages = []
        screen.hasOtherMessages = true
      }
      steps[index] = .screen(screen)
    }
  }
}
