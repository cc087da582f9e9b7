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
  static func isPublic(_ name: String) -> Bool {
    let plain = String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "#" })
    return publicNames.contains(plain) || publicEndings.contains { plain.hasSuffix($0) }
  }

  private static let publicEndings = ["id", "ids", "url", "uri", "urls", "uris", "name", "label", "expression", "condition", "fingerprint"]
  /// The public parts of a key are among them (RFC 7517).
  private static let publicNames: Set<String> = [
    "algorithm", "e", "email", "etag", "exclude", "href", "include", "key", "kid", "login", "n", "orn", "pattern", "rel", "source", "title",
    "type", "value", "x", "x5c", "x5t", "x5ts256", "y",
  ]
}
