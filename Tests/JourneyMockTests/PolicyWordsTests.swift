import Diagnostics
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyTestSupport
import LocatedYAML
import Testing

@testable import JourneyMock

/// What administrators call a policy, and what it changes of shipped tenants.
struct PolicyWordsTests {
  private static func load(_ policy: String, of base: String) throws -> (tenant: TenantDefinition?, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    let text = "tenant: draft\nextends: \(base).yaml\nissuer: https://draft.test\npolicy: \(policy)\n"
    var files: [String: String] = [:]
    for name in [base, "\(base).screens"] where base != "cascade" || name == base {
      files["\(name).yaml"] = try Fixtures.text(of: "fixtures/tenants/\(name).yaml")
    }
    let tenant = MockTenant.load(
      SourceFile(name: "draft.yaml", text: text), speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &problems
    ) { path, _ throws(UnreadableInclude) in
      guard let file = files[path] else { throw UnreadableInclude("no such file") }
      return SourceFile(name: path, text: file)
    }
    return (tenant?.definition, problems)
  }

  /// How each widget below a path reads, by its place.
  private static func attributes(_ name: String, of tenant: TenantDefinition?) -> [String: String] {
    var found: [String: String] = [:]
    for screen in tenant?.screens ?? [] {
      for form in screen.forms {
        for widget in form.widgets {
          guard let value = widget.attributes.first(where: { $0.name == name })?.value else { continue }
          found["\(screen.id.value)/\(form.id.value)/\(widget.id.value)"] = value.inLine
        }
      }
    }
    return found
  }

  @Test func `a longer password is one in the rule, the condition and the message of an org`() throws {
    let (tenant, problems) = try Self.load("{password: {length: 14}}", of: "cascade")
    #expect(problems == [])
    let conditions = (tenant?.states ?? []).flatMap(\.forms).flatMap(\.edges).compactMap(\.condition?.text).filter {
      $0.contains("matches '.{")
    }
    #expect(conditions.count >= 3 && conditions.allSatisfy { $0.contains("'.{14,}'") }, "\(conditions)")
    let screens = (tenant?.screens ?? []).filter { $0.own.contains { $0.name == "settings" && $0.value.inLine.contains("complexity") } }
    let rules = screens.map { screen in screen.own.first { $0.name == "settings" }?.value.inLine ?? "" }
    #expect(rules.count == 3 && rules.allSatisfy { $0.contains("minLength: 14") }, "\(rules)")
    let message = tenant?.messages.first { $0.name.value == "weak" }?.text.texts.first?.text.text
    #expect(message == "Password requirements were not met. Password requirements: at least 14 characters.")
    #expect(tenant?.policy.contains { $0.name.value.hasPrefix("password") } == false)
  }

  @Test func `more kinds of characters are demanded by the rule, the condition and the message of an org, with a length or without`() throws
  {
    for (words, length) in [("kinds: 3", 8), ("kinds: 3, length: 14", 14), ("length: 14, kinds: 3", 14)] {
      let (tenant, problems) = try Self.load("{password: {\(words)}}", of: "cascade")
      #expect(problems == [], "\(words)")
      let conditions = (tenant?.states ?? []).flatMap(\.forms).flatMap(\.edges).compactMap(\.condition?.text).filter {
        $0.contains("credentials.passcode matches '") && $0.contains(".{")
      }
      let pattern = "'(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).{\(length),}'"
      #expect(conditions.count >= 3 && conditions.allSatisfy { $0.contains(pattern) }, "\(conditions)")
      let screens = (tenant?.screens ?? []).compactMap { $0.own.first { $0.name == "settings" }?.value.inLine }.filter {
        $0.contains("complexity")
      }
      let rule = "minLength: \(length), minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 0"
      #expect(screens.count == 3 && screens.allSatisfy { $0.contains(rule) }, "\(screens)")
      let said = "Password requirements: at least \(length) characters, a lowercase letter, an uppercase letter, a number."
      let message = tenant?.messages.first { $0.name.value == "weak" }
      #expect(message?.text.texts.first?.text.text == "Password requirements were not met. \(said)")
      #expect(tenant?.written.part(.messages)?.mapping?["weak"]?.mapping?["params"]?.inLine == "[\"\(said)\"]")
    }
  }

  @Test func `kinds of characters are what a field of the Journey Flow API must contain`() throws {
    let (tenant, problems) = try Self.load("{password: {kinds: 4}}", of: "harbor")
    #expect(problems == [])
    let kinds = Self.attributes("mustContain", of: tenant).filter { $0.key.hasSuffix("/password") }
    #expect(kinds.count == 2 && kinds.values.allSatisfy { $0 == "[LOWERCASE, UPPERCASE, NUMERIC, SPECIAL]" }, "\(kinds)")
    #expect(Self.attributes("minLength", of: tenant)["registration/registration/password"] != "14", "the length stays")
  }

  @Test func `of a tenant of the Journey Flow API the rule of each field for a new password is another one`() throws {
    let (tenant, problems) = try Self.load("{password: {length: 14}, session: 15m, code: {tries: 2}}", of: "harbor")
    #expect(problems == [])
    let lengths = Self.attributes("minLength", of: tenant).filter { $0.key.hasSuffix("/password") }
    #expect(lengths == ["registration/registration/password": "14", "newPassword/newPassword/password": "14"])
    #expect(tenant?.settings[.tokens]?.inLine.contains("session: 15m") == true)
    #expect(tenant?.policy.contains { $0.name.value == "code.tries" } == true)
  }

  @Test func `a factor that is off is offered on no screen`() throws {
    let (before, _) = try Self.load("{password: {length: 8}}", of: "cascade")
    let (tenant, problems) = try Self.load("{factors: {text_message: off, security_question: false}}", of: "cascade")
    #expect(problems == [])
    let (old, new) = (Self.attributes("options", of: before), Self.attributes("options", of: tenant))
    #expect(old.values.contains { $0.contains("value: security_question") })
    #expect(!new.values.contains { $0.contains("value: security_question") }, "\(new)")
    let methods = Self.attributes("methods", of: tenant)
    #expect(methods.values.allSatisfy { !$0.contains("sms") }, "\(methods)")
    #expect(new["select-authenticator-authenticate/select-authenticator-authenticate/authenticator"]?.contains("methods: [voice]") == true)
    let phones = new.filter {
      $0.key.hasSuffix("/authenticator") && !$0.key.contains("enrollment-channel") && $0.value.contains("phone_number")
    }
    #expect(phones.values.allSatisfy { $0.contains("methods: [voice]") }, "\(phones)")
  }

  @Test(arguments: [
    ("{password: {lenght: 14}}", "did you mean 'password.length'?"), ("{pasword: {length: 14}}", "did you mean 'password.length'?"),
    ("{sesion: 15m}", "did you mean 'session'?"),
  ])
  func `a misspelt word is suggested`(policy: String, suggestion: String) throws {
    let (_, problems) = try Self.load(policy, of: "harbor")
    #expect(problems.contains { $0.suggestion == suggestion }, "\(problems)")
  }

  @Test func `on and off are flags, and what is wrong with a policy is said at its own line`() throws {
    let (tenant, problems) = try Self.load("{registration: off, mfa: on}", of: "cascade")
    #expect(problems == [])
    for (name, value) in [("registration", false), ("mfa", true)] {
      guard case .flag(value)? = tenant?.policy.first(where: { $0.name.value == name })?.value else {
        Issue.record("\(name) is not \(value)")
        continue
      }
    }
    let (_, limits) = try Self.load("{lockout: {after: 0}}", of: "cascade")
    #expect(limits.map(\.range?.file.name) == ["draft.yaml"] && limits.first?.message.contains("a number from 1 on") == true, "\(limits)")
    #expect(limits.first?.range?.start.line == 4, "\(limits)")
    let (_, personal) = try Self.load("{jane: {mfa: off}}", of: "cascade")
    #expect(personal.first?.suggestion?.hasPrefix("a policy is for everybody: for jane alone, ") == true, "\(personal)")
  }

  @Test func `a text in a language that the tenant does not have is an error below changes, too`() throws {
    let (_, problems) = try Self.load("{}\nchanges: {messages.wrong_password.eng: This is new}", of: "cascade")
    let problem = try #require(problems.first, "the language is not reported")
    #expect(problem.severity == .error && problem.message.contains("eng") && problem.suggestion == "did you mean 'en'?", "\(problems)")
  }

  /// A choice that is several factors is gone once all of them are off, in whatever order that is written.
  @Test(arguments: [
    "call: off, text_message: off", "text_message: off, call: off", "text_message: off, phone: off", "phone: off, call: off",
  ])
  func `several factors are off together`(factors: String) throws {
    let (tenant, problems) = try Self.load("{factors: {\(factors)}}", of: "cascade")
    #expect(problems == [])
    let options = Self.attributes("options", of: tenant).filter { !$0.key.contains("enrollment-channel") }
    #expect(options.values.allSatisfy { !$0.contains("phone_number") }, "\(options)")
  }

  /// Its choices of a second factor have ids of the tenant's own.
  @Test func `a choice that only people with the factor get is the factor`() throws {
    let (before, _) = try Self.load("{password: {length: 8}}", of: "acme")
    let (tenant, problems) = try Self.load("{factors: {text_message: off}}", of: "acme")
    #expect(problems == [])
    let choices = [before, tenant].map { Self.attributes("options", of: $0)["mfaMethod/mfaMethod/id"] ?? "" }
    #expect(choices[0].contains("account.factors has sms") && choices[1].contains("account.factors has totp"))
    #expect(!choices[1].contains("account.factors has sms"), "\(choices[1])")
  }

  @Test(arguments: [
    ("{session: often}", "'policy.session' takes a time, e.g. 15m"),
    ("{password: {length: long}}", "'policy.password.length' takes a number of characters"),
    ("{password: {kinds: 5}}", "'policy.password.kinds' takes a number from 1 to 4"),
    ("{factors: {fax: off}}", "unknown factor 'fax'"), ("{factors: {call: on}}", "'policy.factors.call' takes 'off'"),
    ("{factors: {text_message: off}}", "'harbor' has nothing that 'policy.factors.text_message' changes"),
  ])
  func `a word that means nothing here is an error at its place`(policy: String, message: String) throws {
    let (_, problems) = try Self.load(policy, of: "harbor")
    let problem = try #require(problems.first { $0.message.hasPrefix(message) }, "\(problems)")
    #expect(problem.range?.file.name == "draft.yaml" && problem.range?.start.line == 4)
  }

  @Test func `a policy that the tenant's own file asks for is that policy`() throws {
    let own = "{session: 7m}\ntimers: {code: {of: session, lasts: policy.session}}"
    let (tenant, problems) = try Self.load(own, of: "harbor")
    #expect(problems.filter { $0.severity == .error } == [], "\(problems)")
    #expect(tenant?.policy.contains { $0.name.value == "session" } == true)
    #expect(tenant?.settings[.tokens]?.inLine.contains("session: 30m") == true)
  }

  @Test func `a policy that the tenant declares itself is that policy`() throws {
    let (tenant, problems) = try Self.load("{lockout: {after: 2}}", of: "cascade")
    #expect(problems == [])
    #expect(tenant?.policy.contains { $0.name.value == "lockout.after" } == true)
  }
}
