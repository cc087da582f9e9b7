import Encodings
import TenantDecisions

/// The differences of a run, one JSON object a line: each change, then the end.
package struct DifferenceJSON {
  private let difference: RunDifference

  package init(_ difference: RunDifference) { self.difference = difference }

  package var text: String {
    let groups = difference.groups.filter(\.isOfTexts)
    let names = Dictionary(groups.flatMap { group in group.changes.map { ($0.id, group.id) } }) { first, _ in first }
    var lines = difference.changes.map { Self.change($0, of: names[$0.id]) }
    lines += difference.accounts.map(Self.people)
    lines += difference.promises.flatMap(\.doubts).map { Self.notKnown($0, [.init("v", .integer(1)), .init("kind", "promise-not-known")]) }
    lines += difference.rules.flatMap { [Self.rules($0)] + $0.renames.map(Self.renamed) }
    lines += difference.computedChanges.map(Self.computed) + difference.ruledDoubts.map(Self.doubtful)
    lines += difference.unexercised.map(Self.unexercised)
    lines += difference.missing.map(Self.missing)
    lines.append(ended)
    return lines.map { JSONWriter.text(of: $0) + "\n" }.joined()
  }

  private static func change(_ change: Change, of group: String?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("v", .integer(1)), .init("kind", "change"), .init("id", .string(change.id)), .init("class", .string(change.meaning.rawValue)),
      .init("change", .string(change.kind.rawValue)), .init("text", .string(change.sentence)),
    ]
    if let group { members.append(.init("group", .string(group))) }
    if !change.first.screen.isEmpty { members.append(.init("screen", .string(change.first.screen))) }
    if !change.first.element.isEmpty { members.append(.init("element", .string(change.first.element))) }
    if change.kind == .screenAdded, let screen = change.first.screenNow {
      members.append(.init("asks", .array((screen.asked + screen.ticked).map(JSONValue.string))))
    }
    members += [
      .init(
        "wordings",
        .array(
          change.wordings.filter { $0.element.before != nil || $0.element.now != nil }.map { tally in
            .object(
              [.init("walks", .integer(tally.count))] + Self.text("before", tally.element.before) + Self.text("now", tally.element.now))
          })),
      .init("cases", .array(change.cases.map(JSONValue.string))), .init("caseCount", .integer(change.cases.count)),
      .init("accounts", .array(change.accounts.map(JSONValue.string))), .init("certain", .bool(change.untold == 0)),
      .init("causes", .array(change.causes.map { .object(Self.cause($0)) })),
      .init("allowed", change.allowed.map(JSONValue.string) ?? .null),
    ]
    return .object(members)
  }

  private static func computed(_ change: ComputedChange) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("v", .integer(1)), .init("kind", .string(change.rule == nil ? "people-change" : "rule-change")),
      .init("id", .string(change.id)), .init("class", .string(change.meaning.rawValue)), .init("text", .string(change.sentence)),
    ]
    if let rule = change.rule {
      members += [
        .init("places", .array(rule.places.map(place))),
        .init("now", side(rule.now)), .init("before", side(rule.before)),
        .init("openFlags", .array(rule.openFlags.map(JSONValue.string))), .init("walked", .array(change.walked.map(walked))),
      ]
      members += HeadcountJSON.members(rule.count)
    } else {
      members += [
        .init("who", .array(change.people.map(JSONValue.string))), .init("now", .string(change.now)),
        .init("before", .string(change.before)),
      ]
      members += change.known.first.map(known) ?? []
    }
    return .object(members + [.init("allowed", change.allowed.map(JSONValue.string) ?? .null)])
  }

  /// The first line, and the people that could not be worked out.
  private static func people(_ accounts: ComparedAccounts) -> JSONValue {
    [
      "v": .integer(1), "kind": "people", "before": .string(accounts.before), "after": .string(accounts.now),
      "text": .string(accounts.headline),
      "notKnown": .array(
        accounts.doubts.map { notKnown($0) }),
    ]
  }

  private static func notKnown(_ doubtful: ComparedAccounts.Doubtful, _ first: [JSONValue.Member] = []) -> JSONValue {
    .object(
      first + [
        .init("id", doubtful.id.map(JSONValue.string) ?? .null), .init("who", .array(doubtful.people.map(JSONValue.string))),
        .init("text", .string(doubtful.sentence)), .init("reason", .string(doubtful.reason)),
        .init("allowed", doubtful.allowed.map(JSONValue.string) ?? .null),
      ])
  }

  /// The first line of what rules ask for.
  private static func rules(_ rules: ComparedRules) -> JSONValue {
    [
      "v": .integer(1), "kind": "rules", "before": .string(rules.before), "after": .string(rules.now), "text": .string(rules.headline),
    ]
  }

  private static func renamed(_ rename: RuleRename) -> JSONValue {
    [
      "v": .integer(1), "kind": "name-changed", "fact": .string(rename.fact), "before": .string(rename.before), "now": .string(rename.now),
      "text": .string(rename.sentence),
    ]
  }

  private static func place(_ place: RuleChange.Place) -> JSONValue {
    .object(
      [.init("apps", .array(place.apps.map(JSONValue.string))), .init("who", .string(place.who))] + known(place.known)
        + HeadcountJSON.members(place.count))
  }

  /// A screen on which walks of these people end now.
  private static func walked(_ change: Change) -> JSONValue {
    [
      "screen": .string(change.first.screen), "text": .string(change.way), "cases": .array(change.cases.map(JSONValue.string)),
      "accounts": .array(change.accounts.map(JSONValue.string)),
    ]
  }

  private static func known(_ known: KnownPlaces) -> [JSONValue.Member] {
    [
      .init("situations", .array(known.situations.map(JSONValue.string))),
      .init("otherSituations", .array(known.otherSituations.map(JSONValue.string))),
      .init("accounts", .array(known.people.map(JSONValue.string))),
    ]
  }

  private static func side(_ side: RuleChange.Side) -> JSONValue {
    [
      "rules": .array(side.rules.map(JSONValue.string)), "asked": .string(side.asked), "again": .string(side.again),
      "lacking": .string(side.lacking),
    ]
  }

  private static func doubtful(_ doubtful: ComparedRules.Doubtful) -> JSONValue {
    .object(
      [
        .init("v", .integer(1)), .init("kind", "rules-not-known"), .init("id", .string(doubtful.id)),
        .init("text", .string(doubtful.doubt.sentence)), .init("apps", .array(doubtful.doubt.apps.map(JSONValue.string))),
        .init("who", .string(doubtful.doubt.who)), .init("reasons", .array(doubtful.doubt.reasons.map(JSONValue.string))),
        .init("allowed", doubtful.allowed.map(JSONValue.string) ?? .null),
      ] + known(doubtful.doubt.known))
  }

  private static func unexercised(_ part: UnexercisedDifference) -> JSONValue {
    .object(
      [.init("v", .integer(1)), .init("kind", "not-exercised"), .init("id", .string(part.id))] + cause(part.cause)
        + [.init("allowed", part.allowed.map(JSONValue.string) ?? .null)])
  }

  private static func missing(_ entry: MissingChange) -> JSONValue {
    var members: [JSONValue.Member] = [.init("v", .integer(1)), .init("kind", "not-come"), .init("id", .string(entry.id))]
    if !entry.agreed.isEmpty || !entry.found.isEmpty {
      members.append(.init("agreed", .array(entry.agreed.map(JSONValue.string))))
      members.append(.init("found", .array(entry.found.map(JSONValue.string))))
    }
    return .object(members)
  }

  private static func cause(_ cause: Change.Cause) -> [JSONValue.Member] {
    [.init("place", .string(cause.place)), .init("element", .string(cause.element))] + text("before", cause.before)
      + text("now", cause.now)
  }

  private static func text(_ name: String, _ text: String?) -> [JSONValue.Member] { text.map { [.init(name, .string($0))] } ?? [] }

  private var ended: JSONValue {
    let rules: [JSONValue.Member] =
      difference.rules.isEmpty
      ? []
      : [
        .init("ruleChanges", .integer(difference.rules.flatMap(\.changes).count)),
        .init("rulesNotKnown", .integer(difference.ruledDoubts.count)),
      ]
    guard case .object(let members) = endedWalks else { return endedWalks }
    return .object(members + rules)
  }

  private var endedWalks: JSONValue {
    [
      "v": .integer(1), "kind": "diff-ended", "before": .string(difference.before.name), "after": .string(difference.now.name),
      "seed": difference.now.seed.map { .string(String($0)) } ?? .null, "walks": .integer(difference.walks),
      "alike": .integer(difference.alike), "unknown": .integer(difference.unknown),
      "shorter": .integer(difference.shorter.values.reduce(0, +)), "broken": .integer(difference.broken.count),
      "interrupted": .bool(difference.isInterrupted), "otherVersions": .array(difference.otherVersions.map { .string($0.tenant) }),
      "unexercised": .integer(difference.unexercisedWholes.count), "onlyBefore": .integer(difference.onlyBefore),
      "onlyNow": .integer(difference.onlyNow),
      "changes": .object(
        ChangeClass.allCases.map { meaning in
          .init(
            meaning.rawValue, .integer(difference.count(of: meaning) + difference.computedChanges.count { $0.meaning == meaning }))
        }),
    ]
  }
}
