import Encodings

/// The words for signing in, in labels, headings and addresses.
enum SignInWords {
  private static let labels = [
    "sign in", "signin", "log in", "login", "log on", "logon", "anmelden", "einloggen", "anmeldung", "connexion", "se connecter",
    "iniciar sesión", "acceder", "iniciar sessão", "entrar", "accedi", "inloggen", "aanmelden", "logga in", "logg inn", "log ind",
    "kirjaudu sisään", "zaloguj", "zaloguj się", "přihlásit", "přihlásit se", "giriş yap",
  ]
  private static let paths = ["login", "signin", "logon", "signon", "anmelden", "einloggen", "connexion"]

  static func name(_ text: String) -> Bool {
    let text = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return labels.contains { text == $0 || text.hasPrefix("\($0) ") || text.hasSuffix(" \($0)") }
  }

  /// Whether a text that names a sign-in speaks of no place besides, as 'Log in to the partner portal' does.
  static func isPlain(_ text: String) -> Bool {
    let words = words(of: text)
    return labels.contains { label in
      let label = label.split(separator: " ").map(String.init)
      guard words.count >= label.count else { return false }
      if words.starts(with: label) { return words.dropFirst(label.count).allSatisfy(fillers.contains) }
      return words.suffix(label.count).elementsEqual(label) && words.dropLast(label.count).allSatisfy(fillers.contains)
    }
  }

  private static func words(of text: String) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }

  /// Words next to those for signing in that name no place.
  private static let fillers: Set<String> = [
    "to", "your", "my", "account", "here", "now", "please", "continue", "with", "using", "or", "and", "register", "sign", "up", "create",
    "an", "again", "in", "first", "securely", "member", "members", "customer", "customers", "user", "users", "existing", "email", "e",
    "mail",
    "password", "google", "apple", "microsoft", "facebook", "github", "sso", "passkey", "bitte", "jetzt", "hier", "oder", "und", "mit",
    "konto", "mein", "ihr", "registrieren", "kunden", "connecter", "se", "compte", "mon", "cuenta", "mi", "sesión", "iniciar", "o", "ou",
    "et",
  ]

  /// Whether a button is for somebody who has no account yet.
  static func isForNew(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["regist", "sign up", "signup", "create", "join", "konto anlegen", "konto erstellen"].contains(where: text.hasPrefix)
  }

  static func isPath(_ path: String) -> Bool {
    path.asciiLowercased.split(separator: "/").contains { part in
      let part = part.filter { $0 != "-" && $0 != "_" }
      return paths.contains { part == $0 || part.hasPrefix("\($0).") }
    }
  }
}

/// The words for signing out in labels and addresses.
enum SignOutWords {
  private static let labels = [
    "sign out", "log out", "logout", "signout", "sign off", "log off", "abmelden", "ausloggen", "déconnexion", "se déconnecter",
    "cerrar sesión", "terminar sessão", "encerrar sessão", "esci", "disconnetti", "uitloggen", "afmelden", "logga ut", "logg ut", "log ud",
    "kirjaudu ulos", "wyloguj", "odhlásit", "çıkış yap",
  ]
  private static let paths = ["logout", "signout", "logoff", "signoff", "abmelden", "deconnexion"]

  static func name(_ label: String) -> Bool {
    let label = label.lowercased()
    return labels.contains { word in label == word || label.contains(word) && word.utf8.count > 5 }
  }

  static func isPath(_ path: String) -> Bool {
    let path = path.asciiLowercased.filter { $0 != "-" && $0 != "_" }
    return paths.contains(where: path.contains)
  }
}
