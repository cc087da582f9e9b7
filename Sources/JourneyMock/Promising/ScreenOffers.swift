import Diagnostics
import LocatedYAML

/// What screens offer that edges do not show: the forms in addition to those of the file, and the options of choices.
struct ScreenOffers: Sendable {
  /// The forms in addition to those of the file, by state.
  let beside: [[OfferedForm]]
  /// By the screens' places.
  private let choices: [[OfferedChoice]]

  /// - Parameters:
  ///   - screens: of the tenant, in their order.
  ///   - compiler: of the tenant, with its names known.
  init(beside: [[OfferedForm]], of screens: [ScreenDefinition], _ compiler: inout TenantCompiler) {
    self.beside = beside
    var choices: [[OfferedChoice]] = []
    for screen in screens {
      var offered: [OfferedChoice] = []
      for form in screen.forms {
        for widget in form.widgets { if let choice = OfferedChoice(widget, of: form.id.value, &compiler) { offered.append(choice) } }
      }
      choices.append(offered)
    }
    self.choices = choices
  }

  /// When a screen offers what a test asks for; `nil` for what is not among the options of a choice.
  func condition(of test: AnswerTest, on screen: Int) -> Guard? {
    let asked = choices[screen].compactMap { $0.condition(of: test) }
    return asked.isEmpty ? nil : .any(asked)
  }

  /// Whether a choice of a screen has the value that a test asks for; `nil` where that is not known.
  ///
  /// - Parameter truth: whether an atom is so; `nil` where that is not known.
  func isOffered(_ test: AnswerTest, on screen: Int?, _ truth: (GuardAtom) -> Bool?) -> Bool? {
    guard let screen, let condition = condition(of: test, on: screen) else { return true }
    return condition.decided(truth)
  }

  /// The conditions of everything that a screen offers.
  func conditions(on screen: Int) -> [Guard] { choices[screen].flatMap(\.conditions) }

  /// The choices of a form without which it is refused.
  func needed(by form: String, on screen: Int) -> [OfferedChoice] { choices[screen].filter { $0.form == form && $0.isNeeded } }

  /// The answers with an option for each choice of a form that needs one; `nil` where a choice offers none that is left.
  ///
  /// A screen was shown before the form looked up a person: what it offered by what is known of people may be so or not.
  ///
  /// - Parameter truth: whether an atom is so; `nil` where that is not known.
  func completed(
    _ answers: AssumedAnswers, to form: GraphForm, on screen: Int?, _ truth: (GuardAtom) -> Bool?
  ) -> AssumedAnswers? {
    guard let screen else { return answers }
    func decided(_ condition: Guard) -> Bool? {
      condition.decided { form.finds.isEmpty || $0.variable?.isOfSession == true ? truth($0) : nil }
    }
    var completed = answers
    for choice in needed(by: form.id, on: screen) where decided(choice.condition) == true {
      let left = choice.options.filter { option in
        answers.tests.allSatisfy { test in choice.passes(test.test, by: option).map { $0 == test.isTrue } ?? true }
      }
      guard let option = left.first(where: { decided($0.condition) == true }) ?? left.first(where: { decided($0.condition) == nil }) else {
        return nil
      }
      // What a test names is answered already.
      if answers.tests.contains(where: { $0.isTrue && $0.test.path.starts(with: choice.path) }) || option.isMade { continue }
      guard let further = completed.assuming(AnswerTest(path: choice.path, comparison: .equals(option.text)), true) else { continue }
      completed = further
    }
    return completed
  }
}

/// A widget of which a person chooses an option, or several.
struct OfferedChoice: Sendable {
  struct Option: Sendable {
    let text: String
    let condition: Guard
    /// The ways of an authenticator of which one is chosen with it; `nil` where none is, or where they are not known.
    let methods: [String]?
    /// By which it may reach the person's device; `nil` where the file names none.
    let channels: [String]?
    /// Whether its value is made of other texts while the journey runs.
    let isMade: Bool

    init(text: String, condition: Guard, methods: [String]?, channels: [String]?) {
      (self.text, self.condition, self.methods, self.channels) = (text, condition, methods, channels)
      isMade = text.utf8.firstRange(of: "${".utf8) != nil
    }
  }

  let form: String
  /// The widget's id, split at its dots.
  let path: [String]
  /// Whether the form is refused without one of the options.
  let isNeeded: Bool
  /// Whether nothing but its options can be answered.
  private let takesOptionsAlone: Bool
  /// When the widget is there.
  let condition: Guard
  /// Whether an answer is the option's key and one of its methods, and not a text.
  let hasMethods: Bool
  private(set) var options: [Option] = []

  /// `nil` for a widget without options.
  init?(_ widget: WidgetDefinition, of form: String, _ compiler: inout TenantCompiler) {
    guard let written = widget.attributes.first(where: { $0.name == "options" })?.value else { return nil }
    self.form = form
    path = widget.id.value.split(separator: ".").map(String.init)
    let type = widget.type.value
    hasMethods = type == "authenticators"
    takesOptionsAlone = hasMethods || widget.isRequired && ["select", "choice"].contains(type) || type == "multiSelect"
    isNeeded = hasMethods || widget.isRequired && ["select", "choice"].contains(type)
    condition = compiler.condition(widget.condition)
    add(written, when: .always, type, &compiler)
  }

  private mutating func add(_ node: YAMLNode, when outer: Guard, _ type: String, _ compiler: inout TenantCompiler) {
    guard case .sequence(let sequence) = node else { return }
    for case .mapping(let option) in sequence.items {
      let condition = Guard.all([outer, compiler.condition(Self.scalar(option["when"]))])
      if let value = Self.scalar(option["value"]) {
        let methods = option["methods"].map(Self.words) ?? compiler.speech.methods(of: value.text, in: type)
        let channels = option["channels"].map(Self.words)
        options.append(Option(text: value.text, condition: condition, methods: methods, channels: channels))
      } else if let group = option["options"] {
        add(group, when: condition, type, &compiler)
      }
    }
  }

  private static func scalar(_ node: YAMLNode?) -> YAMLScalar? {
    if case .scalar(let scalar)? = node { scalar } else { nil }
  }

  private static func words(_ node: YAMLNode) -> [String] {
    guard case .sequence(let sequence) = node else { return [] }
    return sequence.items.compactMap { scalar($0)?.text }
  }

  var conditions: [Guard] { options.map(\.condition) + (condition == .always ? [] : [condition]) }

  /// Whether the answer passes the test if the option is chosen; `nil` where that depends on more than the option.
  func passes(_ test: AnswerTest, by option: Option) -> Bool? {
    guard test.path.starts(with: path), !option.isMade else { return nil }
    let text: String
    switch test.comparison {
    case .equals(let word), .has(let word): text = word
    case .present, .equalsAttribute, .equalsAnswer, .equalsCode, .equalsTOTP, .matches: return nil
    }
    guard test.path.count - path.count <= 1 else { return nil }
    switch test.path.count == path.count ? "key" : test.path.last {
    case "key": return option.text == text
    case "methodType":
      guard let methods = option.methods else { return nil }
      return methods.contains(text) ? (methods.count == 1 ? true : nil) : false
    case "channel": return option.channels.map { $0.contains(text) } == false ? false : nil
    default: return nil
    }
  }

  /// When it offers what the test asks for; `nil` where it does not ask for one of the options, or for one that nothing offers.
  func condition(of test: AnswerTest) -> Guard? {
    let passing = options.map { ($0, passes(test, by: $0)) }.filter { $0.1 != false }
    if passing.isEmpty { return takesOptionsAlone && !options.isEmpty && test.path.starts(with: path) ? .constant(false) : nil }
    guard passing.contains(where: { $0.1 == true || $0.0.methods != nil || $0.0.channels != nil }) else { return nil }
    return .any(passing.map(\.0.condition))
  }
}
