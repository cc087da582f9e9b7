import Diagnostics
import JourneyLanguage
import JourneyMock
import Testing

/// For how long what happened counts: for a journey, or for the person whom it names.
struct PromiseScopeTests {
  /// Two people, who get in by a code that is mailed; 'Back' leads to the first screen in the same journey.
  private static let mailed: [String: String] = [
    "accounts": "accounts: {ann: {email: ann@x.test, password: Ann-owl-1}, bob: {email: bob@x.test, password: Bob-owl-2}}\n",
    "facts": "facts: {account.level: [low, high], session.ok: [no, yes]}\n",
    "mails": "mails: {code: {to: account.email, subject: Code, text: \"${code}\"}}\n",
    "messages": "messages: {wrong: {en: Wrong.}}\n",
    "counters": "counters: {}\n",
    "start": "start: who\n",
    "screens": """
    screens:
      who:
        forms:
          who:
            email: {type: input, label: E-mail, required: true}
            submit: {type: submit, label: Go}
      code:
        forms:
          code:
            passcode: {type: passcode, label: Code}
            submit: {type: submit, label: Go}
          back:
            submit: {type: submit, label: Back}

    """,
    "flow": """
    flow:
      who:
        who:
          find: {account.email: answer.email}
          nobody: {when: not account, say: wrong}
          done: {when: session.ok == yes, go: finish}
          known: {send: code, go: code}
      code:
        code:
          right: {when: answer.passcode == sent.code, set: {session.ok: yes}, go: who}
          wrong: {say: wrong}
        back:
          again: {go: who}

    """,
  ]

  private static func verdict(_ promise: String, _ changes: [String: String]) throws -> PromiseVerdict {
    let tenant = try #require(TenantSource.load(TenantSource.text(replacing: changes)).tenant)
    let text = "promises:\n  it:\n    says: it holds\n" + promise.split(separator: "\n").map { "    \($0)\n" }.joined()
    let read = PromisesFile.read(Array(text.utf8), named: "promises.yaml")
    #expect(read.diagnostics == [])
    let promise = try #require(read.file.promises.first)
    var diagnostics: [Diagnostic] = []
    let verdict = tenant.judge(promise, diagnostics: &diagnostics)
    return try #require(verdict, "\(diagnostics)")
  }

  private static func line(_ verdict: PromiseVerdict) -> String? {
    if case .broken(let way) = verdict { way.line } else { nil }
  }

  /// Two screens: one sets a new password, the other one asks for it.
  private static func reset(_ condition: String) -> [String: String] {
    [
      "mails": "mails: {code: {to: account.email, subject: Code, text: \"${code}\"}}\n",
      "messages": "messages: {wrong: {en: Wrong.}}\n",
      "screens": """
      screens:
        login:
          forms:
            login:
              identifier: {type: input, label: E-mail, required: true}
              password: {type: password, label: Password}
              submit: {type: submit, label: Go}
            forgot:
              email: {type: input, label: E-mail, required: true}
              submit: {type: submit, label: Forgot}
        reset:
          forms:
            reset:
              passcode: {type: passcode, label: Code}
              new: {type: password, label: New password}
              submit: {type: submit, label: Go}

      """,
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            right: {when: account and answer.password == account.password and not policy.strict, go: finish}
            wrong: {count: pass, say: wrong}
          forgot:
            find: {account.email: answer.email}
            known: {when: account, send: code, go: reset}
            nobody: {say: wrong}
        reset:
          reset:
            set: {when: \(condition), set: {account.password: answer.new}, go: login}
            wrong: {say: wrong}

      """,
    ]
  }

  @Test func `a password that was set without any proof proves nothing`() throws {
    let promise = "only: tokens\nafter: right password"
    let line = try Self.line(Self.verdict(promise, Self.reset("answer.new")))
    #expect(line == "login → reset → login → signed in")
    #expect(try Self.verdict(promise, Self.reset("answer.passcode == sent.code")).isKept)
    // Whoever has the code may set it: that is what the promise has to name.
    #expect(try Self.verdict("only: tokens\nafter: [right password, right code]", Self.reset("answer.new")).isKept == false)
  }

  @Test func `what was shown counts for the journey, whomever it names then`() throws {
    #expect(try Self.line(Self.verdict("never: screen code\nafter: screen who", Self.mailed)) == "who → code")
    #expect(try Self.verdict("only: screen code\nafter: screen who", Self.mailed).isKept)
    #expect(try Self.line(Self.verdict("never: tokens\nafter: screen code", Self.mailed)) == "who → code → who → signed in")
    #expect(try Self.verdict("only: tokens\nafter: screen code", Self.mailed).isKept)
    #expect(try Self.line(Self.verdict("never: tokens\nafter: mail code", Self.mailed)) == "who → code → who → signed in")
    #expect(try Self.line(Self.verdict("never: tokens\nafter: right code", Self.mailed)) == "who → code → who → signed in")
  }

  @Test func `that nothing of the kind happens is known`() throws {
    func isMet(_ promise: String) throws -> Bool? {
      if case .kept(let extent) = try Self.verdict(promise, Self.mailed) { extent.isMet } else { nil }
    }
    #expect(try isMet("never: right code on who") == false)
    #expect(try isMet("only: tokens\nafter: screen code") == true)
    #expect(try isMet("who: account and not account\nnever: tokens") == false)
  }

  @Test func `what somebody proved is nothing of somebody else`() throws {
    // The first one's code lets the second one in.
    let verdict = try Self.verdict("only: tokens\nafter: right code", Self.mailed)
    guard case .broken(let way) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(way.line == "who → code → who → signed in")
    let named = way.acts.compactMap { act -> BreakingWay.Person? in
      if case .send(let form) = act { form.named } else { nil }
    }
    #expect(Set(named).count == 2, "\(named)")
  }

  @Test func `who is named twice proved it once`() throws {
    let alone = Self.mailed.merging(["accounts": "accounts: {ann: {email: ann@x.test, password: Ann-owl-1}}\n"]) { $1 }
    #expect(try Self.verdict("only: tokens\nafter: right code", alone).isKept)
  }

  @Test func `the code of somebody else is no right code`() throws {
    // One form names a person, and takes the code that another one got.
    let flow = """
      flow:
        who:
          who:
            find: {account.email: answer.email}
            nobody: {when: not account, say: wrong}
            known: {send: code, go: code}
        code:
          code:
            find: {account.email: answer.email}
            right: {when: account and answer.passcode == sent.code, go: finish}
            wrong: {say: wrong}
          back:
            again: {go: who}

      """
    let form = (Self.mailed["screens"] ?? "").replacing(
      "        passcode:", with: "        email: {type: input, label: E-mail, required: true}\n        passcode:")
    let swapped = Self.mailed.merging(["flow": flow, "screens": form]) { $1 }
    #expect(try Self.line(Self.verdict("who: [bob]\nonly: tokens\nafter: right code", swapped)) == "who → code → signed in")
    let alone = swapped.merging(["accounts": "accounts: {bob: {email: bob@x.test, password: Bob-owl-2}}\n"]) { $1 }
    #expect(try Self.verdict("who: [bob]\nonly: tokens\nafter: right code", alone).isKept)
  }

  /// A person is named, and may have two messages sent, each with a code of its own; one of the codes lets the person in.
  private static let twoMails = mailed.merging([
    "mails": """
    mails:
      code: {to: account.email, subject: Code, text: "${code}"}
      news: {to: account.email, subject: News, text: "${code}"}

    """,
    "counters": "counters: {tries: {of: session, limit: 3, full: {go: who, clear: tries, forget: session}}}\n",
    "screens": (mailed["screens"] ?? "").replacing(
      "      back:\n",
      with: """
              send: {submit: {type: submit, label: Send}}
              news: {submit: {type: submit, label: News}}
              back:

        """),
    "flow": """
    flow:
      who:
        who:
          find: {account.email: answer.email}
          nobody: {when: not account, say: wrong}
          known: {go: code}
      code:
        code:
          right: {when: answer.passcode == sent.code, go: finish}
          wrong: {count: tries, say: wrong}
        send: {a: {send: code, go: code}}
        news: {a: {send: news, clear: tries, go: code}}
        back: {again: {go: who}}

    """,
  ]) { $1 }

  @Test func `a message to somebody makes the code of another message no more theirs`() throws {
    let line = try Self.line(Self.verdict("who: [bob]\nonly: tokens\nafter: right code", Self.twoMails))
    #expect(line == "who → code → code → who → code → signed in")
  }

  @Test func `a message gives no new tries at the code of another message`() throws {
    let line = try Self.line(Self.verdict("never: right code\nafter: 3 wrong codes", Self.twoMails))
    #expect(line == "who → code → code → code → code → code → code → signed in")
    // What the same message sends is another code.
    let again = Self.twoMails.merging(["flow": (Self.twoMails["flow"] ?? "").replacing("{send: news", with: "{send: code")]) { $1 }
    #expect(try Self.verdict("never: right code\nafter: 3 wrong codes", again).isKept)
  }

  @Test func `wrong passwords count until who entered them is let in`() throws {
    let open = [
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            right: {when: account and answer.password == account.password, go: finish}
            wrong: {count: pass, say: wrong}

      """
    ]
    let way = "login → login → login → login → signed in"
    #expect(try Self.line(Self.verdict("never: tokens\nafter: 3 wrong passwords", open)) == way)
    #expect(try Self.line(Self.verdict("never: right password\nafter: 3 wrong passwords", open)) == way)
  }

  @Test func `messages that say the same are the same, whatever they are called`() throws {
    let flow = [
      "flow": """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            unknown: {when: not account, say: wrong}
            known: {say: other}

      """
    ]
    func verdict(_ other: String) throws -> PromiseVerdict {
      let messages = "messages:\n  wrong: {on: password, en: Wrong.}\n  other: {on: password, en: \(other)}\n"
      return try Self.verdict("always: alike\non: login", flow.merging(["messages": messages]) { $1 })
    }
    #expect(try verdict("Wrong.").isKept)
    guard case .told(_, let difference) = try verdict("No.") else {
      Issue.record("not told apart")
      return
    }
    #expect(difference == "an unknown one sees 'wrong', a known one 'other'")
  }
}
