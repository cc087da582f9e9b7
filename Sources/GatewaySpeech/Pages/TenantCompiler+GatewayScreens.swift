import Diagnostics
import HostedSpeech
import JourneyMock
import LocatedYAML

extension TenantCompiler {
  /// The screen as the gateway serves it.
  mutating func gatewayScreen(_ definition: ScreenDefinition) -> GatewayScreenRule {
    var shown = definition
    shown.forms = definition.forms.filter { !$0.isOfLinks }
    let path = definition.own("path").flatMap { text($0)?.text }
    if path == nil {
      report(.missingKey, "screen '\(definition.id.value)' needs 'path', where it is served", definition.id.range)
    }
    var rule = GatewayScreenRule(page: hostedScreen(shown), path: PathPattern(path ?? "/"))
    if let node = definition.own("title") { rule.title = gatewayTexts(node) }
    if let node = definition.own("heading") { rule.heading = gatewayTexts(node) }
    if let node = definition.own("after") { rule.after = text(node)?.text }
    for (form, known) in zip(shown.forms, rule.page.forms) {
      for widget in form.widgets where !known.widgets.contains(where: { $0.id == widget.id.value }) {
        report(.badValue, "a page has no control for a widget of type '\(widget.type.value)'", widget.type.range)
      }
      for widget in form.widgets { if let action = widget.attribute("action") { rule.actions[form.id.value] = pattern(action) } }
    }
    for form in definition.forms where form.isOfLinks {
      for widget in form.widgets { if let link = link(widget, form) { rule.links.append(link) } }
    }
    return rule
  }

  private mutating func pattern(_ node: YAMLNode) -> PathPattern { PathPattern(text(node)?.text ?? "/") }

  private mutating func link(_ widget: WidgetDefinition, _ form: FormDefinition) -> GatewayLinkRule? {
    guard let to = widget.attribute("to").flatMap({ text($0)?.text }) else {
      report(.missingKey, "link '\(widget.id.value)' needs 'to', where it leads", widget.id.range)
      return nil
    }
    return GatewayLinkRule(
      form: form.id.value, condition: condition(widget.condition ?? form.condition),
      label: widget.attribute("label").map { gatewayTexts($0) } ?? [], target: to == "onward" ? .onward : .path(to),
      back: widget.attribute("back").flatMap { text($0)?.text })
  }

  private mutating func gatewayTexts(_ node: YAMLNode) -> [TextTemplate] {
    guard let text = LocalText.decode(node, diagnostics: &diagnostics) else { return [] }
    return texts(text)
  }
}

extension WidgetDefinition {
  fileprivate func attribute(_ name: String) -> YAMLNode? { attributes.first { $0.name == name }?.value }
}
