/// The files of a project to start from: a mocked tenant and two scenarios, whose first run is green.
public enum ProjectTemplate {
  /// A file and what it holds.
  public struct File: Sendable {
    /// Relative to the project's folder.
    public let path: String
    public let text: String
  }

  /// In the order in which a reader should look at them.
  public static let files: [File] = [
    File(path: "journeys/sign-in.yaml", text: scenario), File(path: "journeys/tenants.yaml", text: tenants),
    File(path: "journeys/_mock/example.yaml", text: mock),
  ]

  private static let scenario = """
    # What a person sees when signing in, and what they answer. Run it with: journey run
    journey: Sign in with a password
    account: ada
    tags: [smoke]

    steps:
      - screen: identification
        widgets:
          identifier: {label: Email address, required: true}
        answers:
          identifier: ${account.email}

      - screen: password
        answers:
          password: ${account.password}

      - finish:
        claims: {email: "${account.email}"}

    ---
    journey: A wrong password is refused
    account: ada

    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: not-hers}
      - screen: password
        messages: {password: {contains: incorrect}}

    """

  private static let tenants = """
    # The tenants of the scenarios. This one is a mock, served inside the run; a live one has 'issuer' instead of 'mock'.
    default: example

    tenants:
      example:
        dialect: journey-flow
        mock: _mock/example.yaml
        client: {id: example-web, redirect_uri: "https://app.example.test/callback", scopes: [openid, email]}

      # example-staging:
      #   like: example
      #   issuer: ${env.EXAMPLE_ISSUER}
      #   accounts:
      #     ada: {email: ada+ci@example.test, password: "${secret.ADA_PASSWORD}"}

    """

  private static let mock = """
    # A tenant that exists only in this file: its people, their screens, and the flow.
    tenant: example
    extends: journey-flow/standard
    issuer: https://example.test
    languages: [en]

    clients:
      example-web:
        redirect_uris: [https://app.example.test/callback]
        scopes: [openid, email]

    accounts:
      ada: {email: ada@example.test, password: Ada-heron-99}

    messages:
      unknown: {on: identifier, en: We do not know this address.}
      wrong: {on: password, en: The password is incorrect.}

    screens:
      identification:
        forms:
          identifier:
            identifier: {type: input, label: {en: Email address}, required: true}
            submit: {type: submit, label: {en: Continue}}
      password:
        forms:
          password:
            password: {type: password, label: {en: Password}}
            submit: {type: submit, label: {en: Continue}}

    start: identification
    flow:
      identification:
        identifier:
          find: {account.email: answer.identifier}
          unknown: {when: not account, say: unknown}
          known: {go: password}
      password:
        password:
          right: {when: answer.password == account.password, go: finish}
          wrong: {say: wrong}

    """
}
