import HostedDialect
import JourneyModel
import JourneyRecording

/// The form of a page by which a person signs in with a name and a password.
struct SignInForm: Sendable {
  let id: FormID
  let name: WidgetID
  let password: WidgetID
  /// Whether people sign in by their e-mail address, as far as the field says.
  let takesMail: Bool

  init?(on screen: Screen) {
    guard let found = screen.forms.lazy.compactMap(SignInForm.init).first else { return nil }
    self = found
  }

  private init?(_ form: Form) {
    guard !form.asksForNewPassword else { return nil }
    let entries = form.fields.compactMap { widget -> (widget: Widget, purpose: Entry.Purpose)? in
      if case .entry(let entry) = widget.kind, widget.isVisible { (widget, entry.purpose) } else { nil }
    }
    guard let password = entries.first(where: { $0.purpose == .password }),
      let name = entries.first(where: { [.text, .email, .phone].contains($0.purpose) })
    else { return nil }
    (id, self.name, self.password) = (form.id, name.widget.id, password.widget.id)
    if case .attribute(let names) = FieldPurpose(of: name.widget, in: form) {
      takesMail = names.first { ["email", "username"].contains($0) } == "email"
    } else {
      takesMail = false
    }
  }
}
