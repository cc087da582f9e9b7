internal import Diagnostics
internal import JourneyLanguage

/// Steps that scenarios share, and what may be given to them.
struct Fragment {
  struct Parameter {
    let name: Located<String>
    /// `nil` if it must be given.
    let initial: TemplateValue?
  }

  let parameters: [Parameter]
  /// Their ids begin where the fragment does.
  let steps: [Step]
  /// How many steps it expands to, those of its own fragments too.
  let weight: Int

  static let none = Fragment(parameters: [], steps: [], weight: 0)
}

/// Fragments by the names of their files; each is read once, however many scenarios use it.
struct FragmentLibrary {
  let files: any ScenarioFiles
  /// `nil` for one that could not be read, which was reported when it was first used.
  var fragments: [String: Fragment?] = [:]
  /// What used paths mean, by the folder they are relative to: many scenarios name the same few files.
  private var names: [String: [String: String]] = [:]
  /// Those being read, the outermost first, with the places that ask for them.
  var open: [Located<String>] = []
  /// How many steps fragments gave to what is being read.
  var weight = 0

  /// More steps than this are an error: fragments that use fragments several times grow without bounds.
  static let maxWeight = 10_000

  init(files: any ScenarioFiles) { self.files = files }

  /// The name of the file that a path in the file `base` means.
  mutating func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String {
    let folder = base.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(base[..<$0]) } ?? ""
    if let known = names[folder]?[path] { return known }
    let name = try files.name(of: path, relativeTo: base)
    names[folder, default: [:]][path] = name
    return name
  }
}
