import JourneyModel

/// What a page does on one of two visits and not on the other one.
struct BehaviourDifference {
  /// Changes that one comparison reports.
  private static let most = 40

  /// What does it, as the element of a finding, and in words what it did and does; `nil` where nothing does.
  private(set) var changes: [(name: String, before: String?, now: String?)] = []

  init(_ before: [PageBehaviour], _ now: [PageBehaviour]) {
    var gone = before
    var come: [PageBehaviour] = []
    for behaviour in now {
      if let index = gone.firstIndex(of: behaviour) { gone.remove(at: index) } else { come.append(behaviour) }
    }
    var numbers: [String: Int] = [:]
    for behaviour in come {
      let index = gone.firstIndex { $0.kind == behaviour.kind && $0.subject == behaviour.subject }
      let old = index.map { gone.remove(at: $0) }
      add(behaviour, old?.sentence, behaviour.sentence, &numbers)
    }
    for behaviour in gone { add(behaviour, behaviour.sentence, nil, &numbers) }
    let rest = changes.count - Self.most
    if rest > 0 { changes = Array(changes.prefix(Self.most)) + [(name: "rest", before: nil, now: "\(rest) more")] }
  }

  private mutating func add(_ behaviour: PageBehaviour, _ before: String?, _ now: String?, _ numbers: inout [String: Int]) {
    let name = behaviour.subject.isEmpty ? behaviour.kind.rawValue : behaviour.subject
    numbers[name, default: 0] += 1
    let number = numbers[name] ?? 1
    changes.append((number > 1 ? "\(name)#\(number)" : name, before, now))
  }
}

extension PageBehaviour {
  /// The same of a form that has another name.
  func renamed(by names: [String: String]) -> PageBehaviour {
    guard !names.isEmpty else { return self }
    var renamed = self
    for (old, new) in names where subject == old || subject.hasPrefix("\(old)/") { renamed.subject = new + subject.dropFirst(old.count) }
    return renamed
  }
}
