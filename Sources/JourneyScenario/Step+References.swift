internal import JourneyLanguage

extension ExpectedScreen {
  /// The names that its checks use; those of its answers count after its captures.
  var references: [Reference] {
    var references: [Reference] = []
    if case .matcher(let matcher) = id { references += matcher.references }
    for form in forms {
      if case .with(let widgets, _, let messages) = form.state { references += widgets.references + messages.references }
    }
    return references + widgets.references + messages.references + branding.references + (response?.references ?? [])
  }
}

extension ExpectedExpiry {
  /// The names that its checks use.
  var references: [Reference] { messages.references + (response?.references ?? []) }
}

extension [ExpectedWidget] {
  fileprivate var references: [Reference] {
    flatMap { widget -> [Reference] in
      guard case .with(let matchers) = widget.state else { return [] }
      return matchers.flatMap(\.matcher.references)
    }
  }
}

extension ExpectedMessages {
  fileprivate var references: [Reference] {
    guard case .some(let messages) = self else { return [] }
    return messages.flatMap { $0.matcher.references + ($0.links?.references ?? []) }
  }
}

extension ExpectedResponse {
  fileprivate var references: [Reference] {
    (status?.references ?? []) + (duration?.references ?? []) + headers.references + cookies.references + json.references
  }
}

extension HTTPStep {
  /// The names that the request and the matchers on its response use.
  var references: [Reference] {
    url.references + headers.references + body.references + (response?.references ?? [])
  }
}

extension HTTPStep.Body {
  fileprivate var references: [Reference] {
    switch self {
    case .none: []
    case .json(let value): value.references
    case .form(let members): members.references
    case .text(let text): text.references
    }
  }
}
