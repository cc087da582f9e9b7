import Diagnostics
import JourneyTestSupport

@testable import JourneyKit

/// A shop of three people, and the scenarios that describe it as it is.
struct HealedShop {
  static let tenants = """
    default: shop
    tenants:
      shop: {dialect: journey-flow, mock: ../shop.yaml}

    """

  static let tenant = """
    tenant: shop
    extends: journey-flow/standard
    issuer: https://shop.test
    languages: [en]

    clients:
      shop-web:
        redirect_uris: [https://app.shop.test/callback]
        scopes: [openid, email]

    policy:
      lockout: {after: 2, for: 15m}

    facts:
      account.status: [active, locked]
      account.factors: {set_of: [email]}

    accounts:
      ada: {email: ada@shop.test, password: Ada-heron-99}
      eva: {email: eva@shop.test, password: Eva-heron-99, factors: [email]}

    counters:
      password: {of: account, limit: policy.lockout.after, full: {set: {account.status: locked}, start: lock, go: locked}}

    timers:
      lock: {of: account, lasts: policy.lockout.for, over: {set: {account.status: active}, clear: password}}

    messages:
      unknown: {on: identifier, en: We do not know this address.}
      wrong: {on: password, en: The password is incorrect.}
      sent: {en: We sent a code to your mailbox., level: info}

    mails:
      code: {to: account.email, subject: {en: Your code}, text: {en: "Your code is ${code}."}}

    branding:
      copyright: Shop 2026

    screens:
      identification:
        forms:
          identifier:
            section-title: {type: static, value: {en: Sign in to your shop}}
            identifier: {type: input, label: {en: Email address}, placeholder: {en: name@home.test}, required: true}
            submit: {type: submit, label: {en: Continue}}
      password:
        forms:
          password:
            password: {type: password, label: {en: Password}}
            submit: {type: submit, label: {en: Sign in}}
      taste:
        forms:
          taste:
            taste:
              type: select
              label: {en: What do you like?}
              required: true
              options: [{value: t1, label: {en: Green tea}}, {value: t2, label: {en: Black coffee}}]
            submit: {type: submit, label: {en: Continue}}
      check:
        forms:
          check:
            passcode: {type: passcode, label: {en: Code}, length: 6}
            submit: {type: submit, label: {en: Continue}}
      locked:
        forms:
          reset:
            submit: {type: submit, label: {en: Back}}

    start: identification
    flow:
      identification:
        identifier:
          find: {account.email: answer.identifier}
          unknown: {when: not account, say: unknown}
          known: {go: password}
      password:
        password:
          right: {when: account.status == active and answer.password == account.password, go: second}
          wrong: {count: password, say: wrong}
      second:
        decide:
          mail: {when: account.factors has email, send: code, go: check, say: sent}
          none: {go: taste}
      check:
        check:
          right: {when: answer.passcode == sent.code, go: taste}
          wrong: {refuse: access_denied}
      taste:
        taste:
          said: {go: finish}
      locked:
        say: wrong

    """

  static let scenarios = """
    journey: Ada signs in
    account: ada
    steps:
      - screen: identification
        branding: {copyright: Shop 2026}
        only_widgets: [section-title, identifier, submit]
        widgets:
          section-title: {value: Sign in to your shop}
          identifier: {type: input, label: Email address, placeholder: name@home.test, required: true}
        answers: {identifier: "${account.email}"}

      - screen: password
        widgets:
          password: {type: password, label: Password}
        answers:
          password: ${account.password}
        press: Sign in

      - screen: taste
        answers: {taste: Green tea}

      - finish:
        claims: {email: ada@shop.test}
    ---
    journey: A wrong password is refused, the second one locks
    account: ada
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}

      - screen: password
        answers: {password: wrong-1}

      - screen: password
        messages: {password: The password is incorrect.}
        answers: {password: wrong-2}

      - screen: locked
        widgets: {password: absent}
        messages: any
    ---
    journey: Eva proves that the mailbox is hers
    account: eva
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: "${account.password}"}
      - screen: check
        messages: {global: We sent a code to your mailbox.}
      - mail: ${account.email}
        capture: {otp: code}
      - screen: check
        answers: {passcode: "${otp}"}
      - screen: taste
        answers: {taste: Black coffee}
      - finish:

    """

  /// Texts are written as they stand in this file, four blanks further to the right than they are.
  private static func unindented(_ text: String) -> String {
    (text.hasPrefix("    ") ? String(text.dropFirst(4)) : text).replacing("\n    ", with: "\n")
  }

  /// What heals the scenarios after texts of the tenant were replaced.
  ///
  /// - Parameter files: instead of the shop's scenarios, by name.
  static func healing(_ changes: [(old: String, new: String)], files: [String: String] = [:]) async throws -> Healing {
    var all = ["journeys/shop.yaml": scenarios].merging(files) { $1 }
    all["shop.yaml"] = changes.reduce(Self.tenant) { $0.replacing(unindented($1.old), with: unindented($1.new)) }
    return try await SampleProject.with(all, tenants: tenants) { project in
      let run = HealRun(project.settings)
      guard !run.isRefused, run.diagnostics.isEmpty else { throw HealedShopProblem(diagnostics: run.diagnostics.map(\.message)) }
      return try await run.walk()
    }
  }
}

/// A change that makes the files wrong.
struct HealedShopProblem: Error {
  var diagnostics: [String]
}
