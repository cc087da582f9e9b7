internal import Encodings
internal import JourneyModel

/// Collects the forms of a screen, each with an id of its own, from the forms and links of a page.
struct PageDrawing {
  private let page: HTMLPage
  private let widgetReader: PageWidgets
  private let texts: PageTellings
  private(set) var forms: [Form] = []
  private(set) var targets: [FormID: PageReading.Target] = [:]
  /// The form and widget that each control became, by the control's place in the page.
  private(set) var widgets: [Int: PlacedWidgetID] = [:]
  /// The id of each form of the page, by its place in the page.
  private(set) var formIDs: [Int: FormID] = [:]
  private var ids = UniqueIDs()
  /// The links that are forms already, by what they are for a person: address and text.
  private var links: Set<String> = []

  init(_ page: HTMLPage) {
    self.page = page
    widgetReader = PageWidgets(page)
    texts = PageTellings(page)
  }

  /// A form's id is what its author called it, else the path of its action, else its place.
  mutating func addForm(_ place: Int) {
    let form = page.forms[place]
    let path = form.address(of: form.action).map { PathTemplate(of: $0).description }
    add(form, as: .form(place), path: path, id: form.givenNames.first ?? path ?? "form-\(place + 1)")
  }

  /// What is outside of any form makes one, which is named by its region.
  mutating func addLooseForm() {
    guard let form = page.looseForm, let name = form.givenNames.first else { return }
    add(form, as: .looseForm, path: nil, id: name)
  }

  private mutating func add(_ form: PageForm, as target: PageReading.Target, path: String?, id name: String) {
    let id = FormID(ids.unique(name))
    let aliases = (form.givenNames.dropFirst() + [path].compactMap(\.self)).filter { $0 != id.rawValue }
    let shown = form.fields.filter { !PageWidgets.isToken($0) }.compactMap { field in widgetReader.widget(field).map { (field, $0) } }
    let asks = shown.contains { $0.1.isVisible && $0.1.kind.takesAnswer }
    forms.append(
      Form(
        id: id, aliases: Self.once(aliases.map { FormID($0) }), kind: asks ? .input : .action,
        widgets: texts.among(shown.map { ($0.0.first.node, $0.1) }, of: form), skipsChecks: form.skipsValidation))
    targets[id] = target
    formIDs[form.node] = id
    for (field, widget) in shown { for control in field.controls { widgets[control.node] = PlacedWidgetID(form: id, widget: widget.id) } }
  }

  /// A link's id is what its author called it, else the path that it leads to, with the host if that is another one.
  mutating func addLink(_ place: Int) {
    let link = page.links[place]
    guard links.insert("\(link.url) \(link.text)").inserted else { return }
    let element = page.tree.element(link.node)
    let given = ["data-link", "id"].compactMap { element?.text($0) }.filter { !RandomText.isRandom($0) }
    let path = Self.path(of: link.url, from: page.url)
    let id = FormID(ids.unique(given.first ?? path))
    let aliases = path == id.rawValue ? [] : [FormID(path)]
    forms.append(
      Form(id: id, aliases: aliases, kind: .navigation(link.url.description), label: link.text.isEmpty ? nil : RichText(link.text)))
    targets[id] = .link(place)
  }

  private static func path(of url: WebURL, from page: WebURL) -> String {
    if url.isPlace(on: page), let place = url.fragment { return "#\(place)" }
    guard ["http", "https"].contains(url.scheme) else { return "\(url.scheme):\(url.host.map { "//\($0)" } ?? "")\(url.path)" }
    let path = PathTemplate(of: url).description
    return url.host == page.host && url.effectivePort == page.effectivePort ? path : "\(url.host ?? "")\(path)"
  }

  private static func once(_ ids: [FormID]) -> [FormID] {
    ids.reduce(into: []) { once, id in if !once.contains(id) { once.append(id) } }
  }
}
