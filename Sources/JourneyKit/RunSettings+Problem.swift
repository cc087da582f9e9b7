import Encodings
import JourneyScenario

extension RunSettings {
  private static let longestLabel = 100

  /// What is wrong with the settings by themselves, whatever the project holds; `nil` where nothing is.
  public var problem: String? { selection.problem ?? mockProblem ?? tenantProblem ?? labelProblem }

  private var mockProblem: String? {
    for place in mockAddresses {
      let parts = place.split(separator: "=", maxSplits: 1).map(String.init)
      let address = parts.count == 2 && !parts[0].contains(":") ? parts[1] : place
      do { _ = try WebURL(address) } catch { return "--mock-at takes an absolute address, not '\(place)': \(error)" }
    }
    return nil
  }

  /// A run walks a system's scenarios on one installation of it.
  private var tenantProblem: String? {
    var installations: [Substring: Substring] = [:]
    for override in tenants {
      guard let equals = override.firstIndex(of: "=") else { continue }
      let (system, name) = (override[..<equals], override[override.index(after: equals)...])
      guard let other = installations.updateValue(name, forKey: system) else { continue }
      if other == name { return "--tenant \(override) is given twice" }
      return "--tenant: '\(system)' is moved to '\(other)' and to '\(name)', and a run walks a scenario on one of them; "
        + "for both, write 'matrix: {tenant: [\(other), \(name)]}' in the scenario or in '_folder.yaml'"
    }
    return nil
  }

  /// It becomes a part of the names by which servers know cases.
  private var labelProblem: String? {
    guard let label else { return nil }
    let isPlain = label.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || " -_.".unicodeScalars.contains(scalar)
    }
    guard isPlain, (1...Self.longestLabel).contains(label.utf8.count), label.first != " ", label.last != " " else {
      return "--label takes a name of letters, digits, blanks, '-', '_' and '.', with \(Self.longestLabel) bytes at most, not '\(label)'"
    }
    return nil
  }
}

extension RunSettings.Selection {
  fileprivate var problem: String? {
    do throws(SelectionError) {
      if let tags { _ = try TagExpression(tags) }
      for place in places { _ = try CaseSelection.Place(place) }
    } catch { return error.message }
    guard let name else { return nil }
    do { _ = try Pattern(name) } catch { return "--name: \(error)" }
    return nil
  }
}
