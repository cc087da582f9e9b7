package import Diagnostics
import JourneyMock

/// A tenant with one element changed, as a person might change it by accident.
package struct Mutant: Sendable, Identifiable {
  /// `tenant:element:operator:detail`, the detail left out where the operator needs none; unique in a tenant.
  ///
  /// It holds names only and no places, so that it survives changes elsewhere in the file.
  package let id: String
  package let operation: MutationOperator
  /// The place of the element: in the tenant's file, one that it includes, or the standard that it extends.
  package let place: SourceRange
  /// What a person would now see, lower case, without a full stop.
  package let sentence: String
  /// What a case must have seen to have a chance to notice.
  package let touch: MutantTouch
  let original: TenantDefinition
  /// Made on demand: a large tenant has thousands of mutants.
  let change: @Sendable (inout TenantDefinition) -> Void

  /// The tenant with the change.
  var definition: TenantDefinition {
    var changed = original
    change(&changed)
    return changed
  }
}
