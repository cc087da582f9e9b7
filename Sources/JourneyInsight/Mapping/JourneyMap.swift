package import JourneyModel
import JourneyRunner

/// The screens of a tenant and the ways between them, and who walked which.
package struct JourneyMap: Sendable {
  /// As scenarios call the tenant.
  package var tenant: String
  /// Whether it is everything there is, as of a mock; of a live tenant only what was seen is known.
  package var isComplete: Bool
  /// Whether it is known of every path whether it can be taken.
  package var isExplored = true
  /// Where a journey begins.
  package var start: String
  /// In the order of the tenant's file; of a live tenant in the order seen.
  package var screens: [Place]
  /// Paths that every screen has, listed once.
  package var everywhere: [Way]
  /// Screens that a walk showed and that the tenant's file does not have.
  package var unknownScreens: [String] = []

  package init(tenant: String, isComplete: Bool, start: String, screens: [Place], everywhere: [Way] = []) {
    self.tenant = tenant
    self.isComplete = isComplete
    self.start = start
    self.screens = screens
    self.everywhere = everywhere
  }

  /// A screen of the map.
  package struct Place: Sendable, Hashable {
    package var id: String
    /// Its first text; `nil` if it has none.
    package var title: String?
    /// Form by form, in the order tried.
    package var ways: [Way]
    /// The cases that reached it.
    package var walked: [String] = []
    /// As the first of these cases saw it; `nil` where none did.
    package var shown: Screen?

    package init(id: String, title: String? = nil, ways: [Way]) {
      self.id = id
      self.title = title
      self.ways = ways
    }
  }

  /// A way out of a screen: what is pressed, under which conditions, and where it leads.
  package struct Way: Sendable, Hashable {
    /// The edges that it consists of: those of states that decide are taken at once. Empty on a live tenant.
    package var edges: [String]
    package var form: String
    /// What a person presses; the form's id where nothing says it.
    package var press: String
    /// The names of its edges, with their conditions to the letter.
    package var conditions: [String]
    /// The names of its edges, with their conditions as people read them.
    package var words: [String]
    package var target: Target
    /// What is said where it stays, and what happens once it was taken too often.
    package var notes: [String] = []
    /// Whether some account and answer can take it.
    package var isReachable = true
    /// The cases that took it.
    package var walked: [String] = []

    package init(edges: [String], form: String, press: String, conditions: [String], target: Target) {
      self.edges = edges
      self.form = form
      self.press = press
      (self.conditions, words) = (conditions, conditions)
      self.target = target
    }

    /// What it is called: its edges, else its form and where it leads.
    package var id: String { edges.isEmpty ? "\(form) → \(target.name)" : edges.joined(separator: " + ") }
  }

  /// Where a way leads.
  package enum Target: Sendable, Hashable {
    case screen(String)
    case stay
    case signedIn
    case refused(String)
    case away(String)
    case expired

    /// In words.
    package var name: String {
      switch self {
      case .screen(let id): id
      case .stay: "stays"
      case .signedIn: "signed in"
      case .refused(let error): "the error '\(error)'"
      case .away(let page): "leaves for \(page)"
      case .expired: "the session ends"
      }
    }
  }

  /// Every way but those of all screens.
  package var ways: [Way] { screens.flatMap(\.ways) }

  /// How many of a hundred ways are walked; 100 of none.
  package var share: Double {
    let ways = ways.filter(\.isReachable)
    return ways.isEmpty ? 100 : 100 * Double(ways.count { !$0.walked.isEmpty }) / Double(ways.count)
  }
}

extension JourneyMap {
  /// Adds what the cases of a run reached.
  ///
  /// - Parameter tenants: the tenants whose walks count.
  package mutating func take(_ run: MetRun, of tenants: Set<String>) {
    for id in run.order {
      guard let walk = run.walks[id], tenants.contains(walk.planned.tenant) else { continue }
      take(walk)
    }
  }

  /// Adds what one case reached.
  mutating func take(_ walk: MetWalk) {
    var edges: [[String]] = []
    for stop in walk.stops {
      edges.append(stop.edges)
      guard let screen = stop.screen?.id.text else { continue }
      if let index = screens.firstIndex(where: { $0.id == screen }) {
        if screens[index].walked.last != walk.id { screens[index].walked.append(walk.id) }
        if screens[index].title == nil { screens[index].title = stop.screen?.title }
        if screens[index].shown == nil { screens[index].shown = stop.screen }
      } else if isComplete {
        // The page of another site does not belong to the tenant.
        guard screen != "away", !screen.hasPrefix("away/") else { continue }
        if !unknownScreens.contains(screen) { unknownScreens.append(screen) }
      } else {
        var place = Place(id: screen, title: stop.screen?.title, ways: [])
        (place.walked, place.shown) = ([walk.id], stop.screen)
        screens.append(place)
        if start.isEmpty { start = screen }
      }
    }
    if !isComplete {
      addWays(of: walk)
    } else if edges.allSatisfy(\.isEmpty) {
      markSeen(walk)
    } else {
      mark(edges, of: walk.id)
    }
  }

  /// Marks the ways whose edges were taken one after the other.
  private mutating func mark(_ taken: [[String]], of id: String) {
    for place in screens.indices {
      for way in screens[place].ways.indices where taken.contains(where: { $0.hasRow(screens[place].ways[way].edges) }) {
        if screens[place].ways[way].walked.last != id { screens[place].ways[way].walked.append(id) }
      }
    }
    for way in everywhere.indices where taken.contains(where: { $0.hasRow(ofEverywhere: everywhere[way].edges) }) {
      if everywhere[way].walked.last != id { everywhere[way].walked.append(id) }
    }
  }

  /// Marks the ways that a live tenant's walk seems to have taken: by the form that was answered and where it led.
  private mutating func markSeen(_ walk: MetWalk) {
    for (stop, next) in zip(walk.stops, walk.stops.dropFirst()) {
      guard let screen = stop.screen, let answered = stop.answered, let place = screens.firstIndex(where: { $0.id == screen.id.text })
      else { continue }
      let target = Target(next, from: screen.id.text)
      for way in screens[place].ways.indices {
        guard screens[place].ways[way].form == answered.form, screens[place].ways[way].target == target,
          screens[place].ways[way].walked.last != walk.id
        else { continue }
        screens[place].ways[way].walked.append(walk.id)
      }
    }
  }

  /// The ways of a live tenant: from one stop to the next, by the form that was answered.
  private mutating func addWays(of walk: MetWalk) {
    for (stop, next) in zip(walk.stops, walk.stops.dropFirst()) {
      guard let screen = stop.screen, let answered = stop.answered, let place = screens.firstIndex(where: { $0.id == screen.id.text })
      else {
        continue
      }
      let target = Target(next, from: screen.id.text)
      let index = screens[place].ways.firstIndex { $0.form == answered.form && $0.target == target }
      if let index {
        if screens[place].ways[index].walked.last != walk.id { screens[place].ways[index].walked.append(walk.id) }
      } else {
        let press =
          screen.forms.first { $0.id.rawValue == answered.form }?.pressLabels.first ?? OrgNames.press(answered.form, on: screen.id.text)
          ?? answered.form
        var way = Way(edges: [], form: answered.form, press: press, conditions: [], target: target)
        way.walked = [walk.id]
        screens[place].ways.append(way)
      }
    }
  }
}

extension JourneyMap.Target {
  fileprivate init(_ stop: MetStop, from screen: String) {
    switch stop.kind {
    case .screen(let next): self = next.id.text == screen ? .stay : .screen(next.id.text)
    case .left(let reason): self = .away(reason.rawValue)
    case .ended(.completed), .ended(.finished): self = .signedIn
    case .ended(.refused(let refusal)): self = .refused(refusal.error)
    case .ended(.expired): self = .expired
    }
  }
}

extension [String] {
  /// Whether these follow each other somewhere in it, the first as the edge of any one screen.
  fileprivate func hasRow(ofEverywhere row: [String]) -> Bool {
    guard let first = row.first, first.hasPrefix("everywhere.") else { return hasRow(row) }
    let name = first.dropFirst("everywhere".count)
    return contains { $0.hasSuffix(name) && hasRow([$0] + row.dropFirst()) }
  }

  /// Whether these follow each other somewhere in it.
  fileprivate func hasRow(_ row: [String]) -> Bool {
    guard !row.isEmpty, count >= row.count else { return false }
    return (0...(count - row.count)).contains { self[$0..<($0 + row.count)].elementsEqual(row) }
  }
}
