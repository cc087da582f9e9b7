internal import Encodings
internal import JourneyLanguage
internal import JourneyModel

extension Matcher {
  /// What it comes to for a value that a file has; `nil` where it draws on names, whose values come later.
  func judgement(of value: Value?) -> Judgement? {
    guard references.isEmpty else { return nil }
    var nothing = Bindings(values: [:], generator: SeededGenerator(seed: 0), now: Instant(milliseconds: 0))
    do throws(BindingFailure) {
      return try judge(MatchSubject(value, readsLiteralsAsText: true), in: &nothing)
    } catch {
      return nil
    }
  }
}
