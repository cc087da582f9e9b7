import Encodings

extension PageSelector {
  /// What selects the link or button by which a signed-in user signs out; `nil` on a page without one, or if nothing about it stays the same.
  static func ofSignOut(in page: HTMLPage) -> PageSelector? {
    let links = page.links.filter(\.signsOut).map(\.node)
    let forms = page.forms.filter { $0.address(of: $0.action).map { SignOutWords.isPath($0.path) } ?? false }.map(\.node)
    let controls = page.tree.elements(named: ["button", "input", "a"])
    let named = controls.filter { isNamed($0, in: page.tree) }
    let buttons = controls.filter { saysSo($0, in: page.tree) }
    return (links + forms + named + buttons).lazy.compactMap { selector(of: $0, in: page) }.first
  }

  /// Whether its id or a class of it says so.
  private static func isNamed(_ node: Int, in tree: HTMLTree) -> Bool {
    guard let element = tree.element(node), !SignOutWords.isHelp(tree.visibleText(of: node)) else { return false }
    let names = [element.text("id") ?? ""] + (element.text("class")?.split(separator: " ").map(String.init) ?? [])
    return names.contains(where: SignOutWords.isPath)
  }

  /// Whether its text says so, or that of a button that has it as a value.
  private static func saysSo(_ node: Int, in tree: HTMLTree) -> Bool {
    guard let element = tree.element(node) else { return false }
    let isButton = element.name != "input" || ["submit", "button"].contains(element.word("type"))
    return isButton && SignOutWords.name(element.name == "input" ? element.text("value") ?? "" : tree.visibleText(of: node))
  }

  /// By an id or a class that says so, of the element or of what is right around it, else by its address, id or name.
  private static func selector(of node: Int, in page: HTMLPage) -> PageSelector? {
    let places = [node] + page.tree.ancestors(of: node).filter { $0 >= 0 }.prefix(2)
    for place in places {
      guard let element = page.tree.element(place) else { continue }
      if let id = element.text("id"), SignOutWords.isPath(id), let found = parsed("\(element.name)#\(id)", in: page) { return found }
      for name in element.text("class")?.split(separator: " ") ?? [] where SignOutWords.isPath(String(name)) {
        if let found = parsed("\(element.name).\(name)", in: page) { return found }
      }
    }
    guard let element = page.tree.element(node) else { return nil }
    for name in ["href", "action"] {
      guard let address = element.text(name), !address.contains("?"), !address.contains("'") else { continue }
      return parsed("\(element.name)[\(name)='\(address)']", in: page)
    }
    if let id = element.text("id"), !RandomText.isRandom(id) { return parsed("\(element.name)#\(id)", in: page) }
    return element.text("name").flatMap { parsed("\(element.name)[name='\($0)']", in: page) }
  }

  private static func parsed(_ text: String, in page: HTMLPage) -> PageSelector? {
    do {
      let selector = try PageSelector(text)
      return selector.matches(in: page) ? selector : nil
    } catch { return nil }
  }
}

extension PageLink {
  /// Whether it signs out, by its text or its address; an article about it does not.
  var signsOut: Bool { !SignOutWords.isHelp(text) && (SignOutWords.name(text) || url.leadsOut) }
}
