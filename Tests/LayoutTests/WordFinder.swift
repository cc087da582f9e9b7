import Diagnostics
import JourneyLanguage
import JourneyScenario
import LocatedYAML

/// Finds the words of the scenario language in files, each in the place that gives it its sense.
struct WordFinder {
  typealias Word = DocumentationPage.Word

  /// A word at a place: with the value that is said of it, and inside of what stands around it.
  struct Place {
    var word: Word
    var start: SourcePosition
    var end: SourcePosition
  }

  private(set) var places: [Place] = []

  var found: Set<Word> { Set(places.map(\.word)) }

  /// Every word in a scenario, a fragment or what a folder gives.
  mutating func readScenario(_ node: YAMLNode) {
    texts(node)
    let isFragment = node.entries.contains { $0.name == "params" } || node.entries.allSatisfy { $0.name == "steps" }
    for entry in node.entries {
      note(isFragment ? "A fragment" : "A scenario", entry)
      switch entry.name {
      case "skip": note("skip", entry.value)
      case "examples": note("examples", entry.value)
      case "start": note("start", entry.value)
      case "before", "after", "steps": steps(entry.value)
      default: break
      }
    }
  }

  /// Every word in a tenants file.
  mutating func readTenants(_ node: YAMLNode) {
    texts(node)
    note("tenants.yaml", node)
    for entry in node.entries where entry.name == "allow" { note("allow", entry.value) }
    for tenant in node["tenants"]?.entries ?? [] {
      note("A tenant", tenant.value)
      for check in tenant.value["checks"]?.entries ?? [] { note("checks", check.value) }
      for entry in tenant.value.entries where ["client", "mock", "inbox", "device", "tls", "pages"].contains(entry.name) {
        note(entry.name, entry.value)
        for rule in entry.value["rules"]?.items ?? [] where entry.name == "pages" { note("rules", rule) }
      }
    }
  }

  private mutating func note(_ section: String, _ name: String, from start: SourceRange, to end: SourceRange? = nil) {
    // What an alias brings in stands elsewhere: there its place ends with the key.
    let last = end.map { $0.end < start.end ? start.end : $0.end } ?? start.end
    places.append(Place(word: Word(section: section, name: name), start: start.start, end: last))
  }

  private mutating func note(_ section: String, _ entry: YAMLMapping.Entry) {
    note(section, entry.name, from: entry.key.range, to: entry.value.range)
  }

  /// A word that is a value.
  private mutating func note(_ section: String, text node: YAMLNode) {
    if let text = node.text { note(section, text, from: node.range) }
  }

  private mutating func note(_ section: String, _ node: YAMLNode) {
    for entry in node.entries { note(section, entry) }
  }
}

/// Steps.
extension WordFinder {
  private mutating func steps(_ node: YAMLNode) {
    for item in node.items {
      for entry in item.entries {
        if StepHead(rawValue: entry.name) != nil {
          note("Step types", entry)
          head(entry)
        } else {
          note("Keys next to a head", entry)
          beside(entry)
        }
      }
    }
  }

  private mutating func head(_ entry: YAMLMapping.Entry) {
    if let head = StepHead(rawValue: entry.name) { value(entry.value, head.specification.shape) }
  }

  /// The words in a head's value, as its shape has them.
  private mutating func value(_ node: YAMLNode, _ shape: ValueShape) {
    switch shape {
    case .named("matcher"): matcher(node)
    case .named("steps"): steps(node)
    case .named("start"): note("start", node)
    case .map(.named("matcher")): variables(node)
    case .list(let shape): for item in node.items { value(item, shape) }
    case .either(let shapes): for shape in shapes { value(node, shape) }
    case .text, .texts, .flag, .count, .duration, .word, .oneOrMore, .map, .keys, .named, .anything, .nothing: break
    }
  }

  private mutating func beside(_ entry: YAMLMapping.Entry) {
    switch StepKey(rawValue: entry.name) {
    case .steps: steps(entry.value)
    case .when: variables(entry.value)
    case .capture: for member in entry.value.entries { capture(member.value) }
    case .forms: for form in entry.value.entries { self.form(form.value) }
    case .widgets: widgets(entry.value)
    case .messages: messages(entry.value)
    case .response: response(entry.value)
    case .probes: for item in entry.value.items + [entry.value] { note("probes", text: item) }
    case .branding, .claims, .scope, .expiresIn, .refreshToken, .accessToken, .redirect, .description, .subject, .text, .refused:
      matcher(entry.value)
    case .name, .within, .optional, .onlyForms, .onlyWidgets, .snapshot, .answers, .press, .force, .refuses, .tokens, .reason, .comesBack,
      .elsewhere, .absent, .headers, .json, .form, .with, nil:
      break
    }
  }

  private mutating func capture(_ node: YAMLNode) {
    note("capture", text: node)
    note("capture", node)
    for entry in node.entries where entry.name == "link" { matcher(entry.value) }
  }

  private mutating func form(_ node: YAMLNode) {
    note("forms", node)
    if let widgets = node["widgets"] { self.widgets(widgets) }
    if let messages = node["messages"] { self.messages(messages) }
    matcher(node)
  }

  private mutating func widgets(_ node: YAMLNode) {
    for widget in node.entries {
      note("Matchers", text: widget.value)
      for attribute in widget.value.entries {
        note("Widget attributes", attribute)
        matcher(attribute.value)
      }
    }
  }

  private mutating func messages(_ node: YAMLNode) {
    for scope in node.entries {
      for message in scope.value.items + [scope.value] {
        for entry in message.entries where MessageKey(rawValue: entry.name) != nil { note("messages", entry) }
        matcher(message)
      }
    }
  }

  private mutating func response(_ node: YAMLNode) {
    note("response", node)
    for entry in node.entries { matcher(entry.value) }
  }
}

/// Matchers and variables.
extension WordFinder {
  /// Names of variables, and what they have to be.
  private mutating func variables(_ node: YAMLNode) {
    for member in node.entries {
      note("Predefined variables", String(member.name.prefix { $0 != "." }), from: member.key.range, to: member.value.range)
      matcher(member.value)
    }
  }

  private mutating func matcher(_ node: YAMLNode) {
    if let text = node.text, Matcher.Word(rawValue: text) != nil { note("Matchers", text: node) }
    for item in node.items { matcher(item) }
    let isMatcher = node.entries.allSatisfy { Matcher.Key(rawValue: $0.name) != nil || MessageKey(rawValue: $0.name) != nil }
    for entry in node.entries {
      if isMatcher { note("Matchers", entry) }
      if !isMatcher || entry.name != Matcher.Key.equals.rawValue { matcher(entry.value) }
    }
  }

  /// Variables and functions in the texts of a tree.
  private mutating func texts(_ node: YAMLNode) {
    for item in node.items { texts(item) }
    for entry in node.entries { texts(entry.value) }
    guard case .scalar(let scalar) = node else { return }
    var ignored: [Diagnostic] = []
    for part in Template.parse(scalar, diagnostics: &ignored).parts {
      if case .expression(let expression) = part { self.expression(expression) }
    }
    for diagnostic in ignored {
      for function in TemplateFunction.allCases where diagnostic.suggestion?.hasPrefix("write \(function.rawValue)(") ?? false {
        if let range = diagnostic.range { note("Functions", function.rawValue, from: range) }
      }
    }
  }

  private mutating func expression(_ expression: Expression) {
    switch expression {
    case .literal: break
    case .reference(let reference): note("Predefined variables", reference.name, from: reference.range)
    case .call(let function, let arguments, let range):
      note("Functions", function.rawValue, from: range)
      for argument in arguments { self.expression(argument) }
    }
  }
}

extension YAMLNode {
  fileprivate var entries: [YAMLMapping.Entry] {
    guard case .mapping(let mapping) = self else { return [] }
    return mapping.entries
  }

  fileprivate var items: [YAMLNode] {
    guard case .sequence(let sequence) = self else { return [] }
    return sequence.items
  }

  fileprivate var text: String? {
    guard case .scalar(let scalar) = self else { return nil }
    return scalar.text
  }

  fileprivate subscript(key: String) -> YAMLNode? { entries.first { $0.name == key }?.value }
}
