import Encodings
import JourneyScenario

extension RunSettings {
  /// What is wrong with the settings by themselves, independent of the project; `nil` for nothing.
  public var problem: SettingsProblem? { selection.problem ?? tenantProblem ?? labelProblem }

  /// A run walks a system's scenarios on one installation of it.
  private var tenantProblem: SettingsProblem? {
    var targets: [String: String] = [:]
    for override in tenants {
      guard let tenant = override.tenant, let other = targets.updateValue(override.target, forKey: tenant) else { continue }
      return other == override.target ? .repeatedTenant(override) : .severalTenants(of: tenant, other, override.target)
    }
    return nil
  }

  /// It becomes a part of the names by which servers know cases.
  private var labelProblem: SettingsProblem? {
    guard let label else { return nil }
    let isPlain = label.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || " -_.".unicodeScalars.contains(scalar)
    }
    let isRight = isPlain && (1...SettingsProblem.maxLabelLength).contains(label.utf8.count) && label.first != " " && label.last != " "
    return isRight ? nil : .label(label)
  }
}

extension RunSettings.Selection {
  fileprivate var problem: SettingsProblem? {
    do throws(SelectionError) {
      if let tags { _ = try TagExpression(tags) }
    } catch { return .tags(error.message) }
    guard let name else { return nil }
    do { _ = try Pattern(name) } catch { return .name("\(error)") }
    return nil
  }
}
