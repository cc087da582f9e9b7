extension PageRule {
  /// Whether every page that another rule names is named by this one, so that the other never counts behind it.
  package func covers(_ other: PageRule) -> Bool {
    (path.map { path in other.path.map(path.covers) ?? false } ?? true) && Self.covers(method, other.method)
      && Self.covers(status, other.status) && Self.covers(title, other.title) && Self.covers(h1, other.h1)
      && Set(has).isSubset(of: other.has)
  }

  private static func covers<Condition: Equatable>(_ condition: Condition?, _ other: Condition?) -> Bool {
    condition == nil || condition == other
  }
}
