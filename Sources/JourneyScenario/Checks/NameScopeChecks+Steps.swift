internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// What each kind of step names.
extension NameScopeChecks {
  mutating func followHead(_ step: Step) {
    switch step.kind {
    case .handOver(let handover):
      use(handover.url.references, own: step.captures)
      follow(handover.steps)
      use((handover.comesBack ?? []).references + handover.returns.references, own: step.captures)
    case .check(let matchers):
      for matcher in matchers {
        useName(matcher.name)
        checkItself(matcher)
      }
      use(matchers)
    case .use(let use): follow(use)
    case .either(let branches): follow(branches, at: step.range)
    case .repeated(let count, let steps): followRepeated(steps, count)
    default:
      use(step.kind.references, own: step.captures)
      for steps in step.kind.children { follow(steps) }
    }
  }

  /// Of how many rounds the numbers are held against conditions.
  private static let knownRounds = 1_000

  private mutating func followRepeated(_ steps: [Step], _ count: Int) {
    let hadIndex = scope.bound.contains(BoundByItself.index.rawValue)
    scope.bind(BoundByItself.index.rawValue, to: count <= Self.knownRounds ? (1...max(1, count)).map { .number(String($0)) } : [])
    follow(steps)
    if !hadIndex { scope.bound.remove(BoundByItself.index.rawValue) }
  }

  private mutating func follow(_ use: FragmentUse) {
    self.use(use.parameters.references)
    let outer = scope
    var inner = NameScope(NameScope.everywhere)
    if !isSignedIn { inner.bound.remove("account") }
    for parameter in use.parameters { inner.bind(parameter.name.value, to: parameter.value.constant.map { [$0] } ?? []) }
    let before = inner.bound
    scope = inner
    if uses.isEmpty, !use.steps.isEmpty, use.steps.allSatisfy({ $0.when.contains(where: isNeverTrue) }) {
      diagnostics.append(
        Diagnostic(
          .neverTrue, "no step of this fragment is walked here: each has a condition that is never true", at: use.path.range,
          severity: .warning, suggestion: "give its parameters other values, or remove the step"))
    }
    uses.append(use.path.range)
    follow(use.steps)
    uses.removeLast()
    let (bound, doubtful) = (scope.bound.subtracting(before), scope.doubtful)
    scope = outer
    for (name, doubt) in doubtful { scope.doubt(name, doubt) }
    // What a fragment captures is its caller's, as far as the caller comes by there.
    for name in bound {
      if let condition, let place = places[name] {
        scope.doubt(name, NameScope.Doubt(reason: Self.passedOver, note: "it is captured here", place: place, condition: condition))
      } else {
        scope.bind(name)
      }
    }
  }

  private mutating func follow(_ branches: [[Step]], at range: SourceRange) {
    let before = scope
    var ends: [NameScope] = []
    for branch in branches {
      scope = before
      if let head = branch.first { follow(head, isHead: true) }
      follow(Array(branch.dropFirst()))
      ends.append(scope)
    }
    let doubt = { (place: SourceRange) in
      NameScope.Doubt(reason: "it is captured in only one branch", note: "it is captured here", place: place, condition: nil)
    }
    scope = NameScope.joined(ends, otherwise: doubt, places: places) ?? before
  }
}
