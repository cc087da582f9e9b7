import Diagnostics
import JourneyLanguage
import JourneyMock
import Testing

/// What the graph of a small tenant says of promises.
struct PromiseSearchTests {
  private static func verdict(_ promise: String, _ changes: [String: String] = [:]) throws -> (PromiseVerdict?, [Diagnostic]) {
    let tenant = try #require(TenantSource.load(TenantSource.text(replacing: changes)).tenant)
    let text = "promises:\n  it:\n    says: it holds\n" + promise.split(separator: "\n").map { "    \($0)\n" }.joined()
    let read = PromisesFile.read(Array(text.utf8), named: "promises.yaml")
    #expect(read.diagnostics == [])
    var diagnostics: [Diagnostic] = []
    let verdict = tenant.judge(try #require(read.file.promises.first), diagnostics: &diagnostics)
    return (verdict, diagnostics)
  }

  private static func flow(_ right: String) -> [String: String] {
    [
      "flow":
        "flow:\n  login:\n    login:\n      find: {account.email: answer.identifier}\n      right: {when: \(right), go: finish}\n"
        + "      wrong: {count: pass, say: wrong}\n"
    ]
  }

  private static let password = "account and answer.password == account.password"

  @Test func `wrong passwords count for the person, however often a journey is begun`() throws {
    let promise = "never: right password\nafter: 2 wrong passwords"
    let (verdict, _) = try Self.verdict(promise)
    guard case .broken(let way) = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(way.line == "login → login → login → signed in")
    let limited = Self.flow("\(Self.password) and not policy.strict and not counter.pass == full")
    #expect(try Self.verdict(promise, limited).0?.isKept == true)
  }

  @Test func `what has to come before comes before on every way, or one that lacks it is found`() throws {
    let promise = "only: tokens\nafter: right password"
    #expect(try Self.verdict(promise).0?.isKept == true)
    let open = Self.flow("account and (policy.strict or answer.password == account.password)")
    #expect(try Self.verdict(promise, open).0?.isKept == true, "nobody is strict")
    let high = ["accounts": "accounts: {ann: {email: ann@x.test, password: secret, level: high}}\n"]
    guard case .broken(let way)? = try Self.verdict(promise, open.merging(high) { $1 }).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.end == .tokens)
  }

  @Test func `who it is about and what excuses it are conditions of the tenant`() throws {
    #expect(try Self.verdict("never: tokens\nwho: account.level == high").0?.isKept == true)
    #expect(try Self.verdict("never: tokens\nunless: account.level == low").0?.isKept == true)
    #expect(try Self.verdict("never: tokens\nwho: [ann]").0?.isKept == false)
    let (verdict, diagnostics) = try Self.verdict("never: tokens\nwho: account.levle == high")
    #expect(verdict == nil)
    #expect(diagnostics.map(\.id) == [.badCondition])
    #expect(diagnostics.first?.range?.start == SourcePosition(line: 5, column: 10))
  }

  @Test func `a code that was not sent is not right`() throws {
    let mails = ["mails": "mails: {code: {to: account.email, subject: Code, text: \"${code}\"}}\n"]
    let never = Self.flow("account and answer.password == sent.code")
    #expect(try Self.verdict("never: tokens", never.merging(mails) { $1 }).0?.isKept == true)
  }

  @Test func `a screen from which nothing leads on is found`() throws {
    #expect(try Self.verdict("always: a way on").0?.isKept == true)
    let stuck = Self.flow("policy.strict and not policy.strict")
    guard case .broken(let way)? = try Self.verdict("always: a way on", stuck).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.end == .screen("login"))
    #expect(way.stay?.forms == ["login"])
    #expect(way.stay?.sent.map(\.edges) == [["login.login.wrong"]])
    #expect(way.stay?.line == "'login', sent there once, leads nowhere else")
    #expect(try Self.verdict("always: a way on\nexcept: login", stuck).0?.isKept == true)
  }

  @Test func `an unknown person who is told something else is told apart`() throws {
    #expect(try Self.verdict("always: alike\non: login").0?.isKept == true)
    let telling = [
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            unknown: {when: not account, say: gone}
            right: {when: answer.password == account.password and not policy.strict, go: finish}
            wrong: {count: pass, say: wrong}

      """, "messages": "messages: {wrong: {on: password, en: Wrong.}, gone: {en: Nobody.}}\n",
    ]
    guard case .told(_, let difference)? = try Self.verdict("always: alike\non: login", telling).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(difference == "an unknown one sees 'gone', a known one 'wrong'")
  }

  @Test func `what is not kept of a journey is kept once a way depends on it`() throws {
    // Only somebody strict, whom there is not, would get in without a password: that has to be looked up.
    let open = Self.flow("account and (policy.strict or answer.password == account.password)")
    guard case .kept(let extent)? = try Self.verdict("only: tokens\nafter: right password", open).0 else {
      Issue.record("it is not kept")
      return
    }
    #expect(extent.situations > 1)
    #expect(extent.acts > extent.situations / 2)
  }

  @Test func `a journey that is about nobody ends in an error, and not with tokens`() throws {
    let open = [
      "flow":
        "flow:\n  login:\n    login:\n      find: {account.email: answer.identifier}\n      nobody: {when: not account, go: finish}\n"
        + "      right: {when: \(Self.password) and not policy.strict, go: finish}\n      wrong: {count: pass, say: wrong}\n"
    ]
    #expect(try Self.verdict("only: tokens\nafter: right password", open).0?.isKept == true)
    guard case .broken(let way)? = try Self.verdict("never: an error", open).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.end == .error("access_denied"))
  }

  /// A person enters codes, and a form sends one and lets them try anew.
  private static func codes(_ right: String) -> [String: String] {
    [
      "accounts": "accounts: {ann: {email: ann@x.test, password: secret, totp: JBSWY3DPEHPK3PXP}}\n",
      "counters": "counters: {pass: {of: session, limit: policy.tries}}\n",
      "mails": "mails: {code: {to: account.email, subject: Code, text: \"${code}\"}}\n",
      "screens": """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              password: {type: password, label: Code}
              submit: {type: submit, label: Go}
            again:
              submit: {type: submit, label: Again}

      """,
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            right: {when: account and not counter.pass == full and answer.password == \(right) and not policy.strict, go: finish}
            wrong: {count: pass, say: wrong}
          again:
            sent: {when: account, clear: pass, send: code}
            nobody: {say: wrong}

      """,
    ]
  }

  @Test func `a code that is sent lets nobody guess more codes of an app`() throws {
    let promise = "never: right code\nafter: 2 wrong codes"
    #expect(try Self.verdict(promise, Self.codes("sent.code")).0?.isKept == true)
    guard case .broken(let way)? = try Self.verdict(promise, Self.codes("totp(account.totp)")).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.line == "login → login → login → login → signed in")
  }

  /// A second factor, which a browser is spared in which it was right once; and what else is spared it, by a condition.
  private static func trusting(_ flaw: String) -> [String: String] {
    [
      "facts": "facts: {account.level: [low, high], account.seen: [no, yes], device.trusted: [no, yes]}\n",
      "mails": "mails: {code: {to: account.email, subject: Code, text: \"${code}\"}}\n",
      "screens": """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              password: {type: password, label: Password}
              submit: {type: submit, label: Go}
        check:
          forms:
            check:
              password: {type: password, label: Code}
              submit: {type: submit, label: Go}

      """,
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            flaw: {when: \(password) and \(flaw), go: finish}
            right: {when: \(password) and not policy.strict and not counter.pass == full, send: code, go: check}
            wrong: {count: pass, say: wrong}
        check:
          check:
            right: {when: answer.password == sent.code, set: {account.seen: yes, device.trusted: yes}, go: finish}
            wrong: {say: wrong}

      """,
    ]
  }

  @Test func `a person who comes back in a new browser is met, too`() throws {
    let promise = "only: tokens\nafter: right code"
    let never = Self.trusting("device.trusted == yes and account.seen == no")
    #expect(try Self.verdict(promise, never).0?.isKept == true)
    guard case .broken(let way)? = try Self.verdict(promise, Self.trusting("account.seen == yes and device.trusted == no")).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.line == "login → check → login → signed in")
  }

  private static func choice(_ condition: String) -> [String: String] {
    [
      "screens": """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              password: {type: password, label: Password}
              way:
                type: select
                label: Way
                options: [{value: slow, label: Slow}, {label: More, when: \(condition), options: [{value: fast, label: Fast}]}]
              submit: {type: submit, label: Go}

      """,
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            fast: {when: account and answer.way == fast, go: finish}
            right: {when: account and answer.password == account.password and not policy.strict, go: finish}
            wrong: {count: pass, say: wrong}

      """,
    ]
  }

  @Test func `a value that a choice does not offer is not chosen`() throws {
    let promise = "only: tokens\nafter: right password"
    #expect(try Self.verdict(promise, Self.choice("counter.pass == full and not counter.pass == full")).0?.isKept == true)
    guard case .broken(let way)? = try Self.verdict(promise, Self.choice("counter.pass == full")).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.line == "login → login → login → signed in", "it is offered once two passwords were wrong")
  }

  private static func result(_ condition: String) -> [String: String] {
    [
      "screens": """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              submit: {type: submit, label: Go}
        result:
          forms:
            result:
              sent: {type: static, value: A mail is on its way.}
              whom: {type: static, when: "\(condition)", value: "We sent it to ${account.email}."}
              submit: {type: submit, label: Go}

      """,
      "facts": "facts: {account.level: [low, high], session.result: [none, sent]}\n",
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            sent: {set: {session.result: sent}, go: result}
        result:
          result:
            done: {when: account and policy.strict, count: pass, go: finish}
            again: {say: wrong, go: start}

      """,
    ]
  }

  @Test func `what a screen shows after a form is compared as far as it is shown`() throws {
    let promise = "always: alike\non: login"
    #expect(try Self.verdict(promise, Self.result("session.result == none")).0?.isKept == true)
    guard case .told(_, let difference)? = try Self.verdict(promise, Self.result("account and session.result == sent")).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(difference == "only a known one is shown 'whom' on 'result'")
    let shown = try Self.verdict(promise, Self.result("session.result == sent")).0
    #expect(shown == .unknown("'whom' on the screen 'result' shows something of the account"))
  }

  /// A PIN after the address, where a wrong one is answered as this rule of the flow says.
  private static func pin(_ known: String) -> [String: String] {
    [
      "screens": """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              submit: {type: submit, label: Go}
        pin:
          forms:
            pin:
              password: {type: password, label: PIN}
              submit: {type: submit, label: Go}
        locked:
          forms:
            locked:
              submit: {type: submit, label: Go}

      """,
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            any: {go: pin}
        pin:
          pin:
            right: {when: account and answer.password == account.password and not policy.strict, go: finish}
            known: {when: account, \(known)}
            wrong: {say: wrong}
        locked:
          locked:
            back: {go: start}

      """,
    ]
  }

  @Test(
    arguments: [
      ("say: wrong", nil, nil), ("say: wrong, count: pass", nil, nil),
      ("go: locked", "an unknown one leads to pin, a known one to locked", "login → pin → locked"),
      ("say: wrong, count: three", "an unknown one leads to pin, a known one to locked", "login → pin → pin → pin → locked"),
      ("say: other", "an unknown one sees 'wrong', a known one 'other'", "login → pin → pin"),
    ] as [(String, String?, String?)])
  func `two people are compared until one proves who they are`(_ known: String, difference: String?, line: String?) throws {
    var changes = Self.pin(known)
    changes["counters"] = "counters: {pass: {of: account, limit: policy.tries}, three: {of: session, limit: 3, full: {go: locked}}}\n"
    changes["messages"] = "messages: {wrong: {on: password, en: Wrong.}, other: {on: password, en: Other.}}\n"
    let verdict = try Self.verdict("always: alike\non: login", changes).0
    guard let difference else {
      #expect(verdict?.isKept == true, "\(String(describing: verdict))")
      return
    }
    guard case .told(let way, let found)? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(found == difference)
    #expect(way.line == line)
  }

  @Test func `a screen that one can leave only while something is so is looked at closely`() throws {
    let flow = Self.flow("\(Self.password) and not counter.pass == full")
    guard case .broken(let way)? = try Self.verdict("always: a way on", flow).0 else {
      Issue.record("nothing was found")
      return
    }
    #expect(way.acts.count > 1, "\(way.line)")
    #expect(way.end == .screen("login"))
  }
}
