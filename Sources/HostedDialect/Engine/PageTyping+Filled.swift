import Encodings
import JourneyModel

extension PageTyping {
  /// What a person does on the page for a form that is filled in; `nil` for a page without marks.
  init?(_ form: PageForm, named name: FormID, _ filled: FilledForm, isForced: Bool, in page: HTMLPage) {
    let mark = page.mark(of: form.node)
    guard mark != nil || page.isBuilt && !form.isWritten else { return nil }
    self.init(
      name: name, button: filled.button?.id, form: mark, entries: filled.answers.flatMap { Self.entries(for: $0, in: form, page) },
      submitter: filled.button.flatMap { page.mark(of: $0.first.node) },
      extra: filled.extra, isForced: isForced)
  }

  private static func entries(for answer: PageAnswer, in form: PageForm, _ page: HTMLPage) -> [Entry] {
    guard let field = form.field(answer.field) else { return [] }
    func entry(_ control: PageControl, _ act: Act) -> Entry? { page.mark(of: control.node).map { Entry(mark: $0, act: act) } }
    switch answer.content {
    case .text(let text): return [entry(field.first, .type(text))].compactMap(\.self)
    case .isOn(let isOn): return [entry(field.first, .switchTo(isOn))].compactMap(\.self)
    case .chosen(let values):
      if case .select = field.first.kind { return [entry(field.first, .choose(values))].compactMap(\.self) }
      // A radio button that is off cannot be switched off: another one is switched on.
      return field.controls.filter { $0.kind != .radio || values.contains($0.value) }
        .compactMap { entry($0, .switchTo(values.contains($0.value))) }
    }
  }
}

extension HTMLPage {
  /// By which the engine finds the element again; `nil` if it left no mark.
  func mark(of node: Int) -> String? { tree.element(node)?[PageMark.attribute] }
}
