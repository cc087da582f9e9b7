import JourneyModel
import JourneyRunner

/// Several event logs as one: of runs that shared the cases between them, of runs on several tenants, or of a run and one that
/// walked some cases again.
///
/// Cases are in the order of their files. What a later log has of a case replaces what earlier ones had. A case
/// of two tenants, or of runs with two labels, is two cases.
/// Times count from the beginning of the run that began first.
public struct LogMerge {
  private static let chunk = 256 * 1024

  /// One log, and what it says of its run.
  private struct Part {
    var log: any LogSource
    var start: RunStart?
    var end: RunEnd?
    var lastTime = Duration.zero
    var cases = 0
    /// What its times are put forward by.
    var offset = Duration.zero
    /// By the ids of its own log.
    var identities: [String: Identity] = [:]
  }

  /// What a case is known by.
  private struct Identity: Hashable {
    var label: String?
    var tenant: String
    var id: String
  }

  private struct Planned {
    /// In the one log.
    var id: String
    var identity: Identity
    var facts: PlannedScenario
    /// The last log that planned it.
    var part: Int
    /// Its place in the plan that the runs shared, as shares are dealt out case by case.
    var place: Int
  }

  private var parts: [Part] = []
  private var refusedFiles: [RefusedFile] = []
  private var planned: [Planned] = []
  private var indices: [Identity: Int] = [:]

  /// The places, from 0, of the logs whose runs selected nothing, though they had to: each of them ended with 2.
  public var emptySelections: [Int] {
    parts.indices.filter { index in
      guard let start = parts[index].start else { return false }
      return parts[index].cases == 0 && !start.mayBeEmpty && parts[index].end?.interruption == nil
    }
  }

  /// Reads each log once.
  ///
  /// Throws if a line is not a line of an event log; a truncated last line is left out.
  public init(_ logs: [any LogSource]) throws(EventLogError) {
    for log in logs {
      parts.append(Part(log: log))
      var events = EventLogReader(log)
      while let searched = try events.next() { take(searched.event) }
    }
    let first = parts.compactMap { $0.start?.startedAt.milliseconds }.min() ?? 0
    for index in parts.indices {
      parts[index].offset = .milliseconds((parts[index].start?.startedAt.milliseconds ?? first) - first)
    }
    planned = planned.enumerated().sorted { left, right in
      let (one, other) = (left.element.facts, right.element.facts)
      if one.file != other.file { return one.file.split(separator: "/").lexicographicallyPrecedes(other.file.split(separator: "/")) }
      return (one.line, left.element.place, left.offset) < (other.line, right.element.place, right.offset)
    }.map(\.element)
    for (index, found) in planned.enumerated() { indices[found.identity] = index }
    tellApart()
  }

  /// Gives cases that share an id one each: of runs with several labels by the label, else by the tenant.
  private mutating func tellApart() {
    for group in Dictionary(grouping: planned.indices, by: { planned[$0].identity.id }).values where group.count > 1 {
      let labels = Set(group.map { planned[$0].identity.label })
      for index in group {
        let identity = planned[index].identity
        if labels.count > 1, let label = identity.label { planned[index].id = "\(label)/\(identity.id)" }
        guard group.count(where: { planned[$0].identity.label == identity.label }) > 1 else { continue }
        planned[index].facts.name += " {tenant: \(identity.tenant)}"
        let app = planned[index].facts.app.map { "@\($0)" } ?? ""
        let isNamed = !app.isEmpty && planned[index].id.hasSuffix(app)
        let stem = isNamed ? String(planned[index].id.dropLast(app.count)) : planned[index].id
        planned[index].id = "\(stem){tenant=\(identity.tenant)}" + (isNamed ? app : "")
      }
    }
  }

  /// The shares that no log is of, from 1, of all labels together; empty if all are there, or where no run was shared.
  public var missingShares: [Int] {
    var missing: Set<Int> = []
    for starts in Dictionary(grouping: parts.compactMap(\.start), by: \.label).values {
      let shards = starts.compactMap(\.shard)
      guard let count = shards.map(\.count).max(), count > 0 else { continue }
      missing.formUnion((1...count).filter { number in !shards.contains { $0.number == number } })
    }
    return missing.sorted()
  }

  /// Whether the runs drew their random values from different seeds.
  public var hasSeveralSeeds: Bool { Set(parts.compactMap { $0.start?.seed }).count > 1 }

  /// Writes the one log.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(to sink: ReportSink) throws(ReportError) {
    var writer = EventLogWriter()
    var sequence = 0
    func put(_ event: RunEvent) throws(ReportError) {
      sequence += 1
      var event = event
      event.sequence = sequence
      writer.append(event)
      if writer.pendingBytes >= Self.chunk { try sink(writer.take()[...]) }
    }
    for event in opening { try put(event) }
    for (index, part) in parts.enumerated() {
      var events = EventLogReader(part.log)
      while let event = try ReportError.reading({ () throws(EventLogError) in try events.next() }) {
        if let told = told(event.event, of: index) { try put(told) }
      }
    }
    if let end { try put(RunEvent(sequence: 0, time: end.duration, scenario: nil, attempt: nil, step: nil, kind: .runEnded(end))) }
    try sink(writer.take()[...])
  }

  private mutating func take(_ event: RunEvent) {
    let part = parts.count - 1
    parts[part].lastTime = max(parts[part].lastTime, event.time)
    switch event.kind {
    case .runStarted(let start): parts[part].start = start
    case .runEnded(let end): parts[part].end = end
    case .fileRefused(let file): if !refusedFiles.contains(where: { $0.file == file.file }) { refusedFiles.append(file) }
    case .scenarioPlanned(let facts):
      guard let id = event.scenario else { return }
      plan(id, facts, in: part)
    case .attemptStarted, .stepStarted, .exchange, .screenShown, .answered, .messageTaken, .handedOver, .journeyEnded, .edgeTaken, .warning,
      .mismatch, .stepEnded, .attemptEnded, .scenarioEnded:
      break
    }
  }

  private mutating func plan(_ id: String, _ facts: PlannedScenario, in part: Int) {
    let identity = Identity(label: facts.label, tenant: facts.tenant, id: id)
    var found = Planned(id: id, identity: identity, facts: facts, part: part, place: facts.place ?? parts[part].cases)
    // The one log has them all.
    found.facts.place = nil
    parts[part].cases += 1
    parts[part].identities[id] = identity
    guard let index = indices[identity] else {
      indices[identity] = planned.count
      planned.append(found)
      return
    }
    // Where a run walks cases again, the first one knows their places.
    found.place = planned[index].place
    planned[index] = found
  }
}

extension LogMerge {
  /// What comes before all walks: the run, files with errors, and every case.
  private var opening: [RunEvent] {
    func event(_ kind: RunEvent.Kind, _ scenario: String? = nil) -> RunEvent {
      RunEvent(sequence: 0, time: .zero, scenario: scenario, attempt: nil, step: nil, kind: kind)
    }
    var events: [RunEvent] = []
    if var start = parts.compactMap(\.start).min(by: { $0.startedAt.milliseconds < $1.startedAt.milliseconds }) {
      start.jobs = parts.compactMap { $0.start?.jobs }.reduce(0, +)
      start.shard = nil
      let starts = parts.compactMap(\.start)
      start.mayBeEmpty = starts.allSatisfy(\.mayBeEmpty)
      start.tenants = Set(starts.flatMap(\.tenants)).sorted { ($0.name, $0.definition ?? "") < ($1.name, $1.definition ?? "") }
      if !starts.allSatisfy({ $0.label == start.label }) { start.label = nil }
      if !starts.allSatisfy({ $0.again == start.again }) { start.again = [] }
      events.append(event(.runStarted(start)))
    }
    events += refusedFiles.map { event(.fileRefused($0)) }
    events += planned.map { event(.scenarioPlanned($0.facts), $0.id) }
    return events
  }

  /// The event of a case as the merged log has it; `nil` for what comes before or after, or from a later log.
  private func told(_ event: RunEvent, of part: Int) -> RunEvent? {
    guard let id = event.scenario, let identity = parts[part].identities[id], let index = indices[identity],
      planned[index].part == part
    else { return nil }
    if case .scenarioPlanned = event.kind { return nil }
    var event = event
    event.scenario = planned[index].id
    event.time += parts[part].offset
    return event
  }

  /// `nil` if one of the logs has no end either: its run was cut off.
  private var end: RunEnd? {
    let ends = parts.compactMap(\.end)
    guard ends.count == parts.count else { return nil }
    let duration = parts.map { $0.offset + max($0.end?.duration ?? .zero, $0.lastTime) }.max() ?? .zero
    return RunEnd(interruption: ends.compactMap(\.interruption).first, duration: duration)
  }
}
