import Diagnostics
import Encodings
import JourneyMock
import LocatedYAML

extension TenantCompiler {
  /// The screen in every language, full and minimal.
  mutating func flowScreen(_ definition: ScreenDefinition) -> FlowScreenRule {
    var forms: [(definition: FormDefinition, condition: Guard, widgets: [CompiledWidget])] = []
    for form in definition.forms {
      forms.append((form, condition(form.condition), form.widgets.compactMap { self.widget($0) }))
    }
    let compiled = forms.map { CompiledForm(id: $0.definition.id.value, condition: $0.condition, widgets: $0.widgets) }
    let layout = self.layout(definition.own("layout"), forms: compiled)
    let branding = self.branding()
    var rule = FlowScreenRule(id: definition.id.value, forms: compiled.map(\.rule))
    for language in self.definition.languageNames.indices {
      let head = ScreenNode.Member("screen", .literal(.string(rule.id)))
      let full = ScreenNode.list(compiled.map { $0.element(language: language, isMinimal: false) })
      let minimal = ScreenNode.list(compiled.map { $0.element(language: language, isMinimal: true) })
      var members = [head, ScreenNode.Member("forms", full), ScreenNode.Member("layout", layout)]
      if let branding { members.insert(ScreenNode.Member("branding", branding), at: 1) }
      rule.full.append(JSONTemplate(membersOf: members))
      rule.minimal.append(JSONTemplate(membersOf: [head, ScreenNode.Member("forms", minimal)]))
    }
    return rule
  }

  private mutating func branding() -> ScreenNode? {
    guard let branding = definition.branding else { return nil }
    // Two apps read `siteTermUrl`, two others `siteTermsUrl`.
    let known = ["logoUrl", "copyright", "siteTermUrl", "siteTermsUrl", "privacyPolicyUrl", "brandName", "styling"]
    for entry in branding.entries where !known.contains(entry.name) { reportUnknown(.unknownKey, entry.key, "key of branding", known) }
    let written = branding.entries.map { JSONValue.Member($0.name, Self.json($0.value)) }
    // The vendor leaves none of these out, except `siteTermUrl` where there is `siteTermsUrl`, its other name.
    let terms = branding["siteTermsUrl"] == nil ? ["siteTermUrl"] : []
    let missing = (["logoUrl", "copyright"] + terms + ["privacyPolicyUrl"]).filter { branding[$0] == nil }
    let styling = branding["styling"] == nil ? [JSONValue.Member("styling", [:])] : []
    return .literal(.object(written + missing.map { JSONValue.Member($0, .null) } + styling))
  }

  static func json(_ node: YAMLNode) -> JSONValue {
    switch node {
    case .sequence(let sequence): .array(sequence.items.map(json))
    case .mapping(let mapping): .object(mapping.entries.map { JSONValue.Member($0.name, json($0.value)) })
    case .scalar(let scalar):
      switch scalar.kind {
      case .nothing, .null: .null
      case .boolean(let flag): .bool(flag)
      case .number: .number(scalar.text)
      case .text: .string(scalar.text)
      }
    }
  }
}

extension TenantCompiler {
  /// All widgets below each other, or the written arrangement; widgets that are not there are left out of it too.
  mutating func layout(_ node: YAMLNode?, forms: [CompiledForm]) -> ScreenNode {
    guard let node else {
      return Self.arrangement("vertical", forms.flatMap { form in form.widgets.map { Self.place(of: $0, in: form) } })
    }
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "a layout is a list", node.range)
      return Self.arrangement("vertical", [])
    }
    return Self.arrangement("vertical", items(sequence, forms: forms))
  }

  /// Items are `{form: [widgets]}`, `{horizontal: […]}`, `{vertical: […]}` or `{grid: […]}`.
  private mutating func items(_ sequence: YAMLSequence, forms: [CompiledForm]) -> [ScreenNode.Element] {
    var elements: [ScreenNode.Element] = []
    for item in sequence.items {
      guard case .mapping(let mapping) = item else {
        report(.wrongType, "a layout's item is {form: [widgets]}, {horizontal: […]}, {vertical: […]} or {grid: […]}", item.range)
        continue
      }
      for entry in mapping.entries {
        guard case .sequence(let inner) = entry.value else {
          report(.wrongType, "expected a list", entry.value.range)
          continue
        }
        if Self.arrangements.contains(entry.name) {
          elements.append(ScreenNode.Element(node: Self.arrangement(entry.name, items(inner, forms: forms))))
        } else {
          elements += places(entry.key, inner, forms: forms)
        }
      }
    }
    return elements
  }

  private mutating func places(_ id: Located<String>, _ widgets: YAMLSequence, forms: [CompiledForm]) -> [ScreenNode.Element] {
    guard let form = forms.first(where: { $0.id == id.value }) else {
      reportUnknown(.unknownForm, id, "form", forms.map(\.id), where: " on this screen")
      return []
    }
    var elements: [ScreenNode.Element] = []
    for item in widgets.items {
      guard case .scalar(let scalar) = item else { continue }
      if let widget = form.widgets.first(where: { $0.id == scalar.text }) {
        elements.append(Self.place(of: widget, in: form))
      } else {
        reportUnknown(
          .unknownWidget, Located(scalar.text, at: scalar.range), "widget", form.widgets.map(\.id), where: " on form '\(form.id)'")
      }
    }
    return elements
  }

  /// No SDK draws `grid`: every app opens the hosted page instead. The vendor's OpenAPI gives it no items, but `vertical` neither.
  private static let arrangements = ["horizontal", "vertical", "grid"]

  private static func arrangement(_ type: String, _ items: [ScreenNode.Element]) -> ScreenNode {
    .object([ScreenNode.Member("type", .literal(.string(type))), ScreenNode.Member("items", .list(items))])
  }

  private static func place(of widget: CompiledWidget, in form: CompiledForm) -> ScreenNode.Element {
    let isAlways = form.condition == .always && widget.condition == .always
    return ScreenNode.Element(
      condition: isAlways ? .always : .all([form.condition, widget.condition]),
      node: .literal(["type": "widget", "formId": .string(form.id), "widgetId": .string(widget.id)]))
  }
}
