import Diagnostics
import JourneyLanguage
import LocatedYAML

extension TenantDefinitionDecoder {
  private enum LimitKey: String, CaseIterable { case paths, requests, per }

  /// A list of `{paths, requests, per}`.
  mutating func limits(_ node: YAMLNode) -> [RequestLimit] {
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "limits are a list of {paths, requests, per}, found \(Self.kind(of: node))", node.range)
      return []
    }
    var limits: [RequestLimit] = []
    for item in sequence.items {
      if let limit = limit(item) { limits.append(limit) }
    }
    return limits
  }

  private mutating func limit(_ node: YAMLNode) -> RequestLimit? {
    guard let mapping = mapping(node, "a limit") else { return nil }
    checkKeys(mapping, LimitKey.self, of: "a limit")
    for key in LimitKey.allCases where mapping[key.rawValue] == nil {
      report(.missingKey, "a limit needs '\(key.rawValue)'", mapping.range)
    }
    let paths = mapping["paths"].map { texts($0, "a path") } ?? []
    for path in paths where !path.value.hasPrefix("/") {
      report(.badValue, "'\(path.value)' is not a path", path.range, suggestion: "write '/\(path.value)'")
    }
    let requests = mapping["requests"].flatMap { count($0) }
    let time = mapping["per"].flatMap { DurationText.decode($0, diagnostics: &diagnostics) }
    guard let requests, let time, let place = mapping["requests"]?.range else { return nil }
    return RequestLimit(paths: paths.map(\.value), requests: requests, time: time, place: place)
  }

  private mutating func count(_ node: YAMLNode) -> Int? {
    guard let scalar = scalar(node, "'requests'") else { return nil }
    if let count = Int(scalar.text), count > 0 { return count }
    report(.badValue, "'\(scalar.text)' is not a number of requests; write a whole number from 1", scalar.range)
    return nil
  }
}
