import Encodings
import JourneyModel

/// The pages of a logout that asks first.
extension LoadedPage {
  /// Why this is no page that asks whether to sign out; `nil` if it may be one.
  var problemOfAsking: String? {
    if status >= 400 { return "logout answered with status \(status)" }
    return asksForPassword ? "the page '\(screen.id)' asks for a password, and not whether to sign out" : nil
  }

  /// What shows on the page after a logout that the person is not signed out; `nil` if nothing does.
  ///
  /// - Parameters:
  ///   - asking: the page that asked.
  ///   - form: what was pressed there.
  func problem(afterLogoutAskedOn asking: LoadedPage, by form: FormID?) -> String? {
    if status >= 400 { return "logout answered with status \(status)" }
    if status >= 300 { return "logout answered with status \(status), and leads nowhere" }
    if let message = screen.messages.first(where: \.level.mustBeExpected) {
      return "after the logout the page '\(screen.id)' says '\(message.text.visible)'"
    }
    if let form, let labels = screen.form(form)?.pressLabels, !labels.isEmpty, labels == asking.screen.form(form)?.pressLabels {
      return "after the logout the page '\(screen.id)' asks again: it has \(labels.map { "'\($0)'" }.joined(separator: ", "))"
    }
    return offersSignOut(besides: url.path) ? "after the logout the page '\(screen.id)' still has a link or button to sign out" : nil
  }
}
