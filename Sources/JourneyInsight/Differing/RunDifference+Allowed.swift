import TenantDecisions

extension RunDifference {
  /// Marks what is allowed. An entry that names nothing is kept as missing, and so is one that agreed to other texts.
  ///
  /// Returns the entries that name a text and do not say which, with the texts that came.
  package mutating func allow(_ entries: [AllowedChange]) -> [MissingChange] {
    let groups = Dictionary(groups.filter(\.isOfTexts).map { ($0.id, Set($0.changes.map(\.id))) }) { $0.union($1) }
    var silent: [MissingChange] = []
    for entry in entries {
      let meant = changes.indices.filter { changes[$0].id == entry.id || (groups[entry.id]?.contains(changes[$0].id) ?? false) }
      let unexercised = unexercised.indices.filter { self.unexercised[$0].id == entry.id }
      let ruled = computedChanges.filter { $0.id == entry.id }
      let isDoubt = ruledDoubts.contains { $0.id == entry.id } || peopleDoubts.contains { $0.id == entry.id }
      let found = Self.unique(
        meant.flatMap { changes[$0].newTexts } + unexercised.compactMap { self.unexercised[$0].cause.now } + ruled.map(\.now))
      if meant.isEmpty, unexercised.isEmpty, ruled.isEmpty, !isDoubt {
        missing.append(MissingChange(id: entry.id))
      } else if entry.texts.isEmpty, !found.isEmpty {
        silent.append(MissingChange(id: entry.id, found: found))
      } else if found.isEmpty != entry.texts.isEmpty || !Set(found).isSubset(of: entry.texts) {
        missing.append(MissingChange(id: entry.id, agreed: entry.texts, found: found))
      } else {
        for index in meant { changes[index].allowed = entry.reason }
        for index in unexercised { self.unexercised[index].allowed = entry.reason }
        for index in rules.indices { rules[index].allow(entry) }
        for index in accounts.indices { accounts[index].allow(entry) }
        for index in promises.indices { promises[index].allow(entry) }
      }
    }
    return silent
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension ComparedAccounts {
  fileprivate mutating func allow(_ entry: AllowedChange) {
    for index in changes.indices where changes[index].id == entry.id { changes[index].allowed = entry.reason }
    for index in doubts.indices where doubts[index].id == entry.id { doubts[index].allowed = entry.reason }
  }
}

extension ComparedPromises {
  fileprivate mutating func allow(_ entry: AllowedChange) {
    for index in doubts.indices where doubts[index].id == entry.id { doubts[index].allowed = entry.reason }
    for index in changes.indices where changes[index].id == entry.id { changes[index].allowed = entry.reason }
  }
}

extension ComparedRules {
  fileprivate mutating func allow(_ entry: AllowedChange) {
    for index in changes.indices where changes[index].id == entry.id { changes[index].allowed = entry.reason }
    for index in doubts.indices where doubts[index].id == entry.id { doubts[index].allowed = entry.reason }
  }
}
