import Encodings
import TenantImport

/// The answers of a folder, sorted into objects; pages of one list are put together.
struct OktaSource: Sendable {
  private(set) var items: [OktaKind: [OktaItem]] = [:]
  private(set) var gaps: [ImportReport.Gap] = []
  /// Why it cannot be imported; lower case, without a full stop.
  private(set) var refusal: String?
  /// The lists that were fetched, empty ones too: kinds, types of policies, and policies whose rules were.
  private(set) var fetched: Set<String> = []
  /// Those of which something is missing, refused or damaged.
  private(set) var partial = OktaPartialLists()
  /// Files of which only the name may say which list they are of, and whether what they hold is there.
  private var unclear: [(file: String, isOther: Bool)] = []

  private var places: [String: Int] = [:]
  /// The org's id and its host, each with the first file that has it.
  private var organization: (id: String, file: String)?
  private var host: (name: String, file: String)?
  /// By the ids of rules, their policies and the files that say so.
  private var owners: [String: (policy: String, file: String)] = [:]

  /// Of everything in the folder, whatever its files are called.
  let digest: String

  init(_ folder: SourceFolder) {
    let damaged = folder.problems.map { $0.digest.isEmpty ? $0.reason : $0.digest }
    digest = MeaningDigest.of("\((folder.answersAsRead.map { MeaningDigest.of($0.body) } + damaged).sorted())")
    for problem in folder.problems {
      gaps.append(.init(SourceText.line(problem.file), .missing, problem.reason))
      unclear.append((problem.file, false))
    }
    let lost = Self.lostPages(of: folder.answers)
    for (url, reason) in lost.sorted(by: { $0.key < $1.key }) {
      gaps.append(.init("pages of \(OktaPath(url).shown)", .missing, reason))
      partial.add(OktaPath(url))
    }
    for answer in folder.answers where answer.page == nil || lost[answer.url ?? ""] == nil { add(answer) }
    let ids = Set((all(.policy) + all(.authenticator)).map(\.id))
    for (file, isOther) in unclear { partial.add(file: file, ids: ids, isOther: isOther) }
  }

  /// Notes that a list is not there as a whole.
  private mutating func note(partial path: OktaPath, _ file: String, isOther: Bool = false) {
    if path.isEmpty { unclear.append((file, isOther)) } else { partial.add(path) }
  }

  func all(_ kind: OktaKind) -> [OktaItem] { items[kind] ?? [] }

  /// Whether the whole list of these objects is there.
  func has(_ kind: OktaKind) -> Bool { fetched.contains(kind.rawValue) && !partial.contains(kind) }

  private mutating func add(_ answer: SourceAnswer) {
    let asked = OktaPath(answer.url ?? "")
    note(host: answer.url, answer.file)
    if answer.missing != nil || answer.body["errorCode"] != nil {
      let what = asked.isEmpty ? SourceText.line(answer.file) : "answer to \(asked.shown)"
      gaps.append(.init(what, .missing, answer.missing.map(SourceText.line) ?? OktaAPI.refusal(of: asked)))
      note(partial: asked, answer.file)
      return
    }
    if asked.isList, answer.body.arrayValue == nil { partial.add(asked) }
    if answer.url?.contains("/.well-known/okta-organization") == true { note(organization: answer.body, answer.file) }
    noteList(asked, answer)
    for (place, json) in (answer.body.arrayValue ?? [answer.body]).enumerated() { add(json, asked, "\(answer.file)#\(place + 1)") }
  }

  private mutating func noteList(_ asked: OktaPath, _ answer: SourceAnswer) {
    if let kind = asked.kind { fetched.insert(kind.rawValue) }
    let count = answer.body.arrayValue?.count ?? 0
    if answer.page == nil, count > 0, count == Self.page || asked.limit == count {
      let what = asked.isEmpty ? SourceText.line(answer.file) : "list of \(asked.shown)"
      gaps.append(.init(what, .assumed, "it has \(count) entries, as many as a page: that no further page was left out is assumed"))
    }
    if let type = asked.policyType { fetched.insert(type) }
    if asked.kind == .rule, let parent = asked.parent { fetched.insert("rules of \(parent)") }
    // An empty list has no content that identifies it, only the name of its file.
    if answer.body.arrayValue?.isEmpty == true, asked.isEmpty {
      let name = answer.file.lowercased()
      for (word, kind) in Self.fileWords where name.contains(word) { fetched.insert(kind.rawValue) }
      for type in OktaPolicyType.allCases where name.uppercased().contains(type.rawValue) { fetched.insert(type.rawValue) }
    }
  }

  /// The lists whose number of pages is known and of which a page is not in the folder, with what is said of them: a list in part is none.
  private static func lostPages(of answers: [SourceAnswer]) -> [String: String] {
    Dictionary(grouping: answers.filter { $0.page != nil }, by: { $0.url ?? "" }).compactMapValues { pages in
      let found = Set(pages.compactMap { $0.page?.number })
      let count = pages.compactMap { $0.page?.count }.max() ?? 0
      return found.count < count ? "\(found.count) of \(count) pages are in the folder" : nil
    }
  }

  /// As many entries as most lists of the API have on a page.
  private static let page = 200

  private static let fileWords: [(String, OktaKind)] = [
    ("zones", .zone), ("group-rules", .groupRule), ("groups-rules", .groupRule), ("behaviors", .behavior),
    ("assurances", .assurance), ("authenticators", .authenticator),
    ("apps", .app), ("user-types", .userType), ("meta-types-user", .userType),
  ]

  private mutating func add(_ json: JSONValue, _ asked: OktaPath, _ place: String) {
    guard json.objectValue != nil else {
      note(partial: asked, place)
      gaps.append(.init("answer in \(SourceText.line(place))", .missing, "it is not an object of an org"))
      append(
        .other,
        OktaItem(
          kind: .other, id: place, type: "", name: place,
          object: SourceObject(kind: "other answer", name: SourceText.line(place), json: json),
          file: place))
      return
    }
    if json["pipeline"] != nil { note(organization: json, place) }
    let link = json["_links"]?["self"]?["href"]?.stringValue
    note(hostsOf: json, place)
    let own = OktaPath(link ?? "")
    let path = own.kind == nil ? asked : own
    // A rule without actions looks like a policy.
    let kind = path.kind == .rule ? .rule : OktaShape.kind(of: json) ?? path.kind ?? .other
    if kind == .rule, let id = json["id"]?.stringValue, let policy = path.parent { note(rule: id, of: policy, place) }
    if kind == .other, asked.isEmpty, own.isEmpty { note(partial: asked, place, isOther: true) }
    let type = json["type"]?.stringValue?.uppercased() ?? ""
    let id = json["id"]?.stringValue ?? (kind == .method ? "\(path.parent ?? "")/\(type)" : place)
    let name = SourceText.name(Self.name(json, kind) ?? place)
    fetched.insert(kind.rawValue)
    if kind == .policy { fetched.insert(type) }
    if kind == .rule, let parent = path.parent { fetched.insert("rules of \(parent)") }
    if kind.hasStatus, json["status"] == nil {
      gaps.append(.init("status of the \(kind.rawValue) '\(name)'", .missing, OktaStatus.reason))
    }
    let label =
      switch kind {
      case .person: "a person"
      case .organization: "the org"
      case .other: SourceText.line(place)
      default: name
      }
    append(
      kind,
      OktaItem(
        kind: kind, id: id, parent: path.kind == kind ? path.parent : nil, type: type, name: name,
        object: SourceObject(kind: kind.rawValue, name: label, json: json, mayBeEmpty: OktaEmptyMembers.all), file: place))
  }

  private static func name(_ json: JSONValue, _ kind: OktaKind) -> String? {
    switch kind {
    case .app: json["label"]?.stringValue ?? json["name"]?.stringValue
    case .group: json["profile"]?["name"]?.stringValue
    case .method: json["type"]?.stringValue
    default: json["name"]?.stringValue
    }
  }

  /// Of an object that is there twice the one that was changed last counts.
  private mutating func append(_ kind: OktaKind, _ item: OktaItem) {
    let key = "\(kind.rawValue) \(item.parent ?? "") \(item.id)"
    guard let place = places[key], let known = items[kind]?[place] else {
      places[key] = items[kind]?.count ?? 0
      items[kind, default: []].append(item)
      return
    }
    guard known.object.json != item.object.json else { return }
    let times = [known, item].map { $0.object.json["lastUpdated"]?.stringValue.flatMap(OktaMoment.init) }
    guard let first = times[0], let second = times[1], first != second else {
      guard kind != .person, kind != .other, kind != .organization else { return }
      return refuse(
        "\(SourceText.line("the \(kind.rawValue) '\(item.name)'")) is there twice with different content, and which was changed last is not known",
        known.file, item.file)
    }
    gaps.append(.init("\(kind.rawValue) '\(item.name)'", .assumed, "it is in the folder twice, and differs: the one changed last counts"))
    if first < second { items[kind]?[place] = item }
  }
}

/// What a folder of one org cannot have.
extension OktaSource {
  /// The first reason counts.
  private mutating func refuse(_ reason: String, _ first: String, _ second: String) {
    refusal = refusal ?? "\(reason): '\(SourceText.line(first))' and '\(SourceText.line(second))'"
  }

  private mutating func note(organization json: JSONValue, _ file: String) {
    refusal = refusal ?? OktaAPI.refusal(ofPipeline: json["pipeline"]?.stringValue, "'\(SourceText.line(file))'")
    guard let id = json["id"]?.stringValue else { return }
    guard let known = organization else { return organization = (id, file) }
    if known.id != id { refuse("the folder has answers of two orgs", known.file, file) }
  }

  private mutating func note(host address: String?, _ file: String) {
    guard let address, let name = OktaPath.host(of: address) else { return }
    guard let known = host else { return host = (name, file) }
    if known.name != name { refuse("the folder has answers of two orgs, '\(known.name)' and '\(name)'", known.file, file) }
  }

  /// The hosts of all links to the API, and of the org's own.
  private mutating func note(hostsOf json: JSONValue, _ file: String) {
    for (name, link) in json["_links"]?.objectValue?.map({ ($0.name, $0.value) }) ?? [] {
      for one in link.arrayValue ?? [link] {
        guard let address = one["href"]?.stringValue, name == "self" || name == "organization" || !OktaPath(address).isEmpty else {
          continue
        }
        note(host: address, file)
      }
    }
  }

  private mutating func note(rule id: String, of policy: String, _ file: String) {
    guard let known = owners[id] else { return owners[id] = (policy, file) }
    if known.policy != policy { refuse("a rule is there below two policies", known.file, file) }
  }
}
