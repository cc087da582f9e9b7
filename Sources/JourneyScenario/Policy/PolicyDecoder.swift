package import Diagnostics
internal import Encodings
internal import JourneyModel
internal import LocatedYAML

extension Policy {
  /// Reads a policy as it lies on disk.
  ///
  /// Where something is wrong with it, what could be read is less than what was written, never more.
  package static func read(_ bytes: [UInt8], named name: String) -> (policy: Policy, diagnostics: [Diagnostic]) {
    var decoder = PolicyDecoder()
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &decoder.diagnostics)
    let policy = decoder.policy(documents, file)
    return (policy, decoder.diagnostics.inOrder(of: file))
  }
}

/// Reads the tree of a policy file, and collects everything that is wrong with it.
struct PolicyDecoder: NodeDecoder {
  var diagnostics: [Diagnostic] = []

  mutating func policy(_ documents: [YAMLNode], _ file: SourceFile) -> Policy {
    var policy = Policy()
    for document in documents.dropFirst() {
      report(.wrongType, "a policy is one map, found several documents", at: document.range)
    }
    guard let document = documents.first else {
      if diagnostics.isEmpty { report(.missingKey, "a policy lists what is allowed, found nothing", at: file.start) }
      return policy
    }
    guard case .mapping(let mapping) = document else {
      report(.wrongType, "a policy is a map with \(Self.list(PolicyKey.names)), found \(document.kindName)", at: document.range)
      return policy
    }
    for entry in mapping.entries {
      guard let key = PolicyKey(rawValue: entry.key.value) else {
        reportUnknown(entry.key, PolicyKey.self, in: "in a policy")
        continue
      }
      if entry.value.isNothing {
        reportEmpty(key.rawValue, at: entry.key.range)
      } else {
        take(key, entry.value, &policy)
      }
    }
    checkSecrets(mapping, policy)
    return policy
  }

  private mutating func take(_ key: PolicyKey, _ node: YAMLNode, _ policy: inout Policy) {
    switch key {
    case .origins: policy.origins = origins(node, key: "origins")
    case .env: policy.variables = Set(names(node, key: "env").map(\.value))
    case .secrets: takeSecrets(node, &policy)
    case .commands: policy.commands = commands(node)
    case .probes: policy.probes = probes(node)
    }
  }

  /// Addresses of which only scheme, host and port count, or a single one.
  private mutating func origins(_ node: YAMLNode, key: String) -> Set<Origin> {
    Set(names(node, key: key, wanted: "an address such as https://acme.test, or a list").compactMap { origin($0, key: key) })
  }

  private mutating func origin(_ text: Located<String>, key: String) -> Origin? {
    let wanted = "'\(key)' takes an address such as https://acme.test, without a path"
    do throws(WebURLError) {
      let url = try WebURL(text.value)
      guard let origin = url.originParts, url.userInfo == nil, url.query == nil, url.fragment == nil, ["", "/"].contains(url.path) else {
        report(.badValue, "\(wanted), found '\(text.value)'", at: text.range)
        return nil
      }
      return Origin(scheme: origin.scheme, host: origin.host, port: origin.port)
    } catch {
      report(.badValue, "\(wanted), found '\(text.value)'", at: text.range)
      return nil
    }
  }

  private mutating func takeSecrets(_ node: YAMLNode, _ policy: inout Policy) {
    guard let mapping = map(node, key: "secrets", wanted: "a map of secrets, each with the origins that it may go to") else { return }
    for entry in mapping.entries {
      if entry.value.isNothing {
        reportEmpty(entry.key.value, at: entry.key.range)
        continue
      }
      takeSecret(entry, &policy)
    }
  }

  /// The places that it may go to, or a map with them and with fields.
  private mutating func takeSecret(_ entry: YAMLMapping.Entry, _ policy: inout Policy) {
    let name = entry.key.value
    guard case .mapping(let mapping) = entry.value else {
      takePlaces(entry.value, ofSecret: name, key: name, &policy)
      return
    }
    entries(mapping, PolicySecretKey.self, in: "in a secret") { decoder, key, entry in
      switch key {
      case .origins: decoder.takePlaces(entry.value, ofSecret: name, key: key.rawValue, &policy)
      case .fields: policy.fields[name] = Set(decoder.names(entry.value, key: key.rawValue).map(\.value))
      }
    }
    if mapping[PolicySecretKey.origins.rawValue] == nil {
      report(.missingKey, "a secret needs 'origins' with the addresses that it may go to", at: mapping.range)
    }
  }

  private mutating func takePlaces(_ node: YAMLNode, ofSecret name: String, key: String, _ policy: inout Policy) {
    let places = names(node, key: key, wanted: "an address such as https://acme.test, 'mock:acme', or a list")
    policy.mocks[name] = Set(places.compactMap { Self.mock($0.value) })
    policy.secrets[name] = Set(places.filter { Self.mock($0.value) == nil }.compactMap { origin($0, key: key) })
  }

  /// The tenant that `mock:acme` names.
  private static func mock(_ text: String) -> String? {
    text.hasPrefix("mock:") && text.utf8.count > 5 ? String(text.dropFirst(5)) : nil
  }

  /// A secret for an address that is not allowed is a slip of the hand.
  private mutating func checkSecrets(_ mapping: YAMLMapping, _ policy: Policy) {
    guard case .mapping(let secrets)? = mapping[PolicyKey.secrets.rawValue] else { return }
    for entry in secrets.entries {
      for origin in (policy.secrets[entry.key.value] ?? []).subtracting(policy.origins).sorted(by: { $0.description < $1.description }) {
        report(
          .badValue, "'\(entry.key.value)' may go to '\(origin)', which 'origins' does not name", at: entry.key.range,
          suggestion: "write it under 'origins' too")
      }
    }
  }

  private mutating func commands(_ node: YAMLNode) -> [Policy.Command] {
    guard case .sequence(let sequence) = node else {
      reportType("commands", "a list of commands", node, suggestion: "write '- run: [make, seed]' below it")
      return []
    }
    return sequence.items.compactMap { command($0) }
  }

  private mutating func command(_ node: YAMLNode) -> Policy.Command? {
    guard let mapping = map(node, key: "commands", wanted: "commands of the form {run: [make, seed]}") else { return nil }
    var command = Policy.Command(words: [])
    entries(mapping, PolicyCommandKey.self, in: "in a command") { decoder, key, entry in
      switch key {
      case .run: command.words = decoder.words(entry.value)
      case .env: command.variables = decoder.names(entry.value, key: "env").map(\.value)
      case .timeout: command.timeout = decoder.duration(entry.value, key: "timeout") ?? command.timeout
      }
    }
    if mapping[PolicyCommandKey.run.rawValue] == nil {
      report(.missingKey, "a command needs 'run' with the program and its arguments", at: mapping.range)
    }
    return command.words.isEmpty ? nil : command
  }

  private mutating func words(_ node: YAMLNode) -> [String] {
    guard case .sequence(let sequence) = node, !sequence.items.isEmpty else {
      reportType("run", "a list: the program and its arguments", node)
      return []
    }
    let words = sequence.items.compactMap { textScalar($0, key: "run").map { Located($0.text, at: $0.range) } }
    for (index, word) in words.enumerated() {
      if index == 0, word.value.hasSuffix("*") || word.value.isEmpty {
        report(.badValue, "the program is named in full, found '\(word.value)'", at: word.range)
        return []
      }
      if word.value == Policy.Command.anyMore, index < words.count - 1 {
        report(.badValue, "'**' stands for all further arguments, so it is the last one", at: word.range)
        return []
      }
    }
    return words.count == sequence.items.count ? words.map(\.value) : []
  }

  private mutating func probes(_ node: YAMLNode) -> Set<Probe> {
    var probes: Set<Probe> = []
    let possible = Probe.names
    for name in names(node, key: "probes", wanted: "a probe or a list of them: \(Self.list(possible))") {
      if let probe = Probe(rawValue: name.value) {
        probes.insert(probe)
      } else {
        diagnostics.append(.unknown(.badValue, "no probe is called '\(name.value)'", name, among: possible))
      }
    }
    return probes
  }

  private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
