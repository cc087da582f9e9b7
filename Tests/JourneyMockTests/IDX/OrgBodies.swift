import Encodings
import FoundationEssentials
import JourneyModel
import Testing

@testable import IDXSpeech
@testable import JourneyMock

/// The bodies of an org in every state of its graph, for every person of its file and for nobody, as far as they may be there.
struct OrgBodies {
  /// One response of the engine.
  struct Sent: Sendable {
    /// Where it came from, for a failure's text.
    var place: String
    var response: HTTPResponseMessage
    var body: JSONValue
  }

  static let issuer = "https://cascade.test/oauth2/default"

  /// Of every state, and of the ends that no state has.
  static func all(of tenant: MockTenant) throws -> [Sent] {
    var sent: [Sent] = []
    let people = [nil] + tenant.compiled.people.indices.map { Optional($0) }
    for place in tenant.graph.states.indices where tenant.graph.states[place].screen != nil && !tenant.graph.ruledOut.contains(place) {
      for person in people where person != nil || tenant.graph.start == place {
        sent.append(try body(of: tenant, state: place, person: person, purpose: "sign_in"))
      }
    }
    for (id, purpose) in [("email", "recovery"), ("email", "unlock"), ("reset", "recovery"), ("sms", "unlock")] {
      guard let place = tenant.graph.states.firstIndex(where: { $0.id == id }) else { continue }
      sent.append(try body(of: tenant, state: place, person: 0, purpose: purpose))
    }
    return sent + (try ends(of: tenant))
  }

  /// A session in a state, with something in each of its texts.
  private static func session(_ tenant: MockTenant, _ world: inout WorldState, person: Int?, purpose: String) -> Session {
    let start = StartRequest(client: 0, redirectURI: tenant.clients[0].redirectURIs[0], scope: "openid profile", state: "s", nonce: "n")
    var session = world.begin(start, browser: world.browser(nil), language: 0)
    session.isOfApp = true
    session.account = person
    let texts = ["totp": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "number": "42", "phone": "+15550100", "email": "ivy@home.test"]
    for (place, name) in (tenant.graph.tables.attributes[.session] ?? []).enumerated() { session.scope.attributes[place] = texts[name] }
    // Everything can be chosen where rules decide what can.
    for fact in tenant.graph.tables.facts where ["session.usable", "session.settable"].contains(fact.name) {
      session.scope.facts[fact.slot.index] = fact.words.indices.prefix(64).reduce(0) { $0 | 1 << UInt64($1) }
    }
    if let fact = tenant.graph.tables.facts.first(where: { $0.name == "session.purpose" }), let word = fact.words.firstIndex(of: purpose) {
      session.scope.facts[fact.slot.index] = UInt64(word)
    }
    return session
  }

  private static func world(_ tenant: MockTenant) -> WorldState {
    WorldState(
      tenant: tenant.served.compiled, issuer: issuer, clock: .running, random: WorldRandom(seed: 1), faults: [],
      addresses: WorldState.Addresses(
        link: { _, _, _, _ in "" }, page: { _, _, _, _ in nil }, notice: { _, _ in nil }, beginning: { _, _ in nil }, end: { _, _ in nil },
        comeback: { _, _ in nil }), tokens: tenant.speech.tokens)
  }

  private static func dialogue(_ tenant: MockTenant) throws -> IDXDialogue { try #require(tenant.dialogues[0] as? IDXDialogue) }

  private static func body(of tenant: MockTenant, state: Int, person: Int?, purpose: String) throws -> Sent {
    var world = world(tenant)
    var dialogue = try dialogue(tenant)
    var session = session(tenant, &world, person: person, purpose: purpose)
    session.turn(to: state)
    world.sessions.keep(session)
    dialogue.transactions.begin(session.id, TransactionTable.Transaction(stateHandle: "02.test~c", issuer: issuer))
    let says = world.entryMessages(of: state)
    let response = dialogue.show(session, says: says, in: &world)
    let name = person.flatMap { tenant.compiled.people[$0].name } ?? "nobody"
    return Sent(place: "\(tenant.graph.states[state].id) of \(name)", response: response, body: try JSONReader.read(response.body))
  }

  /// Success, refusal, hand-over, and a handle that is good for nothing.
  private static func ends(of tenant: MockTenant) throws -> [Sent] {
    let ends: [(String, Session.Status)] = [
      ("success", .finished(ticket: "t")), ("failure", .refused(error: "access_denied")), ("hand-over", .handedOver(page: "recovery")),
      ("expired", .expired),
    ]
    return try ends.map { name, status in
      var world = world(tenant)
      var dialogue = try dialogue(tenant)
      var session = session(tenant, &world, person: 0, purpose: "sign_in")
      session.status = status
      world.sessions.keep(session)
      dialogue.transactions.begin(session.id, TransactionTable.Transaction(stateHandle: "02.test~c", issuer: issuer))
      let response = dialogue.show(session, says: [], in: &world)
      return Sent(place: name, response: response, body: try JSONReader.read(response.body))
    }
  }
}

extension JSONValue {
  /// The elements of a list of ION, `{type: array, value: […]}`.
  var elements: [JSONValue] { self["value"]?.arrayValue ?? [] }

  /// Every way forward of a body: remediations, actions of authenticators, `cancel` and the exchange of a code.
  var ways: [(place: String, form: JSONValue)] {
    var ways = (self["remediation"]?.elements ?? []).map { ("remediation '\($0["name"]?.stringValue ?? "")'", $0) }
    for owner in ["currentAuthenticator", "currentAuthenticatorEnrollment", "authenticatorChallenge"] {
      for member in self[owner]?["value"]?.objectValue ?? [] where member.value["href"] != nil && member.value["rel"] != nil {
        ways.append(("\(owner)-\(member.name)", member.value))
      }
    }
    for name in ["cancel", "successWithInteractionCode"] { if let form = self[name] { ways.append((name, form)) } }
    return ways
  }

  /// The fields of a form, those inside of others too.
  var fields: [JSONValue] {
    (self["value"]?.arrayValue ?? []).flatMap { field -> [JSONValue] in
      let inner = [field["form"], field["value"]?["form"]] + (field["options"]?.arrayValue ?? []).map { $0["value"]?["form"] }
      return [field] + inner.compactMap(\.self).flatMap(\.fields)
    }
  }
}
