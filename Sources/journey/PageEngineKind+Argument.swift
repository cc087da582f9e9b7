public import ArgumentParser
public import JourneyModel

extension PageEngineKind: ExpressibleByArgument {}
