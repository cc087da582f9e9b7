import JourneyModel
import JourneyRunner

/// Where two walks part: what every finding there has in common.
struct Parting {
  var place: String?
  /// What both meet after it.
  var after: MetStop?
  var edgesBefore: [String]
  var edgesNow: [String]

  func fill(_ finding: inout Finding) {
    finding.place = place
    (finding.edgesBefore, finding.edgesNow) = (edgesBefore, edgesNow)
  }

  /// The stops of only one of the walks, each after the one before it.
  ///
  /// - Parameters:
  ///   - next: the first stop of the other one instead.
  ///   - isRefused: whether nothing but a refusal came on the other one.
  func findings(of stops: [MetStop], isNew: Bool, next: MetStop?, isRefused: Bool) -> [Finding] {
    var findings = stops.map { finding(of: $0, isNew: isNew, next: next) }
    for index in findings.indices.dropFirst() {
      (findings[index].parting, findings[index].place) = (place, stops[index - 1].name)
      // What made the walks part is reported with the first.
      if isNew { findings[index].edgesBefore = [] } else { findings[index].edgesNow = [] }
    }
    return findings.filter { finding in
      ![.screenAdded, .screenRemoved].contains(finding.kind) || !isRefused && finding.nextBefore != finding.nextNow
    }
  }

  private func finding(of stop: MetStop, isNew: Bool, next: MetStop?) -> Finding {
    var finding: Finding
    switch stop.kind {
    case .screen(let screen):
      finding = Finding(isNew ? .screenAdded : .screenRemoved, screen: screen.id.text)
      if isNew { finding.screenNow = screen } else { finding.screenBefore = screen }
    case .left(let reason): finding = Finding(isNew ? .leaves : .leavesNoMore, screen: "", element: reason.rawValue)
    case .ended:
      let kind: ChangeKind = stop.isFinish == isNew ? .endOpened : .endClosed
      finding = Finding(kind, screen: "", element: stop.key)
      if isNew { finding.now = stop.name } else { finding.before = stop.name }
    }
    fill(&finding)
    if isNew { finding.edgesNow = stop.edges } else { finding.edgesBefore = stop.edges }
    let other = next ?? after
    (finding.nextBefore, finding.nextNow) = isNew ? (other?.name, stop.name) : (stop.name, other?.name)
    finding.isAtEnd = (after ?? next)?.isEnd ?? false
    return finding
  }
}
