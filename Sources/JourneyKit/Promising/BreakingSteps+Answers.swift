import Diagnostics
import JourneyMock
import LocatedYAML

extension BreakingSteps {
  /// What a scenario expects at an end.
  static func steps(at end: BreakingWay.End) -> [String] {
    switch end {
    case .tokens: ["- finish:"]
    case .error(let error): ["- error: \(error)"]
    case .left: ["- hand_over: present"]
    case .expired: ["- expired:"]
    case .screen(let id): ["- screen: \(id)", "  messages: any"]
    }
  }

  /// The end of a journey that an edge leads to; `nil` where it goes on.
  static func end(at target: Target) -> BreakingWay.End? {
    switch target {
    case .finish: .tokens
    case .refuse(let error): .error(error)
    case .expire: .expired
    case .state, .stay, .handOver: nil
    }
  }

  /// Answers as they are written: the parts of one choice in one map.
  static func grouped(_ answers: [(widget: String, text: String)], _ widgets: [String]) -> [String] {
    var plain: [String] = []
    var choices: [(widget: String, members: [String])] = []
    for answer in answers {
      let owner = widgets.contains(answer.widget) ? nil : widgets.first { answer.widget.hasPrefix($0 + ".") }
      guard let owner, let part = Self.members[String(answer.widget.dropFirst(owner.count + 1))] else {
        // What is typed next to a choice, such as a phone number, is a field of its own.
        plain.append("\(answer.widget): \(answer.text)")
        continue
      }
      let member = "\(part): \(answer.text)"
      if let index = choices.firstIndex(where: { $0.widget == owner }) {
        choices[index].members.append(member)
      } else {
        choices.append((owner, [member]))
      }
    }
    return plain + choices.map { "\($0.widget): {\($0.members.joined(separator: ", "))}" }
  }

  /// The parts of a choice that tell its options apart, as scenarios call them.
  private static let members = ["key": "key", "type": "type", "methodType": "method", "channel": "channel"]
}

extension ScreenDefinition {
  /// The widget that shows this text, or the value of the dialect's own that does.
  func widget(showing text: String) -> String? {
    let widget = forms.flatMap(\.widgets).first { widget in
      widget.attributes.contains { entry in if case .scalar(let value) = entry.value { value.text == text } else { false } }
    }
    if let widget { return widget.id.value }
    for case .mapping(let context) in own.filter({ $0.name == "context" }).map(\.value) {
      for entry in context.entries { if case .scalar(let value) = entry.value, value.text == text { return entry.name } }
    }
    return nil
  }
}

extension AnswerTest.Comparison {
  /// How few texts pass it, compared with the other tests.
  var narrowness: Int {
    switch self {
    case .equals: 3
    case .equalsAttribute, .equalsCode, .equalsTOTP, .has: 2
    case .equalsAnswer: 1
    case .present, .matches: 0
    }
  }
}
