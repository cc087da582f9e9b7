/// Something that a screen shows without asking for it.
public struct Fact: Sendable, Hashable {
  /// The dialect's name for it, unique on its screen.
  public var name: String
  public var value: Value
  /// Whether it differs from one walk to the next, so that a snapshot leaves it out.
  public var isVolatile: Bool
  /// Whether it must not reach an output.
  public var isSecret: Bool

  public init(_ name: String, _ value: Value, isVolatile: Bool = false, isSecret: Bool = false) {
    self.name = name
    self.value = value
    self.isVolatile = isVolatile
    self.isSecret = isSecret
  }
}

extension Fact {
  /// Whether it is the text of a page, which no widget or message of the screen has to say.
  package var isPageText: Bool { isVolatile && name == "text" }

  /// A fact of a page whose form asks a script before it is sent.
  package static func scriptOfSending(_ script: String) -> Fact { Fact("onsubmit", .text(script), isVolatile: true) }

  /// Whether it is `scriptOfSending`.
  package var isScriptOfSending: Bool { isVolatile && name == "onsubmit" }
}
