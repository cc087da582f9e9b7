import Diagnostics
import LocatedYAML

extension TenantDefinitionDecoder {
  /// A map of screens, or `{include: file}` whose file holds `branding` and `screens`.
  mutating func screens(_ node: YAMLNode, into tenant: inout TenantDefinition) {
    guard let mapping = mapping(node, "screens") else { return }
    guard let included = mapping["include"] else {
      tenant.screens += screens(mapping)
      return
    }
    checkKeys(mapping, among: ["include"], of: "screens")
    guard let path = scalar(included, "a file"), let document = include(path, &diagnostics),
      let file = self.mapping(document, "a file of screens")
    else { return }
    checkKeys(file, among: ["branding", "screens"], of: "a file of screens")
    if let branding = file["branding"] {
      tenant.branding = self.mapping(branding, "branding")
      tenant.written[.branding] = branding
    }
    if let screens = file["screens"].flatMap({ self.mapping($0, "screens") }) {
      tenant.screens += self.screens(screens)
      tenant.written[.screens] = .mapping(screens)
    }
  }

  private mutating func screens(_ mapping: YAMLMapping) -> [ScreenDefinition] {
    var screens: [ScreenDefinition] = []
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, "a screen") else { continue }
      checkKeys(keys, among: ["forms"] + self.keys.screen, of: "a screen")
      var forms: [FormDefinition] = []
      for form in keys["forms"].flatMap({ self.mapping($0, "forms") })?.entries ?? [] {
        if let form = self.form(form.key, of: form.value) { forms.append(form) }
      }
      let own = keys.entries.filter { self.keys.screen.contains($0.name) }
      screens.append(ScreenDefinition(id: entry.key, forms: forms, own: own))
    }
    return screens
  }

  private mutating func form(_ id: Located<String>, of node: YAMLNode) -> FormDefinition? {
    guard let mapping = mapping(node, "a form") else { return nil }
    var form = FormDefinition(id: id, widgets: [])
    for entry in mapping.entries {
      if entry.name == "when" {
        form.condition = scalar(entry.value, "a condition")
      } else if let widget = widget(entry.key, entry.value) {
        form.widgets.append(widget)
      }
    }
    return form
  }

  private mutating func widget(_ id: Located<String>, _ node: YAMLNode) -> WidgetDefinition? {
    guard let mapping = mapping(node, "a widget") else { return nil }
    guard let type = mapping["type"] else {
      report(.missingKey, "widget '\(id.value)' needs a 'type'", id.range)
      return nil
    }
    guard let type = text(type, "a widget's type") else { return nil }
    let rest = mapping.entries.filter { $0.name != "type" && $0.name != "when" }
    return WidgetDefinition(
      id: id, type: type, condition: mapping["when"].flatMap { scalar($0, "a condition") }, attributes: rest)
  }
}
