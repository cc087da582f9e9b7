import Diagnostics
import JourneyModel
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What messages about files show of secrets: nothing.
struct SourceConcealmentTests {
  private static func tenants(_ lines: String) -> String {
    """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: http://127.0.0.1:1
        client: {id: web, redirect_uri: "https://app.acme.test/callback"}
        accounts: {jane: {email: jane@acme.test, password: Jane-horse-11}}
    \(lines)
    """
  }

  @Test(arguments: ["JANE=Winter-Zeder-2027x\nOTTO=Token-Kiefer-5512aa\n", "MAIL_TOKEN=Quote-Buche-7713bb\n"])
  func `a file of secrets in the wrong place is not shown`(secrets: String) async throws {
    try await SampleProject.with(["journeys/a.yaml": secrets, "journeys/promises.yaml": secrets]) { project in
      try await TemporaryFolder.with { folder in
        try folder.write(secrets, to: "policy.yaml")
        var settings = project.settings
        settings.policyFile = folder.file("policy.yaml")
        for settings in [project.settings, settings] {
          let run = JourneyRun(settings)
          #expect(run.isRefused)
          let shown = DiagnosticRenderer().render(run.diagnostics) + "\(run.plan.refusedFiles.flatMap(\.problems))"
          for secret in ["Winter-Zeder", "Token-Kiefer", "Quote-Buche"] { #expect(!shown.contains(secret), "\(shown)") }
        }
      }
    }
  }

  private static func said(_ scenario: String, _ tenants: String) async throws -> (text: String, refused: String) {
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      let run = project.run()
      let refused = run.plan.refusedFiles.flatMap(\.problems)
      return (DiagnosticRenderer().render(run.diagnostics), "\(refused)")
    }
  }

  @Test func `a password of tenants.yaml is in no line of another file`() async throws {
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n    password: Jane-horse-11: \"\n"
    let (text, refused) = try await Self.said(scenario, Self.tenants(""))
    #expect(text.contains("journeys/a.yaml:4:") && text.contains("password: ***: \""), "\(text)")
    #expect(!text.contains("Jane-horse-11") && !refused.isEmpty && !refused.contains("Jane-horse-11"), "\(refused)")
  }

  @Test(arguments: [
    "ftp://ci:PW-4711@proxy.test:3128", "http://ci:PW-4711/x@proxy.test:3128", "http://PW-4711@", "http://ci:PW-4711#@p@proxy.test",
    "https://ci:PW-4711@proxy.test", "ci:PW-4711@proxy.test:3128", "ci:PW-4711/x@proxy.test", "PW:4711:PW-4711@@proxy.test:3128",
  ])
  func `a refused address of a proxy shows neither user nor password`(address: String) async throws {
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n"
    let (text, refused) = try await Self.said(scenario, Self.tenants("    proxy: \"\(address)\"\n"))
    #expect(text.contains("journeys/tenants.yaml:8:") && text.contains("proxy"), "\(text)")
    #expect(!text.contains("PW-4711") && !refused.contains("PW-4711"), "\(text)\(refused)")
  }

  @Test(arguments: [
    ("        accounts: {otto: {email: o@a.test, password: Otto-lion-12, x: }}", "Otto-lion"),
    ("        accounts: {otto: {email: o@a.test, password: 'Otto'lion-12'}}", "lion"),
    ("    client: {id: x, secret: \"Otto-lion-12}", "Otto-lion"), ("    password: @Otto-lion-12", "Otto-lion"),
    ("    password: Otto: lion-12", "lion"), ("    password:\n        \"Otto-lion-12", "Otto-lion"),
    ("    totp = OTTOLION77: x", "OTTOLION"),
    ("    password: Ot, to: lion", "lion"),
    ("    password Otto-lion-12", "lion"), ("    password: >-\n    Otto-lion-12", "lion"),
    ("    headers: {Authorization: Bearer Otto-lion-12: x}", "lion"), ("    headers:\n      - Cookie: sid=Otto-lion-12", "lion"),
    ("    password: [Otto-lion-12", "lion"), ("    password: {Otto-lion-12", "lion"), ("    password: [Otto-lion-12]", "lion"),
    ("    accounts: {otto: {email: o@a.test, password: [Otto-lion-12}}", "lion"), ("    password: *Otto-lion-12", "lion"),
    ("    password: $Otto-lion-12", "lion"), ("    password: #Otto-lion-12", "lion"), ("    password: |Otto-lion-12", "lion"),
    ("    password: ${secret.X}-lion-12", "lion"), ("    accounts: {o: {password: \"${secret.X | default('Otto-lion-12')}\"}}", "lion"),
    ("    accounts: {o: {password: \"${env.X:-Otto-lion-12}\"}}", "lion"), ("    headers: {X-Key: \"${env.X | 'Otto-lion-12'}\"}", "lion"),
    ("    headers: {X-Any: Otto-lion-12, x}", "lion"), ("    headers:\n      X-Any: Otto-lion-12: x", "lion"),
    ("    headers: Authorization: Bearer Otto-lion-12", "lion"), ("    client: web:Otto-lion-12", "lion"),
    ("    client: Otto-lion-12", "lion"),
    ("    client: [web, Otto-lion-12]", "lion"), ("    client: {id: x, secret Otto-lion-12, scopes: []}", "lion"),
    ("    client: {id: x, secrets: Otto-lion-12}", "lion"), ("    client: {id: x, api_key: Otto-lion-12}", "lion"),
    ("    accounts: {o: {email: o@a.test, pasword: Otto-lion-12}}", "lion"), ("    inbox: {command: \"curl -u o:Otto-lion-12 x\"}", "lion"),
    ("    inbox: {command: \"curl -H 'Authorization: Bearer Otto-lion-12'\"}", "lion"),
    ("    inbox: {command: [get, --token, Otto-lion-12], what: 1}", "lion"),
    ("    inbox:\n      command:\n        - get\n        - --password\n        - Otto-lion-12: x", "lion"),
    ("    inbox: {mailpit: x, headers: {X-Any: Otto-lion-12}, what: 1}", "lion"),
    ("    inbox: {command: [get, \"Bearer Otto-lion-12\"], what: 1}", "lion"),
    ("    accounts: [ann, Otto-lion-12]", "lion"), ("    accounts: {ann: Otto-lion-12}", "lion"), ("    accounts: Otto-lion-12", "lion"),
    ("    accounts: {ann: {email: o@a.test}, otto: Otto-lion-12}", "lion"), ("    accounts: {Otto-lion-12}", "lion"),
    ("    accounts:\n      - ann\n      - Otto-lion-12: x", "lion"), ("    accounts:\n      ann: Otto-lion-12", "lion"),
    ("    accounts:\n      ann: [o@a.test, Otto-lion-12]", "lion"), ("    accounts:\n      Otto-lion-12: ann", "lion"),
    ("    accounts:\n      ann:\n        - Otto-lion-12", "lion"), ("    accounts:\n      ann:\n        Otto-lion-12", "lion"),
    ("    accounts:\n      - name: ann\n        word: Otto-lion-12", "lion"),
    ("    accounts: !!binary Otto-lion-12", "lion"), ("    headers: [Otto-lion-12]", "lion"),
    ("    secrets: {x: Otto-lion-12}", "lion"), ("    credentials: [x, Otto-lion-12]", "lion"),
    ("    inbox: {http: {headers: [Otto-lion-12]}}", "lion"),
    ("    accounts: {o: {email: \"${secret.X, 'Otto-lion-12'}\"}}", "lion"), ("    issuer: \"${secret.X Otto-lion-12}\"", "lion"),
    ("    issuer: \"${secret.X:-Otto-lion-12}\"", "lion"),
    ("    inbox: {command: [get, --token, --password, Otto-lion-12], what: 1}", "lion"),
    ("    headers: {Authorization: [Bearer, Otto-lion-12]}", "lion"),
    ("    inbox: {command: [curl, -u, 'me:Tall lion 12'], what: 1}", "lion"),
    ("    inbox: {command: [mail, --password, Tall lion 12], what: 1}", "lion"),
    ("    inbox: {command: [curl, '--user=me:Tall lion 12'], what: 1}", "lion"),
    ("    proxy: http://u:Tall lion 12@h.test:99999", "lion"), ("    issuer: 'https://u:Tall lion 12@x.test y/'", "lion"),
    ("    headers: 'X-Api-Key: Otto-lion-12'", "lion"), ("    haeders: {X-Any: Otto-lion-12}", "lion"),
    ("    inbox: {mailpit: x, header: {X-Any: Otto-lion-12}}", "lion"),
    ("    inbox: {command: \"get --token --password Otto-lion-12\", what: 1}", "lion"),
    ("    inbox: {command: \"get -u otto:Otto-lion-12 x\", what: 1}", "lion"),
  ])
  func `an error in a file shows no value of a key that holds secrets`(lines: String, secret: String) async throws {
    let (text, refused) = try await Self.said("journey: A\nsteps:\n  - screen: sign-in\n", Self.tenants(lines))
    #expect(text.contains("journeys/tenants.yaml:") && text.contains("***"), "\(text)")
    #expect(!text.contains(secret) && !refused.contains(secret), "\(text)")
  }

  @Test(arguments: [
    ("a.csv", "case,pasword\nknown,Otto-lion-12,x\n"), ("a.csv", "\"password\",case\nknown,Otto-lion-12,x\n"),
    ("a.json", "[{\"case\":\"k\",\"pasword\":\"Otto-lion-12\"},{\"case\":\"k\",\"pasword\":\"Otto-lion-12\"}]"),
  ])
  func `an error in a file of rows shows no cell of a column that holds secrets`(name: String, rows: String) async throws {
    let kind = name.hasSuffix("csv") ? "csv" : "json"
    let scenario = "journey: A\nexamples: {\(kind): \(name)}\nsteps:\n  - screen: sign-in\n    answers: {password: \"${pasword}\"}\n"
    let said = try await SampleProject.with(
      ["journeys/a.yaml": scenario, "journeys/\(name)": rows], tenants: Self.tenants("")
    ) { project in DiagnosticRenderer().render(project.run().diagnostics) }
    #expect(said.contains("journeys/\(name):") && said.contains("***") && !said.contains("lion"), "\(said)")
  }

  @Test(arguments: [
    "    answers: [password, Otto-lion-12]", "    answers: password Otto-lion-12", "    answers:\n      - password\n      - Otto-lion-12",
    "    answers: {pin: \"${secret.X 'Otto-lion-12'}\"}", "    answers: {pin: \"${secret.X, 'Otto-lion-12', 1}\"}",
    "    answers: {pin: \"${secret.X | Otto-lion-12}\"}", "    answers: {pin: \"${totp('OTTOLION77', 'x')}\"}",
    "    answers: {pin: \"${totp(OTTOLION77OTTOLION77)}\"}", "    answers: {pin: \"${totp('Otto-lion-12')}\"}",
    "    answers: {password: \"${Otto2lion}\"}", "    form: client_secret=Otto-lion-12", "  - request: POST /x\n    form: a=Otto-lion-12",
    "  - request: POST /x\n    form: Otto-lion-12", "  - request: POST /x\n    form: [Otto-lion-12]",
    "  - start_again: {parameters: \"access_token=Otto-lion-12\"}", "  - request: POST /x\n    json: {}\n    text: password=Otto-lion-12",
    "    answers: {pin: \"${totp(account.totp, OTTOLION77)}\"}", "    answers: {pin: \"x ${ totp( secret.X , 'lion' ) } y\"}",
  ])
  func `an error in a scenario shows nothing that stands in the place of a secret`(lines: String) async throws {
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n\(lines)\n"
    let (text, refused) = try await Self.said(scenario, Self.tenants(""))
    #expect(text.contains("journeys/a.yaml:") && text.contains("***"), "\(text)")
    #expect(!text.lowercased().contains("lion") && !refused.lowercased().contains("lion"), "\(text)")
  }

  @Test(arguments: [
    "name,password\nOtto-lion-12,ann,x\n", "case,password\nOtto-lion-12,ann\nOtto-lion-12,ann\n",
    "password,case\nann,Otto-lion-12\nann,Otto-lion-12\n",
  ])
  func `an error in a CSV file of passwords shows no cell, in whatever column`(rows: String) async throws {
    let scenario = "journey: A\nexamples: {csv: a.csv}\nsteps:\n  - screen: sign-in\n    answers: {password: \"${password}\"}\n"
    let said = try await SampleProject.with(["journeys/a.yaml": scenario, "journeys/a.csv": rows], tenants: Self.tenants("")) { project in
      DiagnosticRenderer().render(project.run().diagnostics)
    }
    #expect(said.contains("journeys/a.csv:") && said.contains("***") && !said.contains("lion"), "\(said)")
  }

  @Test(arguments: [
    ("  - {case: b, passwort: \"Otto-lion-12\", password: [Otto-lion-12}", "  - {case: b, passwort: ***, password: ***}"),
    ("password: \"${env.FOO | join 'Otto-lion-12'}\"", "password: ***"), ("password: ${account.password}!", "password: ***"),
    ("headers: {Authorization: Bearer Otto-lion-12}", "headers: {Authorization: ***}"),
    ("- request: GETT http://a.test/x?access_token=Otto-lion-12", "- request: GETT http://a.test/x?access_token=***"),
    ("- open: /x?a=b&token=Otto-lion-12 y", "- open: /x?a=b&token=*** y"),
    ("- open: https://jane:Otto-lion-12@a.test", "- open: https://jane:***@a.test"),
    ("- open: /x?access_token=${secret.TOKEN}", "- open: /x?access_token=${secret.TOKEN}"),
  ])
  func `a scenario shows no literal of a key that holds secrets`(line: String, shown: String) {
    #expect(SecretLine(line, number: 1, of: SourceFile(name: "a.yaml", text: line), allowsSentences: true).text == shown)
  }

  @Test func `a long line of openings is read to its end, and hides what its last one holds`() {
    let line = "label: \"" + String(repeating: "${", count: 20_000) + "${secret.PIN, 'Otto-lion-12'}\""
    let text = SecretLine(line, number: 1, of: SourceFile(name: "a.yaml", text: line), allowsSentences: true).text
    #expect(!text.contains("Otto-lion-12"))
    #expect(text.contains("secret.PIN"))
  }

  @Test(arguments: [
    "password: required", "messages: {password: The password is incorrect.}", "password: ${account.pasword}",
    "when: answer.password == account.password", "password: {label: Password}", "  - password", "the password is wrong",
    "password: [required, optional]", "{email: x, password: {label: Password, type: input}}", "secret: >-", "token: ${a.b}",
    "label: Bearer of news", "- screen: sign-in", "headers: {location: /next}", "client: web", "pasword: required",
    "pin: \"${totp(account.totp)}\"", "pin: \"${totp(secret.KEY)}-${secret.B}\"", "pin: \"${totp(key)}\"", "answers: {a: b}", "answers:",
    "run: sort -u file", "title: answers go here",
  ])
  func `a word of the language, a text for people and a template stay`(line: String) {
    let shown = SecretLine(line, number: 1, of: SourceFile(name: "a.yaml", text: line), allowsSentences: true)
    #expect(shown.text == line && shown.values.isEmpty)
  }

  @Test(arguments: [
    "secrets:\n  DB_PASSWORD: {value: Otto-lion-12}", "secrets:\n  DB_PASSWORD:\n    value: Otto-lion-12", "env: {PW: Otto-lion-12}",
    "env:\n  PW: Otto-lion-12", "Otto-lion-12", "Otto-lion-12\nlion",
  ])
  func `a policy with a secret in it shows none`(text: String) {
    let file = SourceFile(name: "policy.yaml", text: text)
    let lines = (1...file.lineCount).map { SecretLine(file.line($0) ?? "", number: $0, of: file, allowsSentences: false) }
    #expect(!lines.map(\.text).joined().contains("lion") && lines.contains { $0.values.contains("Otto-lion-12") }, "\(lines)")
  }

  @Test(arguments: ["env: [PW, TOKEN]", "form: login", "title: 'Mail: read it'", "env:", "  - screen: sign-in"])
  func `names of variables and forms stay`(line: String) {
    let shown = SecretLine(line, number: 2, of: SourceFile(name: "a.yaml", text: "x:\n\(line)"), allowsSentences: line.hasPrefix(" "))
    #expect(shown.text == line && shown.values.isEmpty, "\(shown.text)")
  }

  @Test(arguments: [
    ("password: |", "lion-12: ["), ("client_secret: >-", "lion-12: ["), ("    password:", "lion-12 ["), ("password: \"Otto", "lion-12: ["),
  ])
  func `a line that goes on with such a value is hidden as a whole`(above: String, line: String) {
    let file = SourceFile(name: "a.yaml", text: "\(above)\n        \(line)\nnext: x\n")
    let shown = (2...3).map { SecretLine(file.line($0) ?? "", number: $0, of: file, allowsSentences: false).text }
    #expect(shown == ["        ***", "next: x"])
  }

  @Test func `what an account has in lists of its own stays`() {
    let lines = ["accounts:", "  ann:", "    email: a@b.test", "    factors:", "      - email", "      - phone"]
    let file = SourceFile(name: "tenants.yaml", text: lines.joined(separator: "\n"))
    for (index, line) in lines.enumerated() {
      #expect(SecretLine(line, number: index + 1, of: file, allowsSentences: false).text == line)
    }
  }

  @Test func `a secret is hidden in every spelling`() {
    let concealment = SourceConcealment(hiding: [Secret("Zq7!kPm2-Xw9vLt4Rb8", name: "x", source: .account)])
    let messages = [
      "'WnE3IWtQbTItWHc5dkx0NFJiOA=='", "Zq7%21kPm2%2DXw9vLt4Rb8", "5a:71:37:21:6b:50:6d:32:2d:58:77:39:76:4c:74:34:52:62:38",
    ]
    let shown = concealment.concealed(messages.map { Diagnostic(.badValue, "found \($0)", at: nil) })
    #expect(shown.allSatisfy { $0.message.contains("***") && !$0.message.contains("4Rb8") && !$0.message.contains("WnE3") }, "\(shown)")
  }

  @Test(arguments: [
    "accounts: {ann: {email: a@b.test, locale: hu, nope: 1}, otto: {email: o@b.test}}", "accounts: {ann: *jane}", "accounts: &all",
    "accounts:",
    "accounts: {<<: *all, ann: {}}", "  factors: [email]", "headers: *all", "inbox: {command: [sort, -u, file]}", "  ann:",
    "issuer: \"${env.ISSUER}\"",
  ])
  func `names of accounts, their addresses and what is written elsewhere stay`(line: String) {
    let shown = SecretLine(line, number: 1, of: SourceFile(name: "tenants.yaml", text: line), allowsSentences: false)
    #expect(shown.text == line && shown.values.isEmpty, "\(shown.text)")
  }

  @Test func `each of several addresses of a line loses its password`() {
    let text = "https://ann:Tall-lion-12@a.test/x is not https://bob:Tall lion 13@b.test/y, see jane@acme.test"
    let shown = SourceConcealment(hiding: []).concealed([Diagnostic(.badValue, text, at: nil)]).map(\.message)
    #expect(shown == ["https://***@a.test/x is not https://***@b.test/y, see jane@acme.test"])
  }

  @Test func `an address without a password is shown as it is, and places stay`() async throws {
    let file = SourceFile(name: "a.yaml", text: "url: https://acme.test/?mail=jane@acme.test, key: s3cret-1")
    let place = SourceRange(file: file, start: SourcePosition(line: 1, column: 47), end: SourcePosition(line: 1, column: 50))
    let shown = SourceConcealment(hiding: []).concealed([Diagnostic(.badValue, "wrong", at: place)])
    #expect(shown.map(\.range) == [place])
  }
}
