import Testing

@testable import JourneyKit

/// Which changes of a tenant a scenario is adapted to, and which never.
@Suite(.serialized) struct HealRunTests {
  struct Harmless: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: [(old: String, new: String)]
    /// Lines that the patch has.
    var patch: [String]
    var testDescription: String { name }

    init(_ name: String, _ changes: [(old: String, new: String)], patch: [String]) {
      self.name = name
      self.changes = changes
      self.patch = patch
    }
  }

  static let harmless = [
    Harmless(
      "a label", [("label: {en: Email address}", "label: {en: Your e-mail address}")],
      patch: [
        "# journeys/shop.yaml:9: the label of 'identifier' is now 'Your e-mail address', previously 'Email address'",
        "+      identifier: {type: input, label: Your e-mail address, placeholder: name@home.test, required: true}",
      ]),
    Harmless(
      "a label that needs quotes", [("label: {en: Email address}", "label: {en: \"Email: address\"}")],
      patch: ["+      identifier: {type: input, label: \"Email: address\", placeholder: name@home.test, required: true}"]),
    Harmless("a placeholder", [("name@home.test", "you@home.test")], patch: ["placeholder: you@home.test, required: true}"]),
    Harmless(
      "a text in other letters", [("{en: Sign in to your shop}", "{en: Sign In to your shop!}")],
      patch: ["+      section-title: {value: Sign In to your shop!}"]),
    Harmless(
      "a message with other punctuation", [("The password is incorrect.", "The password is incorrect!")],
      patch: ["+    messages: {password: The password is incorrect!}"]),
    Harmless(
      "a widget with another id",
      [
        ("            identifier: {type: input", "            login: {type: input"), ("answer.identifier", "answer.login"),
        ("on: identifier", "on: login"),
      ],
      patch: [
        "+      login: {type: input, label: Email address, placeholder: name@home.test, required: true}",
        "+    answers: {login: \"${account.email}\"}",
        "+    only_widgets: [section-title, login, submit]",
      ]),
    Harmless("a button with another label", [("label: {en: Sign in}", "label: {en: Log in}")], patch: ["+    press: Log in"]),
    Harmless(
      "an option with another label", [("label: {en: Green tea}", "label: {en: A green tea}")],
      patch: ["+    answers: {taste: A green tea}"]),
    Harmless(
      "a screen with another id",
      [
        ("      taste:\n        forms", "      drink:\n        forms"), ("go: taste", "go: drink"),
        ("      taste:\n        taste:\n          said", "      drink:\n        taste:\n          said"),
      ],
      patch: ["-  - screen: taste", "+  - screen: drink"]),
    Harmless(
      "a new screen that asks nothing",
      [
        ("          none: {go: taste}", "          none: {go: news}\n      news:\n        news:\n          seen: {go: taste}"),
        (
          "      check:\n        forms",
          "      news:\n        forms:\n          news:\n            text: {type: static, value: {en: We are open.}}\n            submit: {type: submit, label: {en: Continue}}\n      check:\n        forms"
        ),
      ],
      patch: ["+  - screen: news", "+    press: news"]),
    Harmless(
      "a new screen before the end",
      [
        ("          said: {go: finish}", "          said: {go: news}\n      news:\n        news:\n          seen: {go: finish}"),
        (
          "      check:\n        forms",
          "      news:\n        forms:\n          news:\n            text: {type: static, value: {en: We are open.}}\n            submit: {type: submit, label: {en: Continue}}\n      check:\n        forms"
        ),
      ],
      patch: ["+  - screen: news"]),
    Harmless(
      "a new text among exact widgets",
      [
        (
          "            submit: {type: submit, label: {en: Continue}}\n      password:",
          "            note: {type: static, value: {en: We are open.}}\n            submit: {type: submit, label: {en: Continue}}\n      password:"
        )
      ],
      patch: ["+    only_widgets: [section-title, identifier, note, submit]"]),
    Harmless(
      "a text of the branding", [("copyright: Shop 2026", "copyright: \"SHOP, 2026\"")],
      patch: ["+    branding: {copyright: \"SHOP, 2026\"}"]),
  ]

  @Test(arguments: harmless) func `a harmless change is mended`(_ row: Harmless) async throws {
    let healing = try await HealedShop.healing(row.changes)
    #expect(healing.refused.map(\.reason) == [])
    #expect(!healing.mended.isEmpty)
    for line in row.patch { #expect(healing.patch.contains(line + "\n") || healing.patch.contains(line), "\(line) in\n\(healing.patch)") }
  }

  struct Harmful: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: [(old: String, new: String)]
    /// A part of the reason.
    var reason: String
    var testDescription: String { name }

    init(_ name: String, _ changes: [(old: String, new: String)], _ reason: String) {
      self.name = name
      self.changes = changes
      self.reason = reason
    }
  }

  static let harmful = [
    Harmful(
      "two fields, each of which may be the one that is gone",
      [
        (
          "            identifier: {type: input, label: {en: Email address}, placeholder: {en: name@home.test}, required: true}",
          "            nickname: {type: input, label: {en: Email address}, placeholder: {en: name@home.test}, required: true}\n            login: {type: input, label: {en: Email address}, placeholder: {en: name@home.test}, required: true}"
        ), ("answer.identifier", "answer.login"), ("on: identifier", "on: login"),
      ],
      "widget 'identifier' is gone: several could be meant"),
    Harmful(
      "a second factor that is gone", [("when: account.factors has email, send", "when: not account, send")],
      "screen 'check' is not shown: 'taste', which another step expects, comes instead"),
    Harmful("a lock-out that is gone", [("after: 2", "after: 9")], "screen 'locked' is not shown"),
    Harmful(
      "a password in clear", [("password: {type: password, label: {en: Password}}", "password: {type: input, label: {en: Password}}")],
      "what is asked has changed: type of widget 'password'"),
    Harmful(
      "a field that nobody has to fill in any more",
      [("placeholder: {en: name@home.test}, required: true", "placeholder: {en: name@home.test}")],
      "what is asked has changed: required of widget 'identifier'"),
    Harmful(
      "a message that is gone", [("wrong: {count: password, say: wrong}", "wrong: {count: password}")], "message"),
    Harmful(
      "a message that says something else", [("The password is incorrect.", "Your account was closed by us.")],
      "the message is now 'Your account was closed by us.', previously"),
    Harmful(
      "a message that says the contrary", [("The password is incorrect.", "The password is not incorrect.")],
      "only a person can say whether that means the same"),
    Harmful(
      "a field that has to be filled in as well",
      [
        (
          "            submit: {type: submit, label: {en: Continue}}\n      password:",
          "            note: {type: input, label: {en: Note}, required: true}\n            submit: {type: submit, label: {en: Continue}}\n      password:"
        )
      ],
      "there is 'note' as well, which is more than a text"),
    Harmful(
      "a new screen that asks for something",
      [
        ("          none: {go: taste}", "          none: {go: terms}\n      terms:\n        terms:\n          seen: {go: taste}"),
        (
          "      check:\n        forms",
          "      terms:\n        forms:\n          terms:\n            accept: {type: checkbox, label: {en: I agree}, required: true}\n            submit: {type: submit, label: {en: Continue}}\n      check:\n        forms"
        ),
      ],
      "screen 'terms' comes before screen 'taste', and asks for 'accept'"),
    Harmful(
      "a widget that is there again",
      [
        (
          "          reset:\n            submit: {type: submit, label: {en: Back}}",
          "          reset:\n            password: {type: password, label: {en: Password}}\n            submit: {type: submit, label: {en: Back}}"
        )
      ],
      "what is asked has changed: widget 'password': expected absent"),
    Harmful("a claim that is another", [("ada@shop.test, password", "ada@shop.example, password")], "what a token or the protocol says"),
    Harmful(
      "an end in an error", [("          said: {go: finish}", "          said: {refuse: access_denied}")], "the journey ends otherwise"),
    Harmful("an option that is gone", [("label: {en: Green tea}", "label: {en: Milk}")], "the option 'Green tea' of 'taste' is gone"),
    Harmful(
      "a message that nobody lists", [("          known: {go: password}", "          known: {go: password, say: wrong}")],
      "a message comes that no step lists"),
  ]

  static let turned = [
    Harmful("a message that is turned around", [("is incorrect.", "is correct.")], "only a person can say whether that means the same"),
    Harmful(
      "a button that sells", [("label: {en: Sign in}", "label: {en: Buy for 20 EUR}")], "only a person can say whether that means the same"),
    Harmful("another year", [("copyright: Shop 2026", "copyright: Shop 2027")], "only a person can say whether that means the same"),
    Harmful(
      "a second button among exact widgets",
      [
        (
          "            submit: {type: submit, label: {en: Continue}}\n      password:",
          "            skip: {type: submit, label: {en: Skip}}\n            submit: {type: submit, label: {en: Continue}}\n      password:"
        )
      ],
      "there is 'skip' as well, which is more than a text"),
    Harmful(
      "a new screen with a box",
      [
        ("          none: {go: taste}", "          none: {go: terms}\n      terms:\n        terms:\n          seen: {go: taste}"),
        (
          "      check:\n        forms",
          "      terms:\n        forms:\n          terms:\n            share: {type: checkbox, label: {en: Share my data}, value: true}\n            submit: {type: submit, label: {en: Continue}}\n      check:\n        forms"
        ),
      ],
      "screen 'terms' comes before screen 'taste', and asks for 'share'"),
    Harmful(
      "a text that shows an address", [("{en: Sign in to your shop}", "{en: \"Sign in to your shop, otto@shop.test\"}")], "section-title"),
  ]

  /// A new screen between the password and the question, with a text and a button.
  private static func notice(_ text: String, _ button: String) -> [(old: String, new: String)] {
    [
      ("          none: {go: taste}", "          none: {go: news}\n      news:\n        news:\n          seen: {go: taste}"),
      (
        "      check:\n        forms",
        "      news:\n        forms:\n          news:\n            text: {type: static, value: {en: \(text)}}\n            submit: {type: submit, label: {en: \(button)}}\n      check:\n        forms"
      ),
    ]
  }

  /// One more text among exact widgets.
  private static func note(_ text: String) -> [(old: String, new: String)] {
    [
      (
        "            submit: {type: submit, label: {en: Continue}}\n      password:",
        "            note: {type: static, value: {en: \(text)}}\n            submit: {type: submit, label: {en: Continue}}\n      password:"
      )
    ]
  }

  static let meant = [
    Harmful(
      "a field that takes something else as well", [("label: {en: Email address}", "label: {en: Email or user name}")],
      "only a person can say whether that means the same"),
    Harmful("a field of another factor", [("label: {en: Password}", "label: {en: PIN}")], "only a person can say"),
    Harmful("a field of no address", [("label: {en: Email address}", "label: {en: No email address}")], "only a person can say"),
    Harmful("a placeholder of another domain", [("name@home.test", "name@evil.test")], "only a person can say"),
    Harmful("a button that signs out", [("label: {en: Sign in}", "label: {en: Sign out}")], "only a person can say"),
    Harmful("a button without a code", [("label: {en: Sign in}", "label: {en: Sign in without code}")], "only a person can say"),
    Harmful(
      "another option", [("label: {en: Green tea}", "label: {en: Green tea with milk}")], "the option 'Green tea' of 'taste' is gone"),
    Harmful("a text about money", note("By signing in you agree to pay 9 euros a month"), "which has a number"),
    Harmful("a text about consent", note("By signing in you agree"), "which has more than harmless words ('by', 'signing', 'agree')"),
    Harmful("a text in another language", note("Usted paga"), "which has more than harmless words ('usted', 'paga')"),
    Harmful("a new screen that sells", notice("We are open.", "Agree and pay"), "its button reads 'Agree and pay'"),
    Harmful(
      "a new screen about consent", notice("By pressing you agree", "Continue"),
      "its text 'By pressing you agree' has more than harmless words ('by', 'pressing', 'agree')"),
    Harmful(
      "a new screen that does something", notice("Your photos become public.", "Continue"),
      "its text 'Your photos become public.' has more than harmless words ('photos', 'become', 'public')"),
  ]

  @Test func `an expectation with its level, as a recording has it, is read`() async throws {
    let scenario = HealedShop.scenarios.replacing(
      "messages: {password: The password is incorrect.}",
      with: "messages: {password: {equals: The password is incorrect., level: error}}"
    ).replacing("label: Email address,", with: "label: {equals: Email address},")
    let healing = try await HealedShop.healing(
      [("The password is incorrect.", "The password is incorrect!"), ("label: {en: Email address}", "label: {en: Email}")],
      files: ["journeys/shop.yaml": scenario])
    #expect(healing.refused.map(\.reason) == [])
    #expect(healing.patch.contains("+    messages: {password: {equals: The password is incorrect!, level: error}}"), "\(healing.patch)")
    #expect(healing.patch.contains("label: {equals: Email},"), "\(healing.patch)")
  }

  @Test func `what is skipped, passed over or passes by now is not taken for green`() async throws {
    let way = "account: ada\nsteps:\n  - {screen: identification, answers: {identifier: \"${account.email}\"}}\n  - screen: password\n"
    let scenarios = [
      "journey: Skipped\nskip: later\n\(way)", "journey: Passes by now\nknown_issue: it was broken\n\(way)",
      "journey: Fails as is known\nknown_issue: it is broken\n\(way)    widgets: {password: {label: PIN}}\n",
      "journey: Passed over\nvars: {n: 1}\nsteps:\n  - {screen: identification, when: {n: 2}}\n", "journey: Green\n\(way)",
    ].joined(separator: "---\n")
    let healing = try await HealedShop.healing([], files: ["journeys/shop.yaml": scenarios])
    #expect(healing.skipped.map(\.name) == ["Skipped", "Fails as is known", "Passed over"])
    #expect(healing.skipped.allSatisfy { !$0.reason.isEmpty })
    #expect(healing.refused.map(\.name) == ["Passes by now"])
    #expect(healing.refused.map(\.reason) == ["it passes, and is still marked with 'known_issue': remove that"])
    #expect(healing.walked == 2)
    #expect(healing.patch == "")
  }

  @Test func `what is walked on a live tenant is said, and how often`() async throws {
    let live =
      "default: shop\ntenants:\n  shop: {dialect: journey-flow, issuer: https://shop.test, client: {id: a, redirect_uri: https://app.shop.test/callback}}\n"
    let files = ["journeys/a.yaml": "journey: A\nsteps:\n  - screen: a\n---\njourney: B\nskip: later\nsteps:\n  - screen: a\n"]
    try await SampleProject.with(files, tenants: live) { project in
      let walks = try #require(HealRun(project.settings).liveWalks)
      #expect(walks.hasPrefix("1 scenario is walked on 'shop' (https://shop.test"))
      #expect(walks.contains("LIVE: each once, again after every change made for it, and twice for every patch that is tried"))
    }
    try await SampleProject.with(["journeys/shop.yaml": HealedShop.scenarios, "shop.yaml": HealedShop.tenant], tenants: HealedShop.tenants)
    {
      #expect(HealRun($0.settings).liveWalks == nil)
    }
  }

  @Test(arguments: harmful + turned + meant) func `a harmful change is refused, with the reason`(_ row: Harmful) async throws {
    let healing = try await HealedShop.healing(row.changes)
    #expect(!healing.refused.isEmpty)
    #expect(healing.refused.contains { $0.reason.contains(row.reason) }, "\(healing.refused.map(\.reason))")
    #expect(healing.patch == "", "\(healing.patch)")
  }

  @Test func `the shop as it is needs nothing`() async throws {
    let healing = try await HealedShop.healing([])
    #expect(healing.walked == 3)
    #expect(healing.mended.isEmpty && healing.refused.isEmpty && healing.patch.isEmpty)
  }

  @Test func `a change that only a case needs which stays red is not offered`() async throws {
    let healing = try await HealedShop.healing([
      ("label: {en: Email address}", "label: {en: Email}"), ("ada@shop.test, password", "ada@shop.example, password"),
    ])
    #expect(healing.patch == "")
    #expect(healing.refused.count == 1)
  }

  @Test func `several changes on one way are mended one after the other`() async throws {
    let healing = try await HealedShop.healing([
      ("label: {en: Email address}", "label: {en: Email}"), ("label: {en: Sign in}", "label: {en: Log in}"),
      ("label: {en: Green tea}", "label: {en: A green tea}"),
    ])
    #expect(healing.refused.map(\.reason) == [])
    #expect(healing.files.first?.reasons.count == 3)
  }

  @Test(arguments: [("Next", true), ("Order now", false)])
  func `the label of a button that a step expects may be another name of the same`(_ label: String, isMended: Bool) async throws {
    let scenario = """
      journey: ada gives her address
      account: ada
      steps:
        - screen: identification
          widgets: {submit: {label: Continue}}
          answers: {identifier: "${account.email}"}
        - screen: password

      """
    let healing = try await HealedShop.healing(
      [("label: {en: Continue}", "label: {en: \(label)}")], files: ["journeys/shop.yaml": scenario])
    #expect(healing.patch.contains("+    widgets: {submit: {label: Next}}") == isMended)
    #expect(healing.refused.isEmpty == isMended, "\(healing.refused)")
  }

  @Test func `walks that need different words at one place are told`() async throws {
    let fragment = """
      steps:
        - screen: password
          answers: {password: "${account.password}"}
        - screen: taste
          widgets: {taste: {placeholder: you@shop.test}}

      """
    let scenario = { (name: String) in
      """
      journey: \(name) signs in
      account: \(name)
      steps:
        - screen: identification
          answers: {identifier: "${account.email}"}
        - use: _look.yaml

      """
    }
    let healing = try await HealedShop.healing(
      [
        ("label: {en: What do you like?}", "label: {en: What do you like?}\n              placeholder: {en: \"${account.email}\"}"),
        (", factors: [email]}", "}"),
      ],
      files: ["journeys/_look.yaml": fragment, "journeys/shop.yaml": scenario("ada") + "---\n" + scenario("eva")])
    #expect(healing.patch == "")
    #expect(healing.refused.contains { $0.reason.contains("walks differ in what this place would have to say") }, "\(healing.refused)")
  }

  @Test func `the patch is one that git applies, and writing gives the same`() async throws {
    let healing = try await HealedShop.healing([("label: {en: Email address}", "label: {en: Email}")])
    #expect(
      healing.patch == """
        # journeys/shop.yaml:9: the label of 'identifier' is now 'Email', previously 'Email address'
        --- a/journeys/shop.yaml
        +++ b/journeys/shop.yaml
        @@ -6,7 +6,7 @@
             only_widgets: [section-title, identifier, submit]
             widgets:
               section-title: {value: Sign in to your shop}
        -      identifier: {type: input, label: Email address, placeholder: name@home.test, required: true}
        +      identifier: {type: input, label: Email, placeholder: name@home.test, required: true}
             answers: {identifier: "${account.email}"}
         
           - screen: password

        """)
  }
}
