public import ArgumentParser
public import JourneyKit

extension OutcomesSettings.Format: ExpressibleByArgument {}
