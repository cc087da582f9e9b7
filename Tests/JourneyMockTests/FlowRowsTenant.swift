import Diagnostics
import Encodings
import HostedSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyModel
import Testing

/// A tenant for the rows of the protocol: one of everything they need, and nothing else.
enum FlowRowsTenant {
  static let text = """
    tenant: acme
    extends: journey-flow/standard
    clients:
      acme-web:
        redirect_uris: ["https://app.acme.test/callback", "app://host/path"]
        logout_uris: ["https://app.acme.test/goodbye"]
        entry_url: "https://app.acme.test/welcome"
        scopes: [openid, profile, email, offline_access]
      acme-kiosk: {redirect_uris: ["https://kiosk.acme.test/callback"]}
      acme-other: {redirect_uris: ["https://other.acme.test/callback"], entry_url: "https://other.acme.test/welcome"}
    accounts:
      jane: {email: jane@acme.test, password: Jane-horse-11, claims: {given_name: Jane}}
    messages:
      unknown: {on: identifier, en: We do not know this address.}
      wrong: {on: password, en: The password is incorrect.}
    mails:
      magic: {to: account.email, subject: Your link, text: "${link}", link: welcomed, life: 10m}
    screens: {include: rows.screens.yaml}
    start: identification
    flow:
      identification:
        identifier:
          find: {account.email: answer.identifier}
          unknown: {when: not account, say: unknown}
          known: {go: password}
        externalLoginProvider/hub:
          all: {hand_over: hub}
      password:
        password:
          right: {when: answer.password == account.password, go: finish}
          wrong: {say: wrong}
        additionalActions/link:
          all: {send: magic}
      welcomed:
        screen: done
        genericResult:
          all: {go: finish}
    """

  private static let screens = """
    branding: {copyright: Acme, siteTermUrl: "https://acme.test/terms"}
    screens:
      identification:
        forms:
          identifier:
            identifier: {type: input, label: Email, required: true, regex: "@"}
            mobile: {type: phone, label: Mobile}
            born: {type: date, label: Born, notBefore: 1900-01-01, notAfter: 2010-12-31}
            submit: {type: submit, label: Go}
          externalLoginProvider/hub: {submit: {type: submit, label: Hub}}
      password:
        forms:
          password: {password: {type: password, label: Password}, submit: {type: submit, label: Go}}
          additionalActions/link: {submit: {type: submit, label: Send a link}}
      done:
        forms:
          genericResult: {submit: {type: submit, label: Done}}
    """

  /// - Parameters:
  ///   - widgets: further widgets of the first form, each in a line.
  ///   - text: the tenant's file.
  static func world(widgets: String = "", text: String = text, issuer: String? = nil, seed: UInt64? = nil) throws -> World {
    var diagnostics: [Diagnostic] = []
    let button = "submit: {type: submit, label: Go}"
    let lines = widgets.split(separator: "\n").map { $0 + "\n        " }.joined()
    let screens = screens.replacing(button, with: lines + button, maxReplacements: 1)
    let file = SourceFile(name: "rows.yaml", text: text)
    let tenant = MockTenant.load(file, speeches: .journeyFlow + .hosted, diagnostics: &diagnostics) { path, _ throws(UnreadableInclude) in
      SourceFile(name: path, text: screens)
    }
    #expect(diagnostics.map { "\($0.range?.description ?? "") \($0.message)" } == [])
    return World(try #require(tenant), issuer: issuer, clock: .standing(at: Instant(seconds: 1_790_000_000)), seed: seed)
  }

  static func app(widgets: String = "") throws -> TestApp { TestApp(try world(widgets: widgets)) }
}

extension TestApp {
  /// Walks to where only finalize is left.
  mutating func reachEnd(_ extra: [QueryItem] = [], leavingOut left: Set<String> = []) async throws -> JSONValue {
    _ = try await authorize(extra, leavingOut: left)
    _ = try await submit("identifier", ["identifier": "jane@acme.test"])
    return try await submit("password", ["password": "Jane-horse-11"])
  }

  /// The link that the tenant sends to jane.
  mutating func link() async throws -> WebURL {
    _ = try await authorize()
    _ = try await submit("identifier", ["identifier": "jane@acme.test"])
    _ = try await submit("additionalActions/link", [:])
    let mails = try await world.messages(to: "jane@acme.test", channel: .mail, since: Instant(milliseconds: 0))
    return try WebURL(try #require(mails.last?.links.first))
  }

  mutating func enter(_ items: [QueryItem]) async throws -> HTTPResponseMessage {
    await send(HTTPRequestMessage(url: try WebURL("https://acme.test/provider/flow/entry").appending(query: items)))
  }
}

extension HTTPResponseMessage {
  /// Its body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}
