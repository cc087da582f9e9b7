import Encodings
import TenantImport

/// The answers of a folder, sorted into objects; pages of one list are put together.
struct OktaSource: Sendable {
  private(set) var items: [OktaKind: [OktaItem]] = [:]
  private(set) var gaps: [ImportReport.Gap] = []
  /// `idx` or `v1`, where the folder has the org's description.
  private(set) var pipeline: String?
  /// The lists that were fetched, empty ones too: kinds, types of policies, and policies whose rules were.
  private(set) var fetched: Set<String> = []

  private var places: [String: Int] = [:]

  init(_ folder: SourceFolder) {
    for problem in folder.problems { gaps.append(.init(SourceText.line(problem.file), .missing, problem.reason)) }
    for answer in folder.answers { add(answer) }
  }

  func all(_ kind: OktaKind) -> [OktaItem] { items[kind] ?? [] }

  private mutating func add(_ answer: SourceAnswer) {
    let asked = OktaPath(answer.url ?? "")
    if answer.body["errorCode"] != nil {
      let what = asked.isEmpty ? SourceText.line(answer.file) : "answer to \(asked.shown)"
      gaps.append(.init(what, .missing, "the org refused it"))
      return
    }
    if let pipeline = answer.body["pipeline"]?.stringValue { self.pipeline = pipeline }
    noteList(asked, answer)
    for (place, json) in (answer.body.arrayValue ?? [answer.body]).enumerated() { add(json, asked, "\(answer.file)#\(place + 1)") }
  }

  private mutating func noteList(_ asked: OktaPath, _ answer: SourceAnswer) {
    if let kind = asked.kind { fetched.insert(kind.rawValue) }
    let count = answer.body.arrayValue?.count ?? 0
    if count > 0, count == Self.page || asked.limit == count {
      let what = asked.isEmpty ? SourceText.line(answer.file) : "list of \(asked.shown)"
      gaps.append(.init(what, .assumed, "it has \(count) entries, as many as a page: that no further page was left out is assumed"))
    }
    if let type = asked.policyType { fetched.insert(type) }
    if asked.kind == .rule, let parent = asked.parent { fetched.insert("rules of \(parent)") }
    // An empty list says nothing of itself but the name of its file.
    if answer.body.arrayValue?.isEmpty == true, asked.isEmpty {
      let name = answer.file.lowercased()
      for (word, kind) in Self.fileWords where name.contains(word) { fetched.insert(kind.rawValue) }
      for type in OktaPolicyType.allCases where name.uppercased().contains(type.rawValue) { fetched.insert(type.rawValue) }
    }
  }

  /// As many entries as most lists of the API have on a page.
  private static let page = 200

  private static let fileWords: [(String, OktaKind)] = [
    ("zones", .zone), ("group-rules", .groupRule), ("behaviors", .behavior), ("assurances", .assurance), ("authenticators", .authenticator),
    ("apps", .app), ("user-types", .userType),
  ]

  private mutating func add(_ json: JSONValue, _ asked: OktaPath, _ place: String) {
    guard json.objectValue != nil else {
      append(
        .other,
        OktaItem(id: place, type: "", name: place, object: SourceObject(kind: "other answer", name: SourceText.line(place), json: json)))
      return
    }
    let own = OktaPath(json["_links"]?["self"]?["href"]?.stringValue ?? "")
    let path = own.kind == nil ? asked : own
    let kind = OktaShape.kind(of: json) ?? path.kind ?? .other
    let type = json["type"]?.stringValue?.uppercased() ?? ""
    let id = json["id"]?.stringValue ?? (kind == .method ? "\(path.parent ?? "")/\(type)" : place)
    let name = SourceText.name(Self.name(json, kind) ?? place)
    fetched.insert(kind.rawValue)
    if kind == .policy { fetched.insert(type) }
    if kind == .rule, let parent = path.parent { fetched.insert("rules of \(parent)") }
    let label = kind == .person ? "a person" : kind == .other ? SourceText.line(place) : name
    append(
      kind,
      OktaItem(
        id: id, parent: path.kind == kind ? path.parent : nil, type: type, name: name,
        object: SourceObject(kind: kind.rawValue, name: label, json: json)))
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
    gaps.append(.init("\(kind.rawValue) '\(item.name)'", .assumed, "it is in the folder twice, and differs: the one changed last counts"))
    let times = [known, item].map { $0.object.json["lastUpdated"]?.stringValue ?? "" }
    if times[0] <= times[1] { items[kind]?[place] = item }
  }
}
