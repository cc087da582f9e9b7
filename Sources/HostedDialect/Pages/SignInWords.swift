import Encodings

/// The words for signing in, in labels, headings and addresses.
enum SignInWords {
  private static let labels = [
    "sign in", "signin", "log in", "login", "log on", "logon", "anmelden", "einloggen", "anmeldung", "connexion", "se connecter",
    "iniciar sesión", "acceder", "iniciar sessão", "entrar", "accedi", "inloggen", "aanmelden", "logga in", "logg inn", "log ind",
    "kirjaudu sisään", "zaloguj", "zaloguj się", "logowanie", "přihlásit", "přihlásit se", "přihlášení", "prihlásiť", "prihlásiť sa",
    "giriş yap", "giriş", "oturum aç", "bejelentkezés", "belépés", "conectare", "autentificare", "prijava", "prijavi se", "prijavite se",
    "prisijungti", "pieslēgties", "ienākt", "logi sisse", "skrá inn", "innskráning", "inicia la sessió", "identificarse", "ingresar",
    "accesso", "fazer login", "masuk", "đăng nhập", "войти", "вход", "увійти", "вхід", "влез", "пријава", "σύνδεση",
    "είσοδος", "התחברות", "כניסה", "تسجيل الدخول", "دخول", "ورود", "เข้าสู่ระบบ", "ログイン", "サインイン", "로그인", "登录", "登錄", "登入",
  ]
  private static let paths = [
    "login", "signin", "logon", "signon", "anmelden", "einloggen", "connexion", "accedi", "inloggen", "logga-in", "prihlaseni", "giris",
    "bejelentkezes", "belepes", "logowanie", "zaloguj", "prijava", "vhod",
  ].map { $0.filter { $0 != "-" } }

  static func name(_ text: String) -> Bool {
    let text = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return labels.contains { text == $0 || text.hasPrefix("\($0) ") || text.hasSuffix(" \($0)") }
  }

  /// Whether a text that names a sign-in does not also name a place, as 'Log in to the partner portal' does.
  static func isPlain(_ text: String) -> Bool {
    let words = words(of: withoutPerson(text))
    return labels.contains { label in
      let label = label.split(separator: " ").map(String.init)
      guard words.count >= label.count else { return false }
      if words.starts(with: label) { return words.dropFirst(label.count).allSatisfy(fillers.contains) }
      return words.suffix(label.count).elementsEqual(label) && words.dropLast(label.count).allSatisfy(fillers.contains)
    }
  }

  private static func words(of text: String) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }

  /// A label without an address and the word before it: 'Sign in as jane@acme.test'.
  private static func withoutPerson(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let place = words.firstIndex(where: { $0.dropFirst().dropLast().contains("@") }) else { return text }
    let before = words[..<place]
    let kept = ["as", "als", "comme", "como", "come"].contains(before.last?.lowercased()) ? before.dropLast() : before
    return (kept + words[(place + 1)...]).joined(separator: " ")
  }

  /// Words next to those for signing in that name no place.
  private static let fillers: Set<String> = [
    "to", "your", "my", "account", "here", "now", "please", "continue", "with", "using", "or", "and", "register", "sign", "up", "create",
    "an", "again", "in", "first", "securely", "member", "members", "customer", "customers", "user", "users", "existing", "email", "e",
    "mail",
    "password", "google", "apple", "microsoft", "facebook", "github", "sso", "passkey", "bitte", "jetzt", "hier", "oder", "und", "mit",
    "konto", "mein", "ihr", "registrieren", "kunden", "connecter", "se", "compte", "mon", "cuenta", "mi", "sesión", "iniciar", "o", "ou",
    "et",
  ]

  /// Whether a button is for a person who has no account yet.
  static func isForNew(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["regist", "sign up", "signup", "create", "join", "konto anlegen", "konto erstellen"].contains(where: text.hasPrefix)
  }

  /// Whether a label is for another person than the one who is signed in, e.g. 'Sign in with another account'.
  static func isForOther(_ text: String) -> Bool {
    let words = words(of: text)
    return words.contains("else") || words.contains(where: others.contains) && words.contains(where: people.contains)
  }

  private static let others: Set<String> = [
    "another", "different", "other", "switch", "andere", "anderem", "anderen", "anderer", "anderes", "autre", "otra", "otro", "outra",
    "outro", "altra", "altro", "ander", "annan", "annat", "annen", "annet", "anden", "andet",
  ]
  private static let people: Set<String> = [
    "account", "accounts", "person", "user", "customer", "member", "konto", "nutzer", "benutzer", "benutzerkonto", "kunde", "compte",
    "utilisateur", "cuenta", "usuario", "conta", "usuário", "utente", "gebruiker", "användare", "bruker", "bruger",
  ]

  /// Whether a field for a password is for another one than the person signs in with: a new one, or that of a network.
  static func isOfOtherPassword(_ label: String) -> Bool { words(of: label).contains(where: otherPasswords.contains) }

  /// Whether a page asks for the password of a person who is signed in.
  static func asksToConfirm(_ text: String) -> Bool {
    let text = words(of: text).joined(separator: " ")
    return ["confirm your password", "bestätigen sie ihr passwort", "confirmez votre mot de passe", "confirme su contraseña"].contains(
      where: text.contains)
  }

  private static let otherPasswords: Set<String> = [
    "new", "repeat", "wi", "wifi", "wlan", "network", "neues", "neue", "nouveau", "nueva",
  ]

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
    "kirjaudu ulos", "wyloguj", "odhlásit", "odhlásiť", "çıkış yap", "oturumu kapat", "kijelentkezés", "deconectare", "odjavi se",
    "atsijungti", "logi välja", "skrá út", "tanca la sessió", "đăng xuất", "выйти", "вийти", "αποσύνδεση", "התנתקות", "تسجيل الخروج",
    "ออกจากระบบ", "ログアウト", "サインアウト", "로그아웃", "退出登录", "登出",
  ]
  private static let paths = ["logout", "signout", "logoff", "signoff", "abmelden", "deconnexion"]

  /// Whether it is the label of what signs out; that of an article about it is none.
  static func name(_ label: String) -> Bool {
    guard !isHelp(label), !isOfSomethingElse(label) else { return false }
    let label = label.lowercased().replacing("sign-out", with: "sign out").replacing("log-out", with: "log out")
    return labels.contains { word in label == word || label.contains(word) && word.utf8.count > 5 }
  }

  /// Whether a label is about leaving something else than this account, or says that it is done.
  private static func isOfSomethingElse(_ label: String) -> Bool {
    let words = Set(label.lowercased().split { !$0.isLetter }.map(String.init))
    return label.hasSuffix("?")
      || !words.isDisjoint(with: [
        "newsletter", "also", "auch", "other", "anderen", "shared", "feedback", "successful", "microsoft", "google", "facebook", "apple",
      ])
  }

  /// Whether a sentence has such a word, and is not the title of an article.
  static func isNamed(in sentence: String) -> Bool {
    let text = sentence.lowercased()
    return !isHelp(text) && labels.contains { $0.utf8.count > 5 && text.contains($0) }
  }

  /// Whether a path, an id or a class is that of what signs out.
  ///
  /// A part that is such a word counts wherever it is; one that only contains it counts at the end, and not below the site's help: the
  /// site may be one below '/logout-demo'.
  static func isPath(_ path: String) -> Bool {
    let parts = path.asciiLowercased.split(separator: "/").map { part in part.filter { $0 != "-" && $0 != "_" } }
    if parts.contains(where: { part in paths.contains { part == $0 || part.hasPrefix("\($0).") } }) { return true }
    guard let last = parts.last(where: { !TokenSign.isToken($0) }) else { return false }
    return paths.contains(where: last.contains) && !parts.contains { $0.contains("howto") } && !parts.contains(where: helpPaths.contains)
  }

  /// Whether a label is that of an explanation, e.g. 'How to sign out of all devices'.
  static func isHelp(_ label: String) -> Bool {
    let words = label.lowercased().split { !$0.isLetter }.map(String.init)
    return words.first.map(questions.contains) ?? false || words.contains(where: helpWords.contains)
  }

  /// The first words of questions and of titles of articles.
  private static let questions: Set<String> = [
    "about", "learn", "problems", "trouble", "what", "when", "wie", "warum", "comment", "pourquoi", "cómo", "como", "come", "hoe", "hur",
    "hvordan", "miten", "jak", "nasıl",
  ]
  private static let helpWords: Set<String> = ["how", "why", "help", "faq", "hilfe", "aide", "ayuda", "ajuda", "aiuto", "hjälp"]
  private static let helpPaths: Set<String> = [
    "help", "helpcenter", "support", "faq", "faqs", "docs", "hc", "kb", "article", "articles", "guide", "guides", "hilfe", "aide", "ayuda",
  ]

  // MARK: What says that a person is signed out

  private static let outWords = [
    "signed out", "logged out", "signed off", "logged off", "abgemeldet", "ausgeloggt", "déconnecté", "disconnesso", "uitgelogd",
    "afgemeld",
    "utloggad", "logget ut", "logget ud", "wylogowan", "odhlášen",
  ]
  private static let denials: Set<String> = [
    "not", "never", "cannot", "no", "failed", "unable", "still", "nicht", "kein", "keine", "noch", "pas", "non", "niet", "inte", "ikke",
    "nie",
    "t",
    // What is yet to come, or may come, or is about another person or thing.
    "will", "being", "should", "shall", "if", "when", "before", "until", "inactive", "other", "others", "wird", "werden", "wenn", "falls",
    "bevor", "sera", "si", "avant", "será", "antes",
  ]
  private static let inWords = ["signed in", "logged in", "angemeldet als", "eingeloggt", "connecté en", "ingelogd", "inloggad"]

  private static let stillIn = [
    "you are signed in", "you are logged in", "you re signed in", "you re logged in", "sie sind angemeldet",
    "you are still signed in", "you are still logged in", "you re still signed in", "you re still logged in", "you remain signed in",
    "you remain logged in", "you have not been signed out", "you have not been logged out", "you were not signed out",
    "you were not logged out", "you are not signed out", "you are not logged out", "you could not be signed out",
    "you could not be logged out", "sie sind noch angemeldet", "sie sind weiterhin angemeldet", "sie sind noch eingeloggt",
    "sie wurden nicht abgemeldet", "vous êtes toujours connecté", "vous n êtes pas déconnecté", "todavía tiene la sesión iniciada",
    "you are currently signed in", "you are currently logged in", "you are still logged on", "you still are signed in",
    "you still are logged in", "your session is still active", "sign out failed", "signing out failed", "logout failed",
    "du bist noch angemeldet", "du bist noch eingeloggt", "du bist weiterhin angemeldet", "du wurdest nicht abgemeldet",
    "abmeldung fehlgeschlagen", "vous êtes toujours connecté e", "vous êtes encore connecté", "vous êtes encore connecté e",
    "vous n avez pas été déconnecté", "aún tiene la sesión iniciada", "sigue conectado", "todavía está conectado",
    "todavía estás conectado", "aún estás conectado", "sigues conectado", "aún tienes la sesión iniciada", "no se ha cerrado la sesión",
    "el cierre de sesión ha fallado", "sie sind immer noch angemeldet", "sie bleiben angemeldet", "sie sind nicht abgemeldet",
    "die abmeldung ist fehlgeschlagen", "ihre sitzung ist noch aktiv", "la déconnexion a échoué", "votre session est toujours active",
    "you have not been signed out yet", "not signed out", "you continue to be signed in", "you stay signed in", "you are signed in again",
    "your session is active", "your session was not ended", "sign out incomplete",
  ]

  /// The sentence of a text that says that the reader is still signed in; `nil` for none.
  ///
  /// It has to say that and no more, but for a name and for where the reader is: a person may still be signed in elsewhere, or to another site.
  static func sentenceOfStay(in text: String) -> String? {
    let lines = text.split { "!?\n|".contains($0) }.flatMap { $0.split(separator: ". ") }
    return lines.map { $0.last == "." ? $0.dropLast() : $0 }.first { sentence in
      let words = words(of: sentence)
      let clauses = words.contains(where: conditions.contains) ? [] : sentence.split { ",;:–—".contains($0) }.map(Self.words)
      return ([words] + clauses).contains { stillIn.contains(withoutPlace($0).joined(separator: " ")) }
    }.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  private static func words(of text: Substring) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }

  /// A clause without what it ends with: 'as Jane', 'to this site', 'on this device', 'here'.
  private static func withoutPlace(_ words: [String]) -> ArraySlice<String> {
    let rest = words.suffix(4).lastIndex(of: "as").map { words[..<$0] } ?? words[...]
    if rest.last == "here" { return rest.dropLast() }
    return rest.dropLast().last == "this" && ["to", "on", "in"].contains(rest.dropLast(2).last) ? rest.dropLast(3) : rest
  }

  /// The words of clauses that do not say how it is.
  private static let conditions: Set<String> = [
    "if", "when", "unless", "whether", "while", "until", "wenn", "falls", "ob", "solange", "si", "lorsque", "tant", "cuando", "mientras",
  ]

  /// Whether a message says that something failed, and is not about anything else, such as cookies.
  static func saysFailure(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { denials.contains($0) || failures.contains($0) } || sentenceOfStay(in: text) != nil
  }

  private static let failures: Set<String> = [
    "error", "failure", "wrong", "problem", "invalid", "denied", "forbidden", "aborted", "fehler", "fehlgeschlagen", "ungültig",
    "erreur", "échec", "échoué", "fallo", "falló", "errore", "erro", "fout", "mislukt", "fel", "feil", "fejl", "virhe", "błąd", "chyba",
  ]

  /// Whether a line only says that a person was signed out, or ends with saying it to the reader.
  static func endsSignedOut(_ line: some StringProtocol) -> Bool {
    let plain = line.lowercased().split { !$0.isLetter }.joined(separator: " ")
    return outWords.contains { word in plain == word || plain.hasSuffix(word) && readers.contains { plain.hasSuffix("\($0) \(word)") } }
  }

  private static let readers = [
    "you have been", "you ve been", "you are", "you are now", "you were", "successfully", "sie wurden", "sie sind", "du wurdest", "du bist",
    "erfolgreich", "vous êtes", "vous avez été",
  ]

  /// What says of a person that they are not signed in any more, though it has words that usually deny a sign-out.
  private static let overWords = [
    "no longer signed in", "no longer logged in", "not signed in as", "not logged in as", "were signed in as", "were logged in as",
    "logout successful", "logout of", "session is over", "session has ended", "session has expired", "nicht mehr als",
    "nicht mehr angemeldet",
    "wurde beendet", "n êtes plus connecté", "session est terminée", "sesión ha finalizado", "ha finalizado", "est terminée",
  ]

  private static let sessions: Set<String> = ["session", "sitzung", "sesión"]
  private static let ends: Set<String> = ["ended", "over", "terminated", "expired", "beendet", "abgelaufen", "terminée", "finalizado"]

  /// Whether it counts some of several: 'signed out of 2 of 3 devices'.
  private static func saysSome(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    return zip(words, zip(words.dropFirst(), words.dropFirst(2))).contains { first, rest in
      first.allSatisfy(\.isNumber) && ["of", "von", "de", "sur", "di"].contains(rest.0) && rest.1.allSatisfy(\.isNumber)
    }
  }

  /// Whether a text has such words anywhere.
  static func mentionsOut(_ text: String) -> Bool {
    let plain = text.lowercased().split { !$0.isLetter }.joined(separator: " ")
    return outWords.contains(where: plain.contains)
  }

  /// Whether words around a name say that its person was signed out; in small letters.
  static func saysOut(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.map(String.init)
    let plain = words.joined(separator: " ")
    if saysSome(text) { return false }
    if overWords.contains(where: plain.contains), !words.contains("still") { return true }
    if words.contains(where: sessions.contains), words.contains(where: ends.contains), !words.contains(where: denials.contains) {
      return true
    }
    return outWords.contains(where: plain.contains) && !inWords.contains(where: plain.contains) && !words.contains(where: denials.contains)
  }
}
