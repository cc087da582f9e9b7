import Encodings
import TenantImport

/// The objects of a folder of answers, to be changed where they are.
struct PlannedObjects: Sendable {
  /// A list whose objects are tried in an order: policies of a type, or rules of a policy.
  enum List: Sendable, Hashable {
    case policies(type: String)
    case rules(policy: String)
  }

  private(set) var answers: [SourceAnswer]
  /// Where an object is: an object may be in the folder several times.
  private var places: [String: [Place]] = [:]

  private struct Place: Sendable {
    var answer: Int
    /// `nil` where the answer is the object.
    var element: Int?
  }

  init(_ answers: [SourceAnswer]) {
    self.answers = answers
    for (index, answer) in answers.enumerated() { note(answer.body, Place(answer: index)) }
  }

  private mutating func note(_ body: JSONValue, _ place: Place) {
    for (index, item) in (body.arrayValue ?? []).enumerated() { note(item, Place(answer: place.answer, element: index)) }
    if body.arrayValue == nil, let id = body["id"]?.stringValue { places[id, default: []].append(place) }
  }

  subscript(id: String) -> JSONValue? { places[id]?.first.flatMap(object) }

  private func object(_ place: Place) -> JSONValue? {
    let body = answers[place.answer].body
    guard let element = place.element else { return body.isNull ? nil : body }
    return body[element]
  }

  /// The ids of the objects that fit.
  func ids(where fits: (JSONValue) -> Bool) -> [String] { places.keys.sorted().filter { self[$0].map(fits) ?? false } }

  /// The policy of a rule.
  func policy(of rule: String) -> String? {
    guard let place = places[rule]?.first else { return nil }
    let link = object(place)?["_links"]?["self"]?["href"]?.stringValue
    return link.flatMap { OktaPath($0).parent } ?? answers[place.answer].url.flatMap { OktaPath($0).parent }
  }

  /// Changes an object wherever it is.
  mutating func change(_ id: String, _ change: (JSONValue) -> JSONValue) {
    for place in places[id] ?? [] {
      guard let object = object(place) else { continue }
      set(change(object), at: place)
    }
  }

  private mutating func set(_ object: JSONValue, at place: Place) {
    guard let element = place.element, case .array(var items) = answers[place.answer].body else {
      return answers[place.answer].body = object
    }
    items[element] = object
    answers[place.answer].body = .array(items)
  }

  /// Changes the methods of an authenticator, which have no ids: those of these types.
  ///
  /// - Returns: the types of which it has none.
  mutating func change(methodsOf authenticator: String, _ changes: [String: (JSONValue) -> JSONValue]) -> Set<String> {
    var missing = Set(changes.keys)
    for index in answers.indices {
      guard let path = answers[index].url.map(OktaPath.init), path.kind == .method, path.parent == authenticator else { continue }
      func changed(_ method: JSONValue) -> JSONValue {
        guard let type = method["type"]?.stringValue?.lowercased(), let change = changes[type] else { return method }
        missing.remove(type)
        return change(method)
      }
      let body = answers[index].body
      answers[index].body = body.arrayValue.map { .array($0.map(changed)) } ?? changed(body)
    }
    return missing
  }

  /// Takes objects away, with the rules of policies.
  mutating func remove(_ ids: Set<String>) {
    for index in answers.indices {
      let path = answers[index].url.map(OktaPath.init)
      if let owner = path?.parent, ids.contains(owner) { answers[index].body = .array([]) }
      switch answers[index].body {
      case .array(let items):
        let left = items.filter { !isOne($0, of: ids) }
        if left.count < items.count { answers[index].body = .array(left) }
      case .object: if isOne(answers[index].body, of: ids) { answers[index].body = .array([]) }
      case .null, .bool, .number, .string: break
      }
    }
    self = PlannedObjects(answers)
  }

  private func isOne(_ object: JSONValue, of ids: Set<String>) -> Bool {
    if let id = object["id"]?.stringValue, ids.contains(id) { return true }
    return object["_links"]?["self"]?["href"]?.stringValue.flatMap { OktaPath($0).parent }.map(ids.contains) ?? false
  }

  /// Adds an object, or a list of some.
  ///
  /// - Parameter path: its address, e.g. `/api/v1/policies/a/rules/b`.
  mutating func add(_ body: JSONValue, at path: String, from file: String) {
    answers.append(SourceAnswer(file: file, url: path, body: body))
    note(body, Place(answer: answers.count - 1))
  }

  /// Notes that a list is not there as a whole.
  mutating func miss(_ path: String, _ reason: String, from file: String) {
    answers.append(SourceAnswer(file: file, url: path, missing: reason, body: .null))
  }

  /// The ids of a list, in the order in which they are tried.
  func inOrder(_ list: List) -> [String] {
    var found: [(isSystem: Bool, priority: Int, id: String)] = []
    for (id, _) in places {
      guard let object = self[id], isIn(list, object, id) else { continue }
      found.append((object["system"]?.boolValue ?? false, object["priority"]?.intValue ?? .max, id))
    }
    return found.sorted { ($0.isSystem ? 1 : 0, $0.priority, $0.id) < ($1.isSystem ? 1 : 0, $1.priority, $1.id) }.map(\.id)
  }

  private func isIn(_ list: List, _ object: JSONValue, _ id: String) -> Bool {
    switch list {
    case .policies(let type): object["type"]?.stringValue?.uppercased() == type && object["actions"] == nil && policy(of: id) == nil
    case .rules(let policy): self.policy(of: id) == policy
    }
  }

  /// Policies of a type.
  func policies(of type: OktaPolicyType) -> [String] { inOrder(.policies(type: type.rawValue)) }
}

extension PlannedObjects.List: Comparable {
  private var key: String {
    switch self {
    case .policies(let type): "0 \(type)"
    case .rules(let policy): "1 \(policy)"
    }
  }

  static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}
