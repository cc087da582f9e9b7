/// What a name or word in a condition means.
enum GuardOperand {
  case account
  case fact(FactRule)
  case attribute(AttributeSlot)
  case policy(Guard)
  case timer(Slot)
  case counter(Slot)
  /// The code of a message, by the message's place.
  case code(Int)
  case totp(AttributeSlot)
  case answer([String])
  case word(String)
}
