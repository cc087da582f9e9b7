/// Names of members that hold secrets.
enum SecretName {
  /// Endings of names, in lower case and without signs between words.
  private static let endings = [
    "secret", "secrets", "password", "passwd", "passcode", "passphrase", "privatekey", "secretkey", "sharedkey", "accesskey", "apikey",
    "signingkey", "integrationkey", "licensekey", "totpkey", "token", "tokens", "tokenvalue", "authorization", "pass", "pwd", "pin", "pem",
    "cookie", "hmac", "salt", "seed", "recoverycode", "recoverycodes", "backupcode", "backupcodes", "webhook", "connectionstring",
    "bearer", "assertion", "signature", "secrethash", "secretanswer", "sessionid", "keystore", "serviceaccount", "mnemonic", "passwort",
    "kennwort", "contraseña", "motdepasse",
  ]
  /// Endings of names whose values are not secrets, though the names end as one does.
  private static let others = ["bypass", "compass", "spin"]
  /// Names that are short, or the end of other words.
  private static let whole: Set<String> = [
    "answer", "auth", "basicauth", "bindpw", "cred", "credential", "credentials", "creds", "license", "otp", "p12", "p8", "pfx", "psk",
    "pw", "sid",
  ]

  static func isOne(_ name: String) -> Bool {
    guard name.utf8.count <= 100 else { return false }
    let plain = String(name.lowercased().filter { $0 != "_" && $0 != "-" })
    return whole.contains(plain) || endings.contains { plain.hasSuffix($0) } && !others.contains { plain.hasSuffix($0) }
  }

  /// Whether the texts of a member are ids, names, addresses, expressions, or public: they are kept however random they look.
  ///
  /// - Parameters:
  ///   - isKey: whether the member is one of a JSON Web Key.
  ///   - isInPublic: whether it is in a member that is public itself: an expression has its text in `value`.
  static func isPublic(_ name: String, isKey: Bool, isInPublic: Bool) -> Bool {
    let plain = String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "#" })
    return publicNames.contains(plain) || publicEndings.contains { plain.hasSuffix($0) } || isKey && partsOfKeys.contains(plain)
      || isInPublic && plain == "value"
  }

  private static let publicEndings = ["id", "ids", "url", "uri", "urls", "uris", "name", "label", "expression", "condition", "fingerprint"]
  private static let publicNames: Set<String> = [
    "algorithm", "createdby", "email", "etag", "exclude", "href", "include", "key", "lastupdatedby", "login", "orn", "pattern", "rel",
    "source", "title", "type", "x5t", "x5ts256",
  ]
  /// The public parts of a key (RFC 7517, RFC 7518 section 6).
  private static let partsOfKeys: Set<String> = ["e", "n", "x", "x5c", "y"]
}
