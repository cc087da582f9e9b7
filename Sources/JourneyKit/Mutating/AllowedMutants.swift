import Diagnostics

/// The mutants that no scenario can notice: a map from ids to the reasons why.
struct AllowedMutants: Sendable {
  private let list: AllowedList

  /// Nothing is allowed.
  init() { list = AllowedList() }

  /// The list of a file; everything wrong with it is reported.
  init(_ path: String, in files: ProjectFiles, diagnostics: inout [Diagnostic]) {
    list = AllowedList(
      path, of: "mutants", reason: "the reason why no scenario can notice it", in: files, diagnostics: &diagnostics)
  }

  /// Reports entries that name no mutant.
  func checkNames(among ids: [String], diagnostics: inout [Diagnostic]) {
    let known = Set(ids)
    for (id, _) in list.reasons where !known.contains(id.value) {
      let nearest = Self.nearest(to: id.value, in: ids).map { "did you mean '\($0)'?" }
      diagnostics.append(Diagnostic(.unknownName, "unknown mutant '\(id.value)'", at: id.range, suggestion: nearest))
    }
  }

  /// Ids are longer than names that people mistype: only those of the same element are compared.
  private static func nearest(to id: String, in ids: [String]) -> String? {
    func element(_ id: String) -> Substring { id.prefix(id.lastIndex(of: ":").map { id.distance(from: id.startIndex, to: $0) } ?? 0) }
    return ClosestMatch.of(id, in: ids) ?? ids.first { element($0) == element(id) }
  }

  /// The results with the reasons; entries for what is noticed, or refused, are reported, as they say something untrue.
  func apply(to results: inout [MutantResult], diagnostics: inout [Diagnostic]) {
    for (id, reason) in list.reasons {
      guard let place = results.firstIndex(where: { $0.id == id.value }) else { continue }
      results[place].allowed = reason
      switch results[place].outcome {
      case .survived, .notWalked: break
      case .noticed(let scenario):
        diagnostics.append(
          Diagnostic(.unusedName, "'\(id.value)' is noticed by '\(scenario)'", at: id.range, suggestion: "remove it"))
      case .refused:
        diagnostics.append(
          Diagnostic(.unusedName, "'\(id.value)' is refused by the tenant's checks", at: id.range, suggestion: "remove it"))
      }
    }
  }
}
