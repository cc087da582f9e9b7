public import ArgumentParser
public import JourneyReports

/// A dialect by its name, as the value of a flag.
extension JUnitDialect: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}
