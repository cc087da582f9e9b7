/// What a change means for the person who meets it; the order is that of reports.
public enum ChangeClass: String, Sendable, Hashable, CaseIterable {
  /// Who got in does not any more, or cannot go on.
  case breaking
  /// More is asked, or more is refused.
  case more
  /// Less is asked, or less is refused; who was refused gets in.
  case less
  /// Texts, and the order of things.
  case wording
  /// What apps and servers say to each other.
  case protocolChange = "protocol"

  /// The class of the same change the other way round.
  var mirror: ChangeClass {
    switch self {
    case .breaking, .more: .less
    case .less: .more
    case .wording, .protocolChange: self
    }
  }

  /// The heading above its changes.
  var heading: String {
    switch self {
    case .breaking: "People do not get through"
    case .more: "More is asked, or a way is gone"
    case .less: "Less is asked, or less refused"
    case .wording: "Wording"
    case .protocolChange: "Protocol"
    }
  }
}
