import Testing

@testable import HostedDialect

/// What signs out, by its label or address, and what only explains it.
struct SignOutWordsTests {
  @Test(arguments: [
    "Sign out", "Log out of all devices", "Ada Lovelace (log out)", "Yes, sign out", "Jetzt abmelden", "Se déconnecter",
    "Not you? Sign out",
    "SIGN OUT!", "Sign out and come back later",
  ])
  func `a label signs out`(_ label: String) { #expect(SignOutWords.name(label)) }

  @Test(arguments: [
    "How to sign out of all devices", "Help: how to sign out", "What happens when I log out?", "Wie kann ich mich abmelden?",
    "Why was I logged out",
    "Comment se déconnecter", "About logout", "Hilfe zum Abmelden", "FAQ: sign out",
  ])
  func `a label explains`(_ label: String) { #expect(!SignOutWords.name(label)) }

  @Test(arguments: [
    "/logout-demo/logout", "/do-logout/83a1c0f94be27d65a1c0", "/logout", "/users/sign_out", "/index.php/Special:UserLogout", "/help/logout",
    "/logout.php", "/a/log-off/b", "pt-logout",
  ])
  func `a path signs out`(_ path: String) { #expect(SignOutWords.isPath(path)) }

  @Test(arguments: [
    "/help/how-to-sign-out", "/how-to-log-out", "/hc/articles/12-sign-out-devices", "/docs/userlogout", "/login", "/logout-demo/login",
    "/logout-demo/home",
  ])
  func `a path explains, or is another`(_ path: String) { #expect(!SignOutWords.isPath(path)) }

  @Test(
    arguments: [
      ("Oh. You are still signed in. Try again.", "You are still signed in"), ("You're still  logged in!", "You're still logged in"),
      ("You could not be signed out", "You could not be signed out"), ("You are signed out", nil),
      ("You are still signed in to Google.", nil), ("If you are still signed in, close the browser.", nil),
      ("Are you still signed in?", nil),
    ] as [(String, String?)])
  func `a sentence says that the reader is still signed in`(text: String, sentence: String?) {
    #expect(SignOutWords.sentenceOfStay(in: text) == sentence)
  }

  @Test(arguments: [
    ("jane has been signed out", true), ("you have been logged out,", true), ("wurde abgemeldet", true),
    ("signed out | signed in as", false),
    ("could not be signed out", false), ("couldn't be logged out", false), ("is still not signed out", false), ("hello", false),
  ])
  func `words around a name say that its person was signed out`(text: String, isOut: Bool) {
    #expect(SignOutWords.saysOut(text) == isOut)
  }
}
