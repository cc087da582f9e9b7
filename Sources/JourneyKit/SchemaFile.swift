import JourneyScenario

/// The files that people write and that there is a JSON Schema of.
public enum SchemaFile: String, Sendable, Hashable, CaseIterable {
  /// One scenario; a file may hold several.
  case scenario
  /// Steps that scenarios share.
  case fragment
  /// `_folder.yaml`.
  case folder
  /// `tenants.yaml`.
  case tenants
  /// `promises.yaml`.
  case promises

  /// JSON Schema draft 7, with a line feed at its end.
  public var schema: String {
    switch self {
    case .scenario: EditorSchema.scenario.text
    case .fragment: EditorSchema.fragment.text
    case .folder: EditorSchema.folder.text
    case .tenants: EditorSchema.tenants.text
    case .promises: EditorSchema.promises.text
    }
  }
}
