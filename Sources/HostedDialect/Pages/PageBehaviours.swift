internal import Encodings
internal import JourneyModel

/// Reads what a page does and does not say: where its forms are sent, what its buttons send, what it loads from elsewhere.
///
/// What differs from visit to visit is left out: tokens in paths and scripts, and values that are not made of words and short numbers.
struct PageBehaviours {
  /// More of them are left out.
  private static let most = 500
  private static let scriptLimit = 1_000
  private static let addressLimit = 200

  private let page: HTMLPage
  private let drawing: PageDrawing
  private(set) var found: [PageBehaviour] = []

  init(of page: HTMLPage, drawnAs drawing: PageDrawing) {
    self.page = page
    self.drawing = drawing
    for form in page.forms { add(form) }
    for form in drawing.forms { addLink(form) }
    for link in page.links where !link.isHidden && ["mailto", "tel", "sms"].contains(link.url.scheme) {
      add(PageBehaviour(.link, of: link.text, target: place(link.url), parameters: Self.parameters(of: link.url)))
    }
    for node in page.tree.nodes.indices where !page.tree.nodes[node].isInert { addLoaded(node) }
    addScripts()
    if let refresh = page.metaRefresh {
      let url = refresh.url ?? page.url
      add(
        PageBehaviour(.refresh, of: "\(refresh.seconds) s", target: place(url), parameters: Self.parameters(of: url)))
    }
  }

  private mutating func add(_ behaviour: PageBehaviour) {
    if found.count < Self.most { found.append(behaviour) }
  }

  // MARK: Forms

  private mutating func add(_ form: PageForm) {
    guard let id = drawing.formIDs[form.node] else { return }
    let method = Self.method(form.method, form.enctype)
    let url = form.address(of: form.action)
    // A form that is sent by GET replaces the query of its address.
    let parameters = form.method == "post" ? url.map(Self.parameters) ?? [] : []
    add(PageBehaviour(.form, of: id.rawValue, method: method, target: url.map(place) ?? form.action, parameters: parameters))
    for field in form.fields {
      if field.first.isSubmitter { addButton(field, of: form, id) }
      if field.first.kind == .checkbox, field.controls.count == 1 { addBox(field, id) }
    }
  }

  /// What a box sends, where it is more than that it is ticked.
  private mutating func addBox(_ field: PageField, _ id: FormID) {
    let control = field.first
    // What browsers and servers have for a box without a value of its own.
    guard !control.name.isEmpty, !["", "on", "1", "true", "yes"].contains(control.value) else { return }
    add(PageBehaviour(.box, of: "\(id)/\(field.id)", parameters: [Self.parameter(control.name, control.value)]))
  }

  private mutating func addButton(_ field: PageField, of form: PageForm, _ id: FormID) {
    let (control, says) = (field.first, field.first.overrides)
    var button = PageBehaviour(.button, of: "\(id)/\(field.id)")
    // Buttons of one name have their values in their ids, and that of an `input` is its label.
    if !control.name.isEmpty, field.id.path.count == 1, page.tree.name(control.node) == "button" {
      button.parameters = [Self.parameter(control.name, control.value)]
    }
    if says.action != nil || says.method != nil || says.enctype != nil {
      let method = says.method.map(PageForm.method) ?? form.method
      let url = form.address(of: says.action ?? form.action)
      button.method = Self.method(method, says.enctype ?? form.enctype)
      button.target = url.map(place) ?? says.action ?? ""
      if method == "post" { button.parameters += url.map(Self.parameters) ?? [] }
    }
    if !button.parameters.isEmpty || !button.target.isEmpty { add(button) }
  }

  private static func method(_ method: String, _ enctype: String) -> String {
    let isUsual = method != "post" || !["multipart/form-data", "text/plain"].contains(enctype)
    return method.uppercased() + (isUsual ? "" : " as \(enctype)")
  }

  // MARK: Links

  /// The parameters of a link; where it leads to without them is a part of its form.
  private mutating func addLink(_ form: Form) {
    guard case .link(let index)? = drawing.targets[form.id] else { return }
    let url = page.links[index].url
    let parameters = Self.parameters(of: url)
    if !parameters.isEmpty { add(PageBehaviour(.link, of: form.id.rawValue, target: place(url), parameters: parameters)) }
  }

  // MARK: What is loaded, and what runs

  private static let frames: [String: String] = ["iframe": "src", "frame": "src", "embed": "src", "object": "data"]

  private mutating func addLoaded(_ node: Int) {
    guard let element = page.tree.element(node), !element.attributes.isEmpty else { return }
    if let attribute = Self.frames[element.name], let url = element.text(attribute).flatMap(page.base.following) {
      let name = ["title", "name", "id"].lazy.compactMap { element.text($0) }.first { !RandomText.isRandom($0) } ?? ""
      add(PageBehaviour(.frame, of: name, target: place(url), parameters: Self.parameters(of: url)))
    }
    for attribute in element.attributes {
      let isScript = attribute.name.utf8.starts(with: "on".utf8) || attribute.name == "href" && Self.isScript(attribute.value)
      guard isScript, !attribute.value.isEmpty, found.count < Self.most else { continue }
      let text = Self.withoutTokens(CollapsedText.of(String(attribute.value.prefix(Self.scriptLimit))))
      add(PageBehaviour(.handler, of: "\(attribute.name) of \(name(of: node, element))", target: text))
    }
  }

  private static func isScript(_ address: String) -> Bool {
    let address = address.trimmingASCIISpace.asciiLowercased
    return address.hasPrefix("javascript:")
      && !["javascript:", "javascript:;", "javascript:void(0)", "javascript:void(0);"].contains(address)
  }

  private func name(of node: Int, _ element: HTMLElement) -> String {
    if let place = drawing.widgets[node] { return "\(place.form)/\(place.widget)" }
    if let form = drawing.formIDs[node] { return form.rawValue }
    return element.name
  }

  /// The other sites that scripts come from; those of the page's own site have other names after each build.
  private mutating func addScripts() {
    var seen: Set<String> = []
    for source in page.scripts.compactMap(\.source) where !isOwn(source) {
      let site = "\(source.scheme)://\(source.host ?? "")"
      if seen.insert(site).inserted { add(PageBehaviour(.script, of: "", target: site)) }
    }
  }

  // MARK: Addresses

  private func isOwn(_ url: WebURL) -> Bool {
    ["http", "https"].contains(url.scheme) && url.host == page.url.host && url.effectivePort == page.url.effectivePort
  }

  private func place(_ url: WebURL) -> String {
    guard ["http", "https"].contains(url.scheme) else {
      // A `data:` address is a whole file.
      return "\(url.scheme):\(url.host.map { "//\($0)" } ?? "")\(url.path.prefix(Self.addressLimit))"
    }
    let path = PathTemplate(of: url).description
    guard !isOwn(url) else { return path }
    return "\(url.scheme)://\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")\(path)"
  }

  private static func parameters(of url: WebURL) -> [Value.Member] {
    url.query == nil ? [] : url.queryItems.prefix(50).map { parameter($0.name, $0.value) }
  }

  private static func parameter(_ name: String, _ value: String) -> Value.Member {
    let isSeen = PublicText.isPublic(value, named: name)
    return Value.Member(
      PublicText.isPublic(name, named: "") ? name : PageBehaviour.hiddenValue, .text(isSeen ? value : PageBehaviour.hiddenValue))
  }

  /// A script with `…` for each word in it that may be generated for each page.
  private static func withoutTokens(_ script: String) -> String {
    var text = ""
    var word = ""
    for character in script {
      if character.isASCII, character.isLetter || character.isNumber || character == "_" || character == "-" {
        word.append(character)
        continue
      }
      text += isMadeUp(word) ? PageBehaviour.hiddenValue : word
      text.append(character)
      word = ""
    }
    return text + (isMadeUp(word) ? PageBehaviour.hiddenValue : word)
  }

  /// A token, or six letters and digits by turns.
  private static func isMadeUp(_ word: String) -> Bool {
    guard word.utf8.count >= 6, word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return false }
    let isDigit = word.utf8.map { (0x30...0x39).contains($0) }
    return RandomText.isToken(word) || zip(isDigit, isDigit.dropFirst()).count { $0 != $1 } > 1
  }
}
