import JourneyMock
import JourneyModel

extension HostedScreenRule {
  /// What scenarios may name of the page: its forms, the buttons that they get, the links of any message, its facts.
  func outline(_ messages: [HostedMessageRule], tellsPerson: Bool) -> [ScreenOutline.FormOutline] {
    let names = facts.map(\.name) + (tellsPerson ? ["user.identifier"] : []) + ["title", "heading", "text"]
    let told = names.map { ScreenOutline.WidgetOutline(id: WidgetID($0), type: "static") }
    let forms = forms.map { form in
      ScreenOutline.FormOutline(id: FormID(form.id), aliases: form.aliases, widgets: form.outline + told)
    }
    var seen: Set<String> = []
    let links = messages.flatMap(\.links).filter { seen.insert($0.id).inserted }
    return forms
      + links.map { link in
        ScreenOutline.FormOutline(id: FormID(link.id), aliases: link.label.map { [FormID($0)] } ?? [], widgets: told + [.press])
      }
  }
}

extension HostedFormRule {
  /// Its other names: of an identity provider's form its kind, of an authenticator's action the action.
  var aliases: [FormID] {
    if isProvider, let slash = id.firstIndex(of: "/") { return [FormID(String(id[..<slash]))] }
    guard id.hasPrefix("currentAuthenticator"), let dash = id.firstIndex(of: "-") else { return [] }
    return [FormID(String(id[id.index(after: dash)...]))]
  }

  fileprivate var outline: [ScreenOutline.WidgetOutline] {
    let own = widgets.map { ScreenOutline.WidgetOutline(id: WidgetID($0.id), type: $0.typeName) }
    // A form without a button of its own gets one; a link is pressed as it is.
    guard !widgets.contains(where: { [.submitter, .close].contains($0.kind) }) else { return own }
    return own + [.press]
  }
}

extension ScreenOutline.WidgetOutline {
  /// What is there to be pressed.
  fileprivate static let press = ScreenOutline.WidgetOutline(id: "submit", type: "submit")
}
