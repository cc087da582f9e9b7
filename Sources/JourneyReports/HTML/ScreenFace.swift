import Diagnostics
import JourneyModel
import ScreenPages

/// What a card says of a screen.
struct ScreenFace {
  private static let maxAsked = 12
  private static let textLimit = 80

  /// The text that the screen begins with, else its id.
  let title: String
  /// What a person can fill in, in their order: the widget's id and its label.
  let asked: [(id: String, label: String)]
  /// What the buttons say, by the ids of forms and widgets.
  private let presses: [String: String]
  /// What is wrong, as the screen says it.
  let errors: [String]
  /// Where the screen is drawn on the page; `nil` if it is not.
  var anchor: String?

  init(_ screen: Screen) {
    let widgets = screen.widgetsInOrder.filter(\.widget.isVisible)
    let opening: String? = widgets.lazy.compactMap { placed in
      if case .output(let text) = placed.widget.kind, !text.visible.isEmpty { text.visible } else { nil }
    }.first
    title = Self.text(opening ?? screen.id.text)
    asked = widgets.filter { $0.widget.kind.takesAnswer && !$0.widget.kind.isReadOnly && !$0.widget.isHiddenField }.prefix(Self.maxAsked)
      .map { ($0.widget.id.text, Self.text($0.widget.label?.visible ?? $0.widget.id.text)) }
    var presses: [String: String] = [:]
    for form in screen.forms.prefix(100) {
      if let label = form.pressLabels.first { presses[form.id.rawValue] = Self.text(label) }
      for button in form.submitters { if let label = button.label?.visible { presses[button.id.text] = Self.text(label) } }
    }
    self.presses = presses
    errors = screen.messages.filter(\.level.mustBeExpected).prefix(3).map { Self.text($0.text.visible) }
  }

  /// What was pressed, in the words of the screen.
  func pressed(_ answered: AnsweredFormWords) -> String? { answered.press.flatMap { presses[$0] } ?? presses[answered.form] }

  private static func text(_ text: String) -> String { HarmlessText.line(text, limit: textLimit) }
}

/// The ids of a form that was answered and of its button.
struct AnsweredFormWords {
  var form: String
  var press: String?
}

extension Widget {
  fileprivate var isHiddenField: Bool {
    if case .entry(let entry) = kind { entry.purpose == .hidden } else { false }
  }
}
