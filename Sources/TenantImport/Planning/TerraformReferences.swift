import Encodings

/// From which resources the attributes of a plan's resources take their values, as far as its `configuration` says so.
///
/// The configuration has the names in an expression and not the expression itself: `[okta_group.a.id]` and a function of that id look the same.
struct TerraformReferences: Sendable {
  private let root: JSONValue
  /// The resources of the configuration, by their addresses without any key.
  private var resources: [String: JSONValue] = [:]
  /// The addresses of resources by those without the key of the instance.
  private let instances: [String: [String]]

  /// - Parameter addresses: of all resources of the plan.
  init(_ configuration: JSONValue, addresses: [String]) {
    root = configuration["root_module"] ?? .null
    instances = Dictionary(grouping: addresses) { Address($0).withoutKey.text }
    note(root, "")
  }

  /// - Parameter place: of the module, with a dot at the end.
  private mutating func note(_ module: JSONValue, _ place: String) {
    for resource in module["resources"]?.arrayValue ?? [] {
      if let address = resource["address"]?.stringValue { resources[place + address] = resource }
    }
    for call in module["module_calls"]?.objectValue ?? [] { note(call.value["module"] ?? .null, "\(place)module.\(call.name).") }
  }

  /// How many outputs and variables an id may come through.
  private static let mostSteps = 16

  /// The addresses of the resources whose ids an attribute is made of; `nil` where something else is in it.
  func resources(of attribute: String, at address: String) -> [String]? {
    let place = Address(address)
    guard let resource = resource(place), let expression = resource["expressions"]?[attribute] else { return nil }
    return resources(in: expression, at: place, Self.mostSteps)
  }

  /// Whether the configuration says something of an attribute; `nil` where the resource is not in it.
  func isConfigured(_ attribute: String, at address: String) -> Bool? {
    resource(Address(address)).map { $0["expressions"]?[attribute] != nil }
  }

  private func module(_ names: [String]) -> JSONValue {
    names.reduce(root) { module, name in module["module_calls"]?[name]?["module"] ?? .null }
  }

  private func resource(_ place: Address) -> JSONValue? {
    resources[place.modules.map { "module.\($0.name)." }.joined() + place.resource]
  }

  /// - Parameter place: of the resource, or of what is in its module.
  private func resources(in expression: JSONValue, at place: Address, _ steps: Int) -> [String]? {
    guard steps > 0, let names = expression["references"]?.arrayValue?.compactMap(\.stringValue), !names.isEmpty else { return nil }
    var found: [String] = []
    // One expression is for all instances: each takes the one with its own key.
    let isByKey = names.contains("count.index") || names.contains("each.key")
    // 'okta_group.a.id' is followed by 'okta_group.a'.
    for name in names where !["count.index", "each.key"].contains(name) && !names.contains(where: { $0.hasPrefix("\(name).") }) {
      guard let addresses = resources(of: ConfiguredName(name), at: place, isByKey: isByKey, steps - 1) else { return nil }
      for address in addresses where !found.contains(address) { found.append(address) }
    }
    return found.isEmpty ? nil : found
  }

  private func resources(of reference: ConfiguredName, at place: Address, isByKey: Bool, _ steps: Int) -> [String]? {
    let words = reference.words
    switch words.first?.name {
    case "var" where words.count == 2:
      guard let call = place.modules.last else { return nil }
      let outer = Address(modules: place.modules.dropLast(), resource: "", index: call.index)
      let expression = module(outer.modules.map(\.name))["module_calls"]?[call.name]?["expressions"]?[words[1].name]
      return expression.flatMap { resources(in: $0, at: outer, steps) }
    case "module" where words.count == 3:
      let inner = Address(modules: place.modules + [Address.Part(name: words[1].name, index: words[1].index)], resource: "", index: nil)
      let expression = module(inner.modules.map(\.name))["outputs"]?[words[2].name]?["expression"]
      return expression.flatMap { resources(in: $0, at: inner, steps) }
    case "var", "module", "local", "each", "count", "path", "terraform", "self", "data", nil: return nil
    default:
      guard words.count == 2 || words.count == 3 && words[2].name == "id" else { return nil }
      var target = Address(modules: place.modules, resource: "\(words[0].name).\(words[1].name)", index: nil)
      guard let resource = resource(target) else { return nil }
      let isMany = resource["for_each_expression"] != nil || resource["count_expression"] != nil
      target.index = words[1].index ?? (isMany && isByKey ? place.index : nil)
      // 'okta_group.a[*].id' is all of them.
      return target.index == nil && isMany ? instances[target.text] : [target.text]
    }
  }
}

/// An address of a resource in its parts.
private struct Address {
  struct Part {
    var name: String
    /// With its brackets.
    var index: String?
  }

  var modules: [Part]
  /// E.g. `okta_group.a`.
  var resource: String
  /// With its brackets.
  var index: String?

  init(modules: [Part], resource: String, index: String?) {
    self.modules = modules
    self.resource = resource
    self.index = index
  }

  init(_ text: String) {
    var words = ConfiguredName(text).words
    modules = []
    while words.count > 2, words[0].name == "module" {
      modules.append(Part(name: words[1].name, index: words[1].index))
      words.removeFirst(2)
    }
    resource = words.map(\.name).joined(separator: ".")
    index = words.last?.index
  }

  var withoutKey: Address { Address(modules: modules, resource: resource, index: nil) }

  var text: String {
    let before = modules.map { "module.\($0.name)\($0.index ?? "")." }.joined()
    return "\(before)\(resource)\(index ?? "")"
  }
}

/// A name in dots, with keys in brackets.
private struct ConfiguredName {
  struct Word {
    var name: String
    /// With its brackets.
    var index: String?
  }

  private(set) var words: [Word] = []

  init(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "." && $0 != "[" }
      rest = rest.dropFirst(name.count)
      var word = Word(name: String(name))
      while rest.first == "[" {
        let key = Self.key(rest)
        word.index = (word.index ?? "") + key
        rest = rest.dropFirst(key.count)
      }
      words.append(word)
      if rest.first == "." { rest = rest.dropFirst() }
    }
  }

  /// What is in brackets at the beginning, with them: a key may have any sign between its quotes.
  private static func key(_ text: Substring) -> Substring {
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let sign = text[index]
      if isEscaped { isEscaped = false } else if sign == "\\" { isEscaped = isQuoted } else if sign == "\"" { isQuoted.toggle() }
      if sign == "]", !isQuoted { return text[...index] }
    }
    return text
  }
}
