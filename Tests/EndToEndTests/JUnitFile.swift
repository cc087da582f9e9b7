import JourneyTestSupport

/// A JUnit file as its readers see it.
struct JUnitFile {
  let root: XMLTree.Element

  init(_ text: String) throws { root = try XMLTree.root(of: text) }

  /// How many elements there are with this name.
  func count(of name: String) -> Int { root.descendants(name).count }

  /// A number in the root element.
  func told(_ name: String) -> Int? { root[name].flatMap(Int.init) }
}
