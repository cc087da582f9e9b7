import JourneyModel
import ModelCoding

/// What differs between two walks of one version on one screen, so that it does not count as a change of another version.
struct ScreenControl: Sendable {
  /// What differs on another walk of the same version; empty without one.
  var varied = VariedTexts()
  /// What counts as different from walk to walk by its shape, as far as no other walk says it.
  var moving = MovingWords.Scope.all
}

/// Further walks of the version that a first walk was of, and how they are held against it.
struct WalkControl: Sendable {
  private let before: MetWalk
  /// Each with the places of its stops, by those of the first walk's.
  private let walks: [(walk: MetWalk, places: [Int: Int])]
  /// Whether they began at another time and with other random values, and nothing else differs: whatever they have in common does not vary.
  private let isExact: Bool
  /// Words that several walks of one version have on a screen, by the screen's key: no ids of one visit.
  private let constant: [String: Set<String>]

  /// - Parameters:
  ///   - again: walks of the same case and version.
  ///   - isExact: whether those began at another time and with other random values.
  ///   - constant: words that do not vary, by the key of a stop.
  init(of before: MetWalk, again: [MetWalk] = [], isExact: Bool = false, constant: [String: Set<String>] = [:]) {
    self.before = before
    self.isExact = isExact
    self.constant = constant
    walks = again.map { walk in
      let pairs = StopAlignment(before.row, walk.row).pairs
      return (walk, Dictionary(pairs.map { ($0.before, $0.now) }) { first, _ in first })
    }
  }

  /// Of a stop of the first walk.
  func control(at place: Int) -> ScreenControl {
    let stops = walks.compactMap { one in one.places[place].map { one.walk.stops[$0] } }
    var control = ScreenControl()
    guard let screen = before.stops[place].screen, !stops.isEmpty else {
      control.moving = .likely(except: constant[before.stops[place].key] ?? [])
      return control
    }
    control.moving = isExact ? .nothing : .times
    for again in stops.compactMap(\.screen) { control.varied.learn(screen, again) }
    return control
  }

  /// Names of facts that vary at an end of the first walk; `nil` where no other walk came there.
  func variedFacts(at place: Int) -> Set<String>? {
    guard let finish = before.stops[place].finish else { return nil }
    let others = walks.compactMap { one in one.places[place].flatMap { one.walk.stops[$0].finish } }
    guard !others.isEmpty else { return nil }
    return Set(others.flatMap { FinishComparison(finish, $0, varied: []).findings.map(\.element) })
  }

  /// Texts of the second walk with those of the first in place of them where they only vary.
  func restored(_ texts: [String], of member: (MetWalk) -> [String]) -> [String] {
    var varied = VariedTexts()
    for one in walks { varied.learn(member(before), member(one.walk)) }
    return varied.restored(texts, as: member(before))
  }
}

extension MetWalk {
  /// Its stops, as they are paired with those of another walk.
  var row: [StopAlignment.Stop] { StopAlignment.Stop.row(stops.map { ($0.place, $0.saysError) }) }
}

extension MetStop {
  /// Whether it says what is wrong.
  var saysError: Bool { screen?.messages.contains { $0.level.mustBeExpected } ?? false }
}
