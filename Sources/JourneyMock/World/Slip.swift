/// Something that a system of several servers gets wrong: a redirect, a link or a mail, and no more than that.
///
/// The raw values are the effects of `/__journey/faults`.
public enum Slip: String, Sendable, Hashable, CaseIterable {
  /// The login page passes the text `undefined` on where it should pass the way back, and it is used unseen.
  case fromURIUndefined = "from_uri_undefined"
  /// The login page leaves the app's mark on a link's token, so that the page's address opens the app again.
  case markKept = "mark_kept"
  /// The login page has no script, and nothing else that leads on.
  case scriptMissing = "script_missing"
  /// The app's fallback address comes with parameters, the person's address among them.
  case fallbackWithParameters = "fallback_with_parameters"
  /// Any address is a way back after signing in.
  case openFromURI = "open_from_uri"
  /// Any address is one to return to after signing out.
  case openReturnURL = "open_return_url"
  /// A page is shown though the app asked for none.
  case silentPage = "silent_page"
  /// A form with a password is answered with a redirect that makes the browser send it again.
  case passwordRepeated = "password_repeated"
  /// A link works again after it was used.
  case linkKept = "link_kept"
  /// Links are over as soon as they are sent.
  case linkExpired = "link_expired"
  /// Mails come an hour late.
  case mailLate = "mail_late"
  /// Mails come twice.
  case mailDoubled = "mail_doubled"
  /// Mails do not come.
  case mailMissing = "mail_missing"
  /// Links of mails lead to another host.
  case mailWrongHost = "mail_wrong_host"
}
