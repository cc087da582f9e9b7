import Encodings
import JourneyModel
import ModelCoding

/// The people of the world: read, changed, added, removed.
enum AccountRoutes {
  private static let path = "/__journey/accounts"
  private static let one = path + "/{account}"

  static let all = [
    ControlRoute(
      method: "GET", path: path, id: "listAccounts", summary: "Lists the people of the world as they are now.",
      answers: [.init(status: 200, summary: "The people.", schema: list)]
    ) { call, world throws(ControlRefusal) in
      let people = (0..<world.state.accounts.count).filter { !world.state.accounts[$0].isGone }
      return .json(["accounts": .array(people.map { face(of: $0, call, world.state) })])
    },
    ControlRoute(
      method: "POST", path: path, id: "addAccount", summary: "Adds a person.",
      body: .init(schema: added, example: ["account": "nina", "email": "nina@example.test", "password": "Nina-owl-77"]),
      answers: [.init(status: 201, summary: "The person.", schema: person)], refusals: [400, 409], act: add),
    ControlRoute(
      method: "GET", path: one, id: "readAccount", summary: "Reads a person, by name, e-mail address, user name or `sub`.",
      answers: [.init(status: 200, summary: "The person.", schema: person)], refusals: [404]
    ) { call, world throws(ControlRefusal) in .json(face(of: try place(call, world.state), call, world.state)) },
    ControlRoute(
      method: "PATCH", path: one, id: "changeAccount",
      summary: "Changes a person: texts, facts such as factors and consents, claims, counters and timers; what is not named stays.",
      body: .init(schema: ControlSchema.map(keys), example: ["password": "Another-horse-12"]),
      answers: [.init(status: 200, summary: "The person then.", schema: person)], refusals: [400, 404, 409], act: change),
    ControlRoute(
      method: "DELETE", path: one, id: "removeAccount", summary: "Removes a person; their sign-ins and tokens are over.",
      answers: [.init(status: 204, summary: "The person is removed.")], refusals: [404]
    ) { call, world throws(ControlRefusal) in
      let place = try place(call, world.state)
      world.state.accounts[place] = AccountState(name: nil, scope: ScopeState(.account, in: world.state.tables), claims: [])
      world.state.browsers.end(account: place)
      world.state.grants.revoke(account: place)
      return .empty(204)
    },
  ]

  private static let keys =
    "Texts and facts by the names that the tenant's file gives them, and `claims`, `counters` and `timers`; `null` for no text."
  private static let person = ControlSchema.open(
    ["account": ControlSchema.text("The name; of one who registered their e-mail address, user name or `sub`.")], required: ["account"])
  private static let added = ControlSchema.open(["account": ControlSchema.text("The name.")], required: ["account"])
  private static let list = ControlSchema.object(
    ["accounts": ControlSchema.list(of: person, "In the order of the tenant's file, then those added.")], required: ["accounts"])

  /// The place of the account that the path names.
  private static func place(_ call: ControlCall, _ state: WorldState) throws(ControlRefusal) -> Int {
    try place(of: call.argument("account"), in: state)
  }

  /// The place of the account of this name, e-mail address, user name or `sub`.
  static func place(of name: String, in state: WorldState, status: Int = 404) throws(ControlRefusal) -> Int {
    if let place = state.accounts.place(named: name) { return place }
    let known = (0..<state.accounts.count).filter { !state.accounts[$0].isGone }.map { state.accounts[$0].title }
    throw .unknown(name, "account", among: known, status: status)
  }

  private static func face(of place: Int, _ call: ControlCall, _ state: WorldState) -> JSONValue {
    let account = state.accounts[place]
    let kept = KeptState(scope: .account, tables: state.tables).face(of: account.scope, showsSecrets: call.showsSecrets)
    return .object([.init("account", .string(account.title))] + kept + [.init("claims", JSONValue(.map(account.claims)))])
  }

  @Sendable private static func change(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let place = try place(call, world.state)
    var account = world.state.accounts[place]
    let members = try call.members().filter { $0.name != "account" || $0.value.stringValue != account.title }
    try change(&account, by: members, in: world.state)
    try check(account, at: place, in: &world.state)
    world.state.accounts[place] = account
    return .json(face(of: place, call, world.state))
  }

  @Sendable private static func add(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let members = try call.members()
    guard let name = members.first(where: { $0.name == "account" })?.value.stringValue, !name.isEmpty else {
      throw ControlRefusal("a new account needs 'account', its name")
    }
    guard world.state.accounts.place(named: name) == nil else { throw ControlRefusal("there is an account '\(name)'", status: 409) }
    guard !world.state.accounts.isFull else { throw .noRoomForPeople(status: 409) }
    var account = AccountState(name: name, scope: ScopeState(.account, in: world.state.tables), claims: [])
    account[.sub] = AccountCompiler.subject(of: name, tenant: world.state.tenant.name)
    try change(&account, by: members.filter { $0.name != "account" }, in: world.state)
    try check(account, at: nil, in: &world.state)
    return .json(face(of: world.state.accounts.add(account), call, world.state), status: 201)
  }

  /// Refuses an account whose e-mail address or user name another one signs in with, and one that exceeds the limit.
  private static func check(_ account: AccountState, at place: Int?, in state: inout WorldState) throws(ControlRefusal) {
    let before = place.map { state.accounts[$0] }
    let isNamed = before.map { $0[.email] != account[.email] || $0[.username] != account[.username] } ?? true
    if isNamed, let twin = state.accounts.place(ofTwin: account, at: place) {
      throw ControlRefusal(
        "the account '\(state.accounts[twin.place].title)' has the \(twin.attribute.name) '\(account[twin.attribute] ?? "")'", status: 409)
    }
    guard state.accounts.makeRoom(for: account, insteadOf: before) else {
      throw ControlRefusal(
        "texts and claims of the people would have more than \(Accounts.bytesLimit) bytes, which is the most",
        suggestion: "POST /__journey/reset resets the world", status: 413)
    }
  }

  private static func change(
    _ account: inout AccountState, by members: [JSONValue.Member], in state: WorldState
  ) throws(ControlRefusal) {
    let kept = KeptState(scope: .account, tables: state.tables)
    for member in members {
      if member.name == "claims" {
        guard let claims = member.value.objectValue else { throw ControlRefusal("'claims' is an object") }
        if let own = claims.first(where: { IssuerClaims.names.contains($0.name) }) {
          throw ControlRefusal("the issuer writes the claim '\(own.name)': no person has one of their own")
        }
        account.claims = claims.map { Value.Member($0.name, Value($0.value)) }
      } else if member.name == AccountAttribute.sub.name, member.value.stringValue == account[.sub] {
        continue
      } else if ["account", AccountAttribute.sub.name].contains(member.name) {
        throw ControlRefusal("'\(member.name)' cannot be changed")
      } else {
        guard kept.names.contains(member.name) else {
          throw .unknown(member.name, "fact or text", among: kept.names + ["claims"], status: 400)
        }
        try kept.change(member, in: &account.scope)
        // A new secret restarts its codes.
        if member.name == AccountAttribute.totp.name { account.lastTOTPStep = -1 }
      }
    }
  }
}

extension AccountState {
  /// Whether it was removed.
  fileprivate var isGone: Bool { name == nil && self[.sub] == nil }

  /// What a test calls it.
  fileprivate var title: String { name ?? self[.email] ?? self[.username] ?? self[.sub] ?? "" }
}
