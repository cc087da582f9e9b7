extension WebURL {
  /// The query's items in order, decoded as a form is; empty without a query.
  package var queryItems: [QueryItem] {
    FormURLEncoding.decode(query ?? "")
  }

  /// The fragment's items, where a server answers there (`response_mode=fragment`).
  package var fragmentItems: [QueryItem] {
    FormURLEncoding.decode(fragment ?? "")
  }

  /// The decoded value of the first query item with this name.
  package func queryValue(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }

  /// The URL with items added after its query, which is left as it is spelled.
  ///
  /// Spaces become `%20`, which servers read everywhere, and not `+`.
  package func appending(query items: [QueryItem]) -> WebURL {
    guard !items.isEmpty else { return self }
    let added = items.map { "\(PercentEncoding.encodeComponent($0.name))=\(PercentEncoding.encodeComponent($0.value))" }
      .joined(separator: "&")
    var url = self
    url.setQuery(query.flatMap { $0.isEmpty ? nil : "\($0)&\(added)" } ?? added)
    return url
  }

  /// The URL with bare names added after its query, without `=`: they mean that something may be set and is not.
  package func appending(bareNames names: [String]) -> WebURL {
    guard !names.isEmpty else { return self }
    let added = names.map(PercentEncoding.encodeComponent).joined(separator: "&")
    var url = self
    url.setQuery(query.flatMap { $0.isEmpty ? nil : "\($0)&\(added)" } ?? added)
    return url
  }

  /// The URL with just these items for a query; without one where there are none.
  package func replacing(query items: [QueryItem]) -> WebURL {
    var url = self
    url.setQuery(nil)
    return url.appending(query: items)
  }

  /// The URL with segments added to its path, each encoded, with one slash between them.
  package func appending(path segments: [String]) -> WebURL {
    var url = self
    let base = path.hasSuffix("/") ? String(path.dropLast()) : path
    url.setPath(segments.reduce(base) { "\($0)/\(PercentEncoding.encodeComponent($1))" })
    return url
  }
}
