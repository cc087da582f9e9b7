public import ArgumentParser
public import JourneyKit

extension OrgAccess.TokenKind: ExpressibleByArgument {}
