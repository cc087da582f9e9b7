extension UnhappyPath {
  private static let steps = """
    steps:
      - screen: identification
        answers: {identifier: jane@acme.test}

    """

  /// Files have errors, or name missing things: nothing runs.
  static let wrongFiles: [UnhappyPath] = [
    wrong("tenants.yaml missing", ["journeys/tenants.yaml": nil]),
    wrong("tenants.yaml that is not YAML", ["journeys/tenants.yaml": "tenants: [acme\n"]),
    wrong("tenants.yaml with an unknown key", ["journeys/tenants.yaml": "tenant:\n  acme: {}\n"]),
    wrong("unknown tenant", ["journeys/a.yaml": "journey: Sign in\ntenant: nowhere\n" + steps]),
    wrong("unknown account", ["journeys/a.yaml": "journey: Sign in\naccount: nobody\n" + steps]),
    wrong(
      "secret of a tenant's account not set", entry: "headers: {X-Key: \"${secret.ACME_KEY}\"}"),
    wrong(
      "secret of a scenario not set",
      [
        "journeys/a.yaml": """
        journey: Sign in
        steps:
          - screen: identification
            answers: {identifier: "${secret.JANE_ADDRESS}"}

        """
      ]),
    wrong("variable of the environment not set", entry: "proxy: ${env.ACME_PROXY}"),
    wrong("mock missing", ["acme.yaml": nil]),
    wrong("mock whose flow has a hole", ["acme.yaml": hole]),
    wrong("two scenarios with one name", ["journeys/a.yaml": "journey: Sign in\n" + steps + "---\njourney: Sign in\n" + steps]),
    wrong(
      "two scenarios with one id",
      ["journeys/a.yaml": "journey: Sign in\nid: one\n" + steps + "---\njourney: Sign in again\nid: one\n" + steps]),
    wrong(
      "two files that differ in their suffix",
      ["journeys/a.yaml": "journey: Sign in\n" + steps, "journeys/a.yml": "journey: Sign in\n" + steps]),
    wrong("tenants.yaml that is a list", ["journeys/tenants.yaml": "- acme\n"]),
    wrong(
      "tenants.yaml with an unknown dialect",
      [
        "journeys/tenants.yaml":
          "tenants:\n  acme: {dialect: xyz, issuer: https://acme.test, client: {id: a, redirect_uri: https://a.test}}\n"
      ]),
    wrong("scenario with a wrong key", ["journeys/a.yaml": "journey: Sign in\nstep: []\n"]),
    wrong("fragment missing", ["journeys/a.yaml": "journey: Sign in\nsteps:\n  - use: _fragments/sign-in.yaml\n"]),
    wrong("file outside the project", ["journeys/a.yaml": "journey: Sign in\nsteps:\n  - use: ../../../etc/passwd\n"]),
  ]

  private static func wrong(_ name: String, _ files: [String: String?] = [:], entry: String? = nil) -> UnhappyPath {
    UnhappyPath(name: name, verdict: .refused, place: .nowhere(issuer: "http://127.0.0.1:9"), entry: entry, files: files)
  }

  /// A mock one of whose edges goes to a state that there is not.
  private static let hole = """
    tenant: acme
    extends: journey-flow/standard
    issuer: https://acme.test
    clients: {acme-web: {redirect_uris: [https://app.acme.test/callback], scopes: [openid]}}
    accounts: {jane: {email: jane@acme.test, password: Jane-horse-11}}
    screens:
      identification:
        forms:
          identifier:
            identifier: {type: input, label: {en: Email}}
            submit: {type: submit, label: {en: Continue}}
    start: identification
    flow:
      identification:
        identifier:
          known: {go: passwort}

    """
}
