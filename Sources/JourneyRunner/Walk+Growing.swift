internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

// A walk to which steps are added while its journey goes on.
extension Walk {
  /// Whether all steps of the journey are taken, so that more may come.
  var hasTakenAll: Bool { phase == .journey && !program.instructions.indices.contains(counter) }

  /// Goes on with a longer version of the case, of which all steps but the last are those that were taken.
  ///
  /// - Parameter values: names that every scope sees and that have members since.
  mutating func grow(to longer: PlannedCase, values: [String: Value]) throws(BindingFailure) {
    let known = Set(planned.variables.vars.map(\.name.value))
    planned = longer
    for (name, value) in values {
      bindings.values[name] = value
      bindings.learn(value.secrets)
    }
    for member in longer.variables.vars where !known.contains(member.name.value) {
      bindings.values[member.name.value] = try member.value.evaluate(in: &bindings)
      note(member)
    }
  }
}
