extension PageSelector {
  /// What selects the form that asks for a password; nothing on a page without one, or whose heading says enough.
  ///
  /// - Parameter heading: the page's own, if it has one; it says enough in a word of the path or of the form's button.
  static func ofSignIn(in page: HTMLPage, besides heading: String?, path: PathTemplate) -> [PageSelector] {
    let candidates = page.forms + [page.looseForm].compactMap(\.self)
    for form in candidates {
      guard let field = form.controls.first(where: { $0.type == "password" && !page.tree.nodes[$0.node].isHidden }) else { continue }
      let labels = form.controls.filter(\.isSubmitter).map { $0.value + " " + page.tree.visibleText(of: $0.node) }
      let known = Set(([path.description] + labels).flatMap(words))
      if let heading, words(of: heading).contains(where: known.contains) { return [] }
      if let heading = heading.flatMap(PageHeading.slug), labels.contains(where: { PageHeading.slug($0) == heading }) { return [] }
      return [selector(of: form) ?? selector(of: field)].compactMap(\.self)
    }
    return []
  }

  /// Its words of some length: `in` and `the` are in every heading.
  private static func words(of text: String) -> [String] {
    (PageHeading.slug(text) ?? "").split(separator: "-").filter { $0.count >= 4 }.map(String.init)
  }

  private static func selector(of form: PageForm) -> PageSelector? {
    guard let id = form.elementID, form.givenNames.contains(id) else { return nil }
    do { return try PageSelector("form#\(id)") } catch { return nil }
  }

  private static func selector(of field: PageControl) -> PageSelector? {
    let name = field.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ? field.name : "'\(field.name)'"
    do { return try PageSelector(field.name.isEmpty ? "[type=password]" : "[name=\(name)]") } catch { return nil }
  }
}
