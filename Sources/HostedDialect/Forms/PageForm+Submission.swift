package import Encodings
package import JourneyModel

extension PageForm {
  /// What the form sends (HTML section 4.10.22): its entries in tree order with these answers, from this button.
  ///
  /// - Parameters:
  ///   - submitter: the button pressed; `nil` for the return key, which presses the form's first one.
  ///   - extra: entries that a script would have added, sent last. One replaces the hidden field of its name.
  ///   - waitsForButton: whether a button that is disabled may be enabled until it is pressed, as where a browser runs scripts.
  package func submission(
    answers: [PageAnswer] = [], pressing submitter: WidgetID? = nil, adding extra: [QueryItem] = [], waitsForButton: Bool = false
  ) throws(PageFormError) -> PageSubmission {
    let pressed = try self.pressed(submitter, mayBeDisabled: waitsForButton)
    let filling = try PageFilling(fields, controls: controls, answers: answers)
    let replaced = Set(extra.map(\.name))
    var entries = filling.entries(pressing: pressed, charset: charset).filter { !($0.isHidden && replaced.contains($0.item.name)) }.map(
      \.item)
    entries += extra
    entries = entries.map { QueryItem(LineBreaks.withCRLF($0.name), LineBreaks.withCRLF($0.value)) }
    return try send(entries, by: pressed?.overrides ?? PageControl.Overrides())
  }

  /// What a person fills in where a script sends it: the answers alone, since what the script adds and where it sends them is not known.
  package func scriptedSubmission(answers: [PageAnswer], adding extra: [QueryItem]) throws(PageFormError) -> PageSubmission {
    _ = try PageFilling(fields, controls: controls, answers: answers)
    let entries = answers.flatMap { answer in
      answer.content.texts.map {
        QueryItem(field(answer.field).flatMap { $0.first.name.isEmpty ? nil : $0.first.name } ?? answer.field.text, $0)
      }
    }
    return PageSubmission(method: "POST", url: context.documentURL, contentType: nil, body: [], entries: entries + extra)
  }

  private func pressed(_ id: WidgetID?, mayBeDisabled: Bool) throws(PageFormError) -> PageControl? {
    guard let id else {
      guard let field = defaultSubmitter else { return nil }
      if field.first.isDisabled, !mayBeDisabled { throw .disabledSubmitter(field.id) }
      return field.first
    }
    guard let field = field(id), field.first.isSubmitter else { throw .noSuchSubmitter(id) }
    if field.first.isDisabled, !mayBeDisabled { throw .disabledSubmitter(id) }
    return field.first
  }

  private func send(_ entries: [QueryItem], by overrides: PageControl.Overrides) throws(PageFormError) -> PageSubmission {
    let method = overrides.method.map { Self.method($0.asciiLowercased) } ?? self.method
    if method == "dialog" { throw .dialog }
    let action = overrides.action.flatMap { $0.isEmpty ? nil : $0 } ?? self.action
    guard let url = address(of: action), url.scheme == "http" || url.scheme == "https" else { throw .notWeb(action) }
    if method == "get" {
      let query = String(decoding: try FormBody.urlEncoded(entries, charset), as: UTF8.self)
      return PageSubmission(method: "GET", url: Self.replacingQuery(of: url, by: query), contentType: nil, body: [], entries: entries)
    }
    let enctype = overrides.enctype?.asciiLowercased ?? enctype
    let files = Set(controls.filter { $0.kind == .file }.map(\.name))
    let body = try FormBody(entries, files: files, enctype: enctype, charset)
    return PageSubmission(method: "POST", url: url, contentType: body.contentType, body: body.bytes, entries: entries)
  }

  /// The query as it is, without being encoded again; a query of the action is gone, as in a browser.
  private static func replacingQuery(of url: WebURL, by query: String) -> WebURL {
    let bare = url.withoutQuery.description + "?" + query + (url.fragment.map { "#\($0)" } ?? "")
    // Both parts are spelled as addresses already; only a query that is too long is refused, and then the action stays.
    do { return try WebURL(bare, limit: .max) } catch { return url }
  }
}
