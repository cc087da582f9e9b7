import Testing

/// One rule of what a case comes to, and a scenario that shows it.
struct VerdictRule: Sendable, CustomTestStringConvertible {
  enum Verdict: String, Sendable, CaseIterable {
    case failed, broken, skipped, flaky, passed
  }

  /// A sentence.
  let rule: String
  let verdict: Verdict
  /// Everything after `journey: …`, as a person writes it.
  let scenario: String
  /// Flags besides those of every run.
  let flags: [String]

  var testDescription: String { rule }

  init(_ rule: String, _ verdict: Verdict, flags: [String] = [], _ scenario: String) {
    self.rule = rule
    self.verdict = verdict
    self.flags = flags
    self.scenario = scenario
  }

  /// The steps that get Geir to the terms, which he has not accepted yet.
  private static let toTerms = """
    account: geir
    steps:
      - {screen: who, answers: {email: "${account.email}"}}
      - {screen: pin, answers: {pin: "${account.password}"}}
    """

  private static let toEnd = """
    account: anna
    steps:
      - {screen: who, answers: {email: "${account.email}"}}
      - {screen: pin, answers: {pin: "${account.password}"}}
    """

  private static let toCode = """
    account: anna
    steps:
      - {screen: who, answers: {email: "${account.email}"}}
      - {screen: pin, press: Send me a code}
    """

  /// The rules in the order of the page, under their headings.
  static let groups: [(title: String, rules: [VerdictRule])] = [
    ("Screens", screens), ("Messages", messages), ("What cannot be judged", undecidable), ("Only `absent` matches a missing value", absent),
    ("Ends", ends), ("Mails", mails), ("Steps that are passed over", passedOver), ("Rows that must look the same", rows),
    ("What could not be run", broken), ("Expected failures, retries, clean-up", around),
  ]

  private static let screens = [
    VerdictRule(
      "Every expectation of a screen matches.", .passed,
      "steps:\n  - screen: who\n    widgets: {email: {label: Email, required: true}}\n"),
    VerdictRule("An expectation does not match.", .failed, "steps:\n  - screen: who\n    widgets: {email: {label: E-mail address}}\n"),
    VerdictRule("Another screen is shown.", .failed, toTerms + "\n  - finish:\n"),
    VerdictRule(
      "An answer is for a missing widget.", .failed,
      "steps:\n  - screen: {not: pin}\n    answers: {phone: \"+4712345678\"}\n  - screen: pin\n"),
  ]

  private static let messages = [
    VerdictRule(
      "A message of level error, warning or unknown appears, and no step expects it.", .failed,
      "steps:\n  - {screen: who, answers: {email: nobody@fjell.test}}\n  - screen: who\n"),
    VerdictRule(
      "A step expects the message that appears.", .passed,
      "steps:\n  - {screen: who, answers: {email: nobody@fjell.test}}\n  - screen: who\n    messages: {email: {contains: do not know}}\n"),
    VerdictRule(
      "A step expects a message, and there is none.", .failed,
      "steps:\n  - screen: who\n    messages: {email: {level: error}}\n"),
    VerdictRule(
      "A message came with the last response, and no step expects it.", .failed,
      "steps:\n  - {screen: who, answers: {email: nobody@fjell.test}}\n"),
  ]

  private static let undecidable = [
    VerdictRule(
      "A secret is compared with anything but `equals`, also under `not`.", .failed,
      toCode
        + "\n  - screen: code\n  - mail: ${account.email}\n    capture: {otp: code}\n  - check: {otp: {not: {matches: '^\\d{6}$'}}}\n"),
    VerdictRule(
      "The rule does not support the type of the value, also under `not`.", .failed,
      "vars: {n: 1}\nsteps:\n  - screen: who\n  - check: {n: {not: \"1\"}}\n"),
    VerdictRule(
      "A pattern takes too long and is given up, also under `not`.", .failed,
      "vars: {text: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy}\nsteps:\n  - screen: who\n"
        + "  - check: {text: {not: {matches: '^(x+x+)+[\\d][yz]$|y$'}}}\n"),
    VerdictRule(
      "One of several alternatives matches, and another one cannot be judged.", .passed,
      "vars: {n: [1]}\nsteps:\n  - screen: who\n  - check: {n: {any_of: [{starts_with: a}, [1]]}}\n"),
  ]

  private static let absent = [
    VerdictRule(
      "`not` is used with a missing claim: the name may be wrong.", .failed,
      toEnd + "\n  - finish:\n    claims: {given_nam: {not: Geir}}\n"),
    VerdictRule(
      "`not` is used with a missing header.", .failed,
      "steps:\n  - screen: who\n    response: {headers: {x-nope: {not: secret}}}\n"),
    VerdictRule(
      "`absent` is used with a missing value.", .passed,
      "steps:\n  - screen: who\n    widgets: {email: {placeholder: absent}}\n    response: {headers: {x-nope: absent}}\n"),
  ]

  private static let ends = [
    VerdictRule(
      "The journey ends in an OAuth error, and no step expects it.", .failed, toTerms + "\n  - {screen: terms, press: Decline}\n"),
    VerdictRule(
      "The journey ends in the OAuth error that a step expects.", .passed,
      toTerms + "\n  - {screen: terms, press: Decline}\n  - error: access_denied\n"),
    VerdictRule(
      "The journey leaves for a web page, and no step expects it.", .failed, "steps:\n  - {screen: who, press: Sign in with your bank}\n"),
    VerdictRule(
      "The journey completes, no step expects the end, and its tokens are valid: the end is followed anyway.", .passed, toEnd + "\n"),
    VerdictRule("`tokens: none` is used with a journey that returns tokens.", .failed, toEnd + "\n  - finish:\n    tokens: none\n"),
  ]

  private static let mails = [
    VerdictRule("No mail arrives within its time.", .failed, "steps:\n  - screen: who\n  - mail: anna@fjell.test\n    within: 1s\n"),
    VerdictRule(
      "A mail arrived that must not arrive; one that arrived before the step counts as well.", .failed,
      toCode + "\n  - screen: code\n  - mail: ${account.email}\n    absent: true\n    within: 1s\n"),
  ]

  private static let passedOver = [
    VerdictRule(
      "Every step is passed over: no `when` is true.", .skipped,
      "vars: {n: 1}\nsteps:\n  - screen: who\n    when: {n: 2}\n    widgets: {email: {label: Wrong}}\n"),
    VerdictRule(
      "Every step is passed over: no optional screen is shown.", .skipped,
      "steps:\n  - screen: terms\n    optional: true\n    press: accept\n  - screen: pin\n    optional: true\n    widgets: [pin]\n"),
    VerdictRule(
      "No step looks at the tenant: the empty branch of an `either` is taken.", .skipped,
      "steps:\n  - either:\n      - [{screen: terms, press: accept}]\n      - []\n"),
    VerdictRule(
      "No step looks at the tenant: there are only `wait` and `check`.", .skipped, "vars: {n: 1}\nsteps:\n  - wait: 1s\n  - check: {n: 1}\n"
    ),
    VerdictRule(
      "No step looks at the tenant: a `request` has neither `response` nor `capture`.", .skipped,
      "steps:\n  - request: GET /.well-known/openid-configuration\n"),
    VerdictRule(
      "A `request` has a `response` that matches.", .passed,
      "steps:\n  - request: GET /.well-known/openid-configuration\n    response: {status: 200}\n"),
    VerdictRule(
      "Some steps are passed over, and the others match.", .passed,
      "vars: {n: 1}\nsteps:\n  - screen: pin\n    optional: true\n    widgets: [pin]\n  - screen: who\n"),
  ]

  private static let rows = [
    VerdictRule(
      "With `indistinguishable`, two rows see different things.", .failed,
      "indistinguishable: true\nexamples: [{case: known, who: anna@fjell.test}, {case: unknown, who: nobody@fjell.test}]\nsteps:\n"
        + "  - {screen: who, answers: {email: \"${who}\"}}\n  - screen: {any_of: [who, pin]}\n    messages: any\n"),
    VerdictRule(
      "With `indistinguishable`, a row runs alone, so nothing is compared.", .skipped, flags: ["--name", "known"],
      "indistinguishable: true\nexamples: [{case: known, who: anna@fjell.test}, {case: other, who: geir@fjell.test}]\nsteps:\n"
        + "  - {screen: who, answers: {email: \"${who}\"}}\n  - screen: pin\n"),
  ]

  private static let broken = [
    VerdictRule("The tenant cannot be reached.", .broken, "tenant: nobody\nsteps:\n  - screen: who\n"),
    VerdictRule(
      "It takes longer than its `timeout`.", .broken,
      "tenant: nobody\ntimeout: 100ms\nbefore:\n  - request: GET http://127.0.0.1:9/seed\n    within: 1m\n    response: {status: 200}\nsteps:\n  - screen: who\n"
    ),
    VerdictRule(
      "A `before` step cannot be run.", .broken,
      "vars: {place: \"http://127.0.0.1:9\"}\nbefore:\n  - request: GET ${place}/seed\nsteps:\n  - screen: who\n"),
  ]

  private static let around = [
    VerdictRule("`known_issue` fails.", .skipped, "known_issue: FJELL-1\nsteps:\n  - screen: pin\n"),
    VerdictRule("`known_issue` passes: it may be fixed.", .failed, "known_issue: FJELL-2\nsteps:\n  - screen: who\n"),
    VerdictRule("`skip` is said.", .skipped, "skip: needs a device\nsteps:\n  - screen: who\n"),
    VerdictRule(
      "It passes after a failure.", .flaky,
      "vars: {coin: \"${digits(1)}\"}\nretries: 20\nsteps:\n  - screen: who\n  - check: {coin: \"7\"}\n"),
    VerdictRule(
      "It fails, and an attempt after that judges nothing.", .failed,
      "vars: {coin: \"${digits(1)}\"}\nretries: 20\nsteps:\n  - screen: pin\n    when: {coin: {not: \"7\"}}\n"),
    VerdictRule(
      "It passes, and its clean-up fails, which changes no verdict and is shown in every report.", .passed,
      "steps:\n  - screen: who\nafter:\n  - request: GET /nothing-here\n"),
  ]
}
