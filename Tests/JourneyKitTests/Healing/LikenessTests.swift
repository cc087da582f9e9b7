import Testing

@testable import JourneyHealing

/// Which texts are two names of one thing; everything else is for people to judge.
struct LikenessTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var first: String
    var second: String
    var testDescription: String { "'\(first)' and '\(second)'" }

    init(_ first: String, _ second: String) {
      self.first = first
      self.second = second
    }
  }

  static let same = [
    Pair("Email", "Email address"), Pair("Email address", "Your e-mail address"), Pair("E-mail", "Please enter your email"),
    Pair("Sign in", "Log in"), Pair("Sign in", "Sign in now"), Pair("Login", "Sign in"), Pair("Continue", "Next"),
    Pair("User name", "Username"), Pair("Phone number", "Your telephone number"), Pair("First name", "Given name"),
    Pair("Last name", "Surname"), Pair("ZIP code", "Postal code"), Pair("Password", "Enter your password"),
    Pair("Password", "PASSWORD:"), Pair("What is your name?", "What is your name"), Pair("6-digit code", "6 digit code"),
    Pair("E-Mail-Adresse", "Ihre E-Mail"), Pair("Anmelden", "Einloggen"), Pair("Weiter", "Fortfahren"),
    Pair("E-mail cím", "Email"), Pair("Bejelentkezés", "Belépés"), Pair("Tovább", "Folytatás"), Pair("Contraseña", "CONTRASEÑA"),
  ]

  @Test(arguments: same) func `two names of one thing are the same`(_ pair: Pair) {
    #expect(Likeness.isNameOfSame(pair.first, pair.second))
    #expect(Likeness.isNameOfSame(pair.second, pair.first))
  }

  @Test(arguments: [
    Pair("We don't share your data.", "We don’t share your data"), Pair("Never share – “please”", "never share - \"please\"!"),
    Pair("Wait… do not close this", "Wait... do not  close this:"), Pair("Hello, Jane", "Hello Jane!"), Pair("Balance –5", "Balance -5."),
    Pair("Share (all) data", "share (all) data"), Pair("Ready?", "READY ?"), Pair("Shop 2026", "SHOP, 2026"),
    Pair("Shop: 2026", "Shop 2026."),
    Pair("Welcome – sign in", "Welcome, sign in"), Pair("6-digit code", "6 digit code"), Pair("Step-2", "Step 2"),
    Pair("Open 9-5", "Open 9–5"), Pair("Call 555-0100", "Call 555 0100"), Pair("Press \"Continue\"", "Press ‘Continue’"),
  ])
  func `punctuation that changes no meaning makes no other text`(_ pair: Pair) {
    #expect(Likeness.areEqual(pair.first, pair.second))
    #expect(Likeness.areEqual(pair.second, pair.first))
  }

  static let different = [
    // Time and order.
    Pair("Your new password", "Your old password"), Pair("Your current password", "Your new password"),
    Pair("Previous password", "Password"), Pair("First code", "Second code"), Pair("Repeat your password", "Your password"),
    // What people prove with.
    Pair("Code from your app", "Code from your mail"), Pair("Code from your text message", "Code from your call"),
    Pair("Code", "Code from your app"), Pair("Password", "PIN"), Pair("Password", "Password or PIN"), Pair("Security key", "Passkey"),
    Pair("Phone number", "Email"), Pair("Email", "Email or phone number"), Pair("Email address", "Email or user name"),
    Pair("Recovery code", "Recovery key"), Pair("Your fingerprint", "Your face"), Pair("Your mother's name", "Your father's name"),
    // Who.
    Pair("Your email address", "Your child's email address"), Pair("Your address", "Billing address"),
    Pair("Email address", "Email address of your employer"), Pair("Your name", "Name on your card"),
    // Denying.
    Pair("Email address", "No email address"), Pair("Sign in", "Do not sign in"), Pair("Sign in with code", "Sign in without code"),
    Pair("Share my data", "Don't share my data"), Pair("Remember me", "Never remember me"), Pair("Optional", "Not optional"),
    // Punctuation.
    Pair("Balance -5", "Balance 5"), Pair("Balance –5", "Balance 5"), Pair("Share (not) data", "Share not data"),
    Pair("Balance - 5", "Balance 5"), Pair("Balance -5", "Balance, 5"), Pair("Balance 5-", "Balance 5"), Pair("Pay .5", "Pay 5"),
    Pair("Pay ,5", "Pay 5"), Pair("Balance +5", "Balance 5"), Pair("You owe (5)", "You owe 5"), Pair("Share data", "Share (not) data"),
    Pair("Share (all) data", "Share all data"), Pair("Share all (data)", "Share (all) data"), Pair("Share [all] data", "Share all data"),
    Pair("5 * 3", "5 3"), Pair("Open 10-20", "Open 10 20"), Pair("Contact US", "Contact us"), Pair("IT", "It"),
    Pair("Stop, do it", "Stop do it"),
    Pair("Stop sharing? Not now", "Stop sharing, not now"), Pair("Stop sharing. Not now", "Stop sharing? Not now"),
    Pair("Stop sharing? Do it now", "Stop sharing do it now?"), Pair("I accept the terms.", "I accept the terms?"),
    Pair("I accept the terms", "I accept the terms?"), Pair("No, delete it", "No delete it"),
    Pair("We never share your data.", "We never share your data?"),
    Pair("We never share your data.", "We never; share your data."), Pair("We never share your data.", "We, never, share: your data..."),
    Pair("What we do not share?", "What we do not share"), Pair("Nicht teilen", "Nicht, teilen"),
    // In and out, on and off.
    Pair("Sign in now", "Sign out now"), Pair("Log in", "Log out"), Pair("Opt in", "Opt out"), Pair("Turn on", "Turn off"),
    Pair("Sign in", "Sign up"), Pair("Subscribe", "Unsubscribe"), Pair("Lock my account", "Unlock my account"),
    // Deciding.
    Pair("Accept all", "Decline all"), Pair("Accept all", "Accept some"), Pair("I agree", "I disagree"), Pair("Allow", "Deny"),
    Pair("Continue", "Accept and continue"), Pair("Continue", "Continue and agree"), Pair("Cancel", "Continue"), Pair("Save", "Delete"),
    // Money and numbers.
    Pair("Sign in", "Sign in for 20 EUR"), Pair("Pay 5 euros", "Pay 50 euros"), Pair("Pay 5", "Pay 5 €"), Pair("Pay 1.50", "Pay 150"),
    Pair("Free trial", "Trial"), Pair("Continue", "Continue to pay"), Pair("6 digits", "8 digits"), Pair("Two tries", "Three tries"),
    Pair("10 %", "10"), Pair("Buy", "Rent"),
    // Addresses.
    Pair("Mail help@shop.test", "Mail help@evil.test"), Pair("Sign in at shop.test", "Sign in at evil.test"),
    Pair("Your shop.test password", "Your password"), Pair("Sign in to shop", "Sign in to bank"),
    // Things.
    Pair("Green tea", "Green tea with milk"), Pair("Green tea", "Black tea"), Pair("Username", "User name of the other person"),
    Pair("Code to phone from mail", "Code to mail from phone"),
    // Other languages, also ones without a table.
    Pair("Neues Passwort", "Altes Passwort"), Pair("Anmelden", "Abmelden"), Pair("Ablehnen", "Annehmen"), Pair("Mit Code", "Ohne Code"),
    Pair("Új jelszó", "Régi jelszó"), Pair("Elfogadom", "Nem fogadom el"), Pair("Bejelentkezés", "Kijelentkezés"),
    Pair("Aceptar", "Rechazar"), Pair("Contraseña nueva", "Contraseña"), Pair("Continue", "Weiter"), Pair("", ""), Pair("Your", "The"),
  ]

  @Test(arguments: different) func `what changes the meaning of a name is never taken for the same`(_ pair: Pair) {
    #expect(!Likeness.isNameOfSame(pair.first, pair.second))
    #expect(!Likeness.isNameOfSame(pair.second, pair.first))
    #expect(!Likeness.areEqual(pair.first, pair.second))
  }

  @Test(arguments: [
    ("name@home.test", "you@home.test", true), ("name@home.test", "name@evil.test", false), ("name@home.test", "Your email", false),
    ("you@home.test", "you@home.test.evil", false), ("Your email", "Email", true), ("12345", "12346", false),
  ])
  func `of addresses as examples the domain counts`(_ first: String, _ second: String, _ isSame: Bool) {
    #expect(Likeness.isExampleOfSame(first, second) == isSame)
  }

  @Test(arguments: [
    "We are open.", "Welcome to our shop", "Thank you for visiting us today!", "Please wait a moment.", "Schönen Tag",
    "Hello and good morning", "Willkommen, wir sind wieder hier", "Üdvözöljük, itt vagyunk",
  ])
  func `a text that asks for no decision is only read`(_ text: String) { #expect(WeightyText.reason(text) == nil) }

  @Test(
    arguments: [
      "By signing in you agree to pay 9 euros a month", "By pressing you agree", "We share your data with our partners",
      "You accept our terms",
      "We sell what we know of you", "This is free for now", "It costs nothing", "Your account is locked", "We track you", "You must be 18",
      "Read more at shop.test", "Write to help@shop.test", "You pay in €", "With this you consent to marketing",
      "Never tell us your password",
      "Wir geben Ihre Daten weiter", "Sie stimmen den Bedingungen zu", "Sie zahlen am Ende", "Ön elfogadja a feltételeket",
      "Az előfizetés díja", "Usted paga", "Vous acceptez", "By going on you let us post in your name.",
      "Going on means yes to everything we ask.", "We text your friends from now on.", "We show your name to everybody from today on.",
      "Your photos become public.", "Your location is on.", "Everybody can see you online.", "We are glad to let our friends call you.",
      "Your boss will be told.", "Your sign-in is being watched.", "Goodbye. You leave our site.", "", "...",
    ].filter { !$0.allSatisfy(\.isPunctuation) })
  func `a text about consent, money or proof is its author's to judge, and so is one in another language`(_ text: String) {
    #expect(WeightyText.reason(text) != nil)
  }

  @Test(arguments: [
    ("Continue", true), ("Next", true), ("OK", true), ("Weiter", true), ("Tovább", true), ("Agree and pay", false), ("I agree", false),
    ("Accept", false), ("Continue and pay", false), ("Sign out", false), ("Got it, share my data", false), ("", false), ("Yes", false),
  ])
  func `a button that leads on says nothing else`(_ label: String, _ leadsOn: Bool) { #expect(WeightyText.leadsOn(label) == leadsOn) }

  @Test(arguments: [
    ("newPassword", "oldPassword", true), ("identifier", "login", false), ("email", "phone", true), ("email", "identifier", false),
    ("accept", "decline", true), ("terms", "termsDecline", true), ("taste", "drink", false), ("mfa-mail", "mfa-sms", true),
  ])
  func `an id of something else is no other name`(_ first: String, _ second: String, _ turns: Bool) {
    #expect(WeightyText.turns(first, second) == turns)
  }
}
