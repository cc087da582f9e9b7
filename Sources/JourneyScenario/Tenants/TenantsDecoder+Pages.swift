internal import Diagnostics
internal import LocatedYAML

/// How pages become screens.
extension TenantsDecoder {
  mutating func pages(_ node: YAMLNode) -> PagesEntry? {
    guard let mapping = map(node, key: "pages") else { return nil }
    var pages = PagesEntry(range: mapping.range)
    entries(mapping, PagesKey.self, in: "in 'pages'") { decoder, key, entry in
      switch key {
      case .rules: pages.rules = decoder.pageRules(entry.value)
      case .messages: pages.messages = decoder.pageMessages(entry.value)
      }
    }
    return pages
  }

  /// The checks that are switched off; without a reason none is.
  mutating func checks(_ node: YAMLNode) -> [TenantEntry.SkippedCheck] {
    guard let mapping = map(node, key: "checks", wanted: "checks such as 'headers: {skip: the test proxy drops them}'") else { return [] }
    return mapping.entries.compactMap { entry in
      guard let keys = map(entry.value, key: entry.key.value, wanted: "{skip: why}") else { return nil }
      var reason: String?
      entries(keys, CheckKey.self, in: "in a check") { decoder, key, entry in
        switch key {
        case .skip: reason = decoder.reason(entry.value)
        }
      }
      return reason.map { TenantEntry.SkippedCheck(name: entry.key, reason: $0) }
    }
  }

  /// Why a check is switched off; an empty text, a blank and a flag do not count as reasons.
  private mutating func reason(_ node: YAMLNode) -> String? {
    guard let scalar = textScalar(node, key: "skip") else { return nil }
    guard scalar.text.contains(where: \.isLetter), !["true", "yes"].contains(scalar.text.lowercased()) else {
      report(
        .emptyValue, "'skip' takes the reason, and '\(scalar.text)' is none", at: node.range,
        suggestion: "write why it is switched off")
      return nil
    }
    return scalar.text
  }

  private mutating func pageRules(_ node: YAMLNode) -> [PagesEntry.Rule] {
    guard case .sequence(let sequence) = node else {
      reportType("rules", "a list of rules", node, suggestion: "write '- {screen: sign-in, path: /login}' below it")
      return []
    }
    return sequence.items.compactMap { pageRule($0) }
  }

  private mutating func pageRule(_ node: YAMLNode) -> PagesEntry.Rule? {
    guard let mapping = map(node, key: "rules", wanted: "rules such as {screen: sign-in, path: /login}") else { return nil }
    var rule = PagesEntry.Rule(screen: Located("", at: mapping.range))
    entries(mapping, PageRuleKey.self, in: "in a rule") { decoder, key, entry in
      switch key {
      case .screen: rule.screen = decoder.name(entry.value, key: "screen", wanted: "the id of a screen") ?? rule.screen
      case .path: rule.path = decoder.pagePath(entry.value)
      case .method: rule.method = decoder.word(entry.value, key: "method", PageMethod.self)?.rawValue
      case .status: rule.status = decoder.count(entry.value, key: "status", in: PagesEntry.statuses)
      case .title: rule.title = decoder.textScalar(entry.value, key: "title")?.text
      case .h1: rule.h1 = decoder.textScalar(entry.value, key: "h1")?.text
      case .has: rule.has = decoder.names(entry.value, key: "has", wanted: "a selector or a list of selectors")
      }
    }
    guard mapping[PageRuleKey.screen.rawValue] != nil else {
      report(.missingKey, "a rule needs 'screen', the id of the screen that the page is", at: mapping.range)
      return nil
    }
    if mapping.entries.count == 1 {
      report(
        .checksNothing, "this rule fits every page, so that all of them are '\(rule.screen.value)'", at: mapping.range, severity: .warning,
        suggestion: "add 'path' or 'h1'")
    }
    return rule.screen.value.isEmpty ? nil : rule
  }

  private mutating func pagePath(_ node: YAMLNode) -> String? {
    guard let path = name(node, key: "path", wanted: "a path such as /welcome/:token") else { return nil }
    guard path.value.hasPrefix("/"), !path.value.contains(where: { "?#*".contains($0) }) else {
      report(
        .badValue, "'path' takes the path of an address such as /welcome/:token, found '\(path.value)'", at: path.range,
        suggestion: Self.advice(onPath: path.value))
      return nil
    }
    return path.value
  }

  private static func advice(onPath path: String) -> String {
    if !path.hasPrefix("/") { return "begin it with '/'" }
    return path.contains("*") ? "write ':any' for a segment that changes" : "leave out what follows the path"
  }

  private mutating func pageMessages(_ node: YAMLNode) -> [PagesEntry.Messages] {
    let wanted = "a map of selectors, each with a level"
    guard !node.isNothing else {
      report(
        .emptyValue, "'messages' has no value", at: node.range,
        suggestion: "what follows '#' is a comment: write an id in quotes, e.g. \"#message\": error")
      return []
    }
    guard let mapping = map(node, key: "messages", wanted: wanted) else { return [] }
    return mapping.entries.compactMap { entry in
      guard let level = word(entry.value, key: entry.key.value, PageMessageLevel.self) else { return nil }
      return PagesEntry.Messages(selector: entry.key, level: level)
    }
  }
}

/// How a page is asked for.
private enum PageMethod: String, CaseIterable {
  case get = "GET"
  case post = "POST"
}
