import Diagnostics
import Encodings
import JourneyMock
import JourneyModel
import Testing

/// What the language can say beyond acme: new accounts, nested ids, links of messages, an authenticator app's secret.
struct RegistrationTests {
  private static let tenant = """
    tenant: acme
    extends: journey-flow/standard
    clients:
      acme-web:
        redirect_uris: ["https://app.acme.test/callback"]
        entry_url: "https://app.acme.test/welcome"
        scopes: [openid, profile, email]
    facts:
      account.active: flag
      account.factors: {set_of: [totp]}
    messages:
      taken: {on: email, en: There is an account already.}
      weak: {on: password, en: Choose a longer password.}
      other: {on: passwordConfirmation, en: The passwords differ.}
      expired: {on: passcode, en: Wrong.}
    mails:
      activate: {to: account.email, subject: Welcome, text: "Hello ${account.claims.given_name}: ${link}", link: activated, life: 1d}
    screens:
      identification:
        forms:
          identifier: {identifier: {type: input, required: true}, submit: {type: submit}}
          additionalActions/registration: {submit: {type: submit, label: Register}}
          externalLoginProvider/hub: {submit: {type: submit, label: Hub}}
      registration:
        forms:
          registration:
            email: {type: input, required: true}
            attributes.givenName: {type: input, required: true}
            attributes.plan: {type: select, options: [{value: free, label: Free}, {value: paid, label: Paid}]}
            consents.terms: {type: checkbox, required: true}
            password: {type: password, minLength: 4}
            passwordConfirmation: {type: password}
            submit: {type: submit}
      enrol:
        forms:
          mfaEnrollChallenge:
            secret: {type: static, value: "${session.secret}"}
            passcode: {type: passcode, length: 6}
            submit: {type: submit}
      done:
        forms:
          genericResult: {submit: {type: submit}}
    start: begin
    flow:
      begin:
        decide:
          create: {when: session.prompt == create, go: registration}
          usual: {go: identification}
      identification:
        identifier:
          find: {account.email: answer.identifier}
          closed: {when: not account or not account.active, refuse: access_denied}
          known: {go: finish}
        additionalActions/registration:
          all: {go: registration}
        externalLoginProvider/hub:
          all: {hand_over: hub}
      registration:
        registration:
          find: {account.email: answer.email}
          taken: {when: account, say: taken}
          weak: {when: "not answer.password matches '.{8,}'", say: weak}
          other: {when: not answer.password == answer.passwordConfirmation, say: other}
          good:
            create: {email: answer.email, password: answer.password, claims.given_name: answer.attributes.givenName}
            set: {session.secret: new_totp}
            send: activate
            go: enrol
      enrol:
        mfaEnrollChallenge:
          right:
            when: answer.passcode == totp(session.secret)
            set: {account.totp: session.secret}
            add: {account.factors: totp}
            go: finish
          wrong: {say: expired}
      activated:
        screen: done
        genericResult:
          all: {set: {account.active: true}, go: finish}
    """

  private func app() throws -> (TestApp, World) {
    let (tenant, diagnostics) = TenantSource.load(Self.tenant)
    #expect(diagnostics.map { "\($0.range?.description ?? "") \($0.message)" } == [])
    let world = World(try #require(tenant))
    return (TestApp(world), world)
  }

  @Test func `every edge can be taken`() throws {
    let (tenant, _) = TenantSource.load(Self.tenant)
    #expect(try #require(tenant).unreachableEdges().map(\.message) == [])
  }

  @Test func `a person registers, enrols an app and activates the account by a link`() async throws {
    var (app, world) = try app()
    _ = try await app.authorize([.init("prompt", "create")])
    #expect(try await app.initialize()["screen"] == "registration")
    var answers: JSONValue = [
      "email": "new@x.test", "attributes": ["givenName": "Nea", "plan": "gold"], "consents": ["terms": false],
      "password": "abc", "passwordConfirmation": "abc",
    ]
    let refused = try await app.submit("registration", answers)
    #expect(
      refused["messages"]?["registration"]?.objectValue?.map(\.name) == ["attributes.plan", "consents.terms", "password"])
    answers = [
      "email": "new@x.test", "attributes": ["givenName": "Nea", "plan": "paid"], "consents": ["terms": true],
      "password": "abcdefgh", "passwordConfirmation": "abcdefgh",
    ]
    let enrol = try await app.submit("registration", answers)
    let secret = try #require(enrol["forms"]?[0]?["widgets"]?[0]?["value"]?.stringValue.flatMap(Base32.decode))
    let code = await OneTimePassword(secret: secret).code(atSecondsSinceEpoch: world.now().seconds)
    let callback = try await app.finish(try await app.submit("mfaEnrollChallenge", ["passcode": .string(code)]))
    #expect(callback["code"] != nil)

    let mails = try await world.messages(to: "new@x.test", channel: .mail, since: Instant(milliseconds: 0))
    #expect(mails.count == 1)
    let link = try WebURL(try #require(mails.first?.links.first))
    #expect(mails[0].text == "Hello Nea: \(link)")
    #expect(link.description.hasPrefix("https://app.acme.test/welcome?challenge="))
    try await enter(link, &app, then: "activated")
  }

  private func enter(_ link: WebURL, _ app: inout TestApp, then state: String) async throws {
    let entry = try WebURL("https://acme.test/provider/flow/entry").appending(
      query: link.queryItems + [
        .init("client_id", "acme-web"), .init("redirect_uri", "https://app.acme.test/callback"), .init("sdk", "web"),
      ])
    let response = await app.send(HTTPRequestMessage(url: entry))
    let answer = try WebURL(String(decoding: response.body, as: UTF8.self))
    #expect(answer.queryValue("short_app_id") == "acme-web")
    app.session = try #require(answer.queryValue("session_id"))
    #expect(try await app.initialize()["screen"] == "done")
    let end = try await app.finish(try await app.submit("genericResult", [:]))
    #expect(end == [:], "a journey without a verifier ends without a code")
    let again = await app.send(HTTPRequestMessage(url: entry))
    #expect(again.status == 400)
    #expect(try JSONReader.read(again.body)["error"] == "magicLinkExpired")
  }

  @Test func `a journey can be refused or handed over`() async throws {
    var (app, _) = try app()
    _ = try await app.start()
    let refused = try await app.submit("identifier", ["identifier": "no@x.test"])
    let callback = try await app.finish(refused)
    #expect(callback["error"] == "access_denied")
    _ = try await app.start()
    let left = try await app.submit("externalLoginProvider/hub", [:])
    #expect(left.objectValue?.map(\.name) == ["hostedUrl"])
    let page = try await app.get(try #require(left["hostedUrl"]?.stringValue))
    #expect(page.headers["Location"]?.contains("session_id=\(app.session)") == true)
    #expect(app.edges.suffix(2) == ["begin.decide.usual", "identification.externalLoginProvider/hub.all"])
  }
}
