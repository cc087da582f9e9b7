import Diagnostics
import LocatedYAML

/// What screens offer that edges do not show: the forms in addition to those of the file, and the values of choices.
struct ScreenOffers: Sendable {
  /// A value of a choice; an edge asks for it by the widget's path, or by a part of the widget.
  private struct Value: Sendable {
    var path: [String]
    var text: String
    var condition: Guard
  }

  /// The forms in addition to those of the file, by state.
  let beside: [[OfferedForm]]
  /// By the screens' places.
  private let values: [[Value]]

  /// - Parameters:
  ///   - screens: of the tenant, in their order.
  ///   - compiler: of the tenant, with its names known.
  init(beside: [[OfferedForm]], of screens: [ScreenDefinition], _ compiler: inout TenantCompiler) {
    self.beside = beside
    var values: [[Value]] = []
    for screen in screens {
      var offered: [Value] = []
      for widget in screen.forms.flatMap(\.widgets) {
        guard let options = widget.attributes.first(where: { $0.name == "options" })?.value else { continue }
        let path = widget.id.value.split(separator: ".").map(String.init)
        for option in Self.options(options, when: .always, &compiler) {
          if let place = offered.firstIndex(where: { $0.path == path && $0.text == option.text }) {
            offered[place].condition = .any([offered[place].condition, option.condition])
          } else {
            offered.append(Value(path: path, text: option.text, condition: option.condition))
          }
        }
      }
      values.append(offered)
    }
    self.values = values
  }

  private static func options(_ node: YAMLNode, when outer: Guard, _ compiler: inout TenantCompiler) -> [(text: String, condition: Guard)] {
    guard case .sequence(let sequence) = node else { return [] }
    var options: [(text: String, condition: Guard)] = []
    for case .mapping(let option) in sequence.items {
      let condition = Guard.all([outer, compiler.condition(scalar(option["when"]))])
      if let value = scalar(option["value"]) {
        options.append((value.text, condition))
      } else if let group = option["options"] {
        options += Self.options(group, when: condition, &compiler)
      }
    }
    return options
  }

  private static func scalar(_ node: YAMLNode?) -> YAMLScalar? {
    if case .scalar(let scalar)? = node { scalar } else { nil }
  }

  /// When a screen offers what a test asks for; `nil` for what is not a value of a choice.
  func condition(of test: AnswerTest, on screen: Int) -> Guard? {
    switch test.comparison {
    case .equals(let text), .has(let text):
      return values[screen].first { $0.text == text && test.path.starts(with: $0.path) }?.condition
    case .present, .equalsAttribute, .equalsAnswer, .equalsCode, .equalsTOTP, .matches: return nil
    }
  }

  /// The conditions of everything that a screen offers.
  func conditions(on screen: Int) -> [Guard] { values[screen].map(\.condition) }
}
