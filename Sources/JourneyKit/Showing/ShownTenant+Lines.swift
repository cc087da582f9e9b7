import JourneyMock
import LocatedYAML

// Each value in a line of its own, as `changes` takes it.

extension ShownTenant {
  /// The values at a place, one in a line; what `changes` does not take is a comment.
  func lines(_ place: Place) -> [String] {
    let part = place.keys.first.flatMap(TenantPart.init(rawValue:))
    return values(place).map { value in
      let line = YAMLText.scalar(value.keys.joined(separator: ".")) + ": " + value.value.inLine + "\n"
      let isTaken = part?.isChangeable == true && value.keys.count > 1 && !value.value.isHidden
      return isTaken ? line : "# " + line
    }
  }

  /// What is said above lines of which some are comments.
  static let noteOfComments = "# Lines that begin with '#' are not for 'changes': keys of their own, and secrets, which are not shown.\n"

  private func values(_ place: Place) -> [Place] {
    let children: [Place]
    switch place.value {
    case .scalar: return [place]
    case .mapping(let mapping): children = mapping.entries.map { Place(keys: place.keys + [$0.name], value: $0.value) }
    case .sequence(let sequence):
      let items = sequence.items.compactMap { item in item.mapping == nil ? nil : item.itemNames.first.map { ($0, item) } }
      guard items.count == sequence.items.count else { return [place] }
      children = items.map { Place(keys: place.keys + [$0.0], value: $0.1) }
    }
    let areTaken = children.allSatisfy { child in
      // 'null' would take it away.
      child.value.scalar?.kind != .null && leadsTo(child)
    }
    return children.isEmpty || !areTaken ? [place] : children.flatMap(values)
  }

  /// Whether the path may be read in one way only.
  private func leadsTo(_ place: Place) -> Bool {
    guard place.keys.last?.isEmpty == false else { return false }
    let ways = WrittenPath.all(place.keys.joined(separator: "."), in: .mapping(tree))
    return ways.count == 1 && ways[0].rest.isEmpty && ways[0].names == place.keys
  }
}

extension YAMLNode {
  /// Whether it has something that is not shown.
  fileprivate var isHidden: Bool {
    switch self {
    case .scalar(let scalar): scalar.text == HiddenSecret.mask
    case .sequence(let sequence): sequence.items.contains(where: \.isHidden)
    case .mapping(let mapping): mapping.entries.contains(where: \.value.isHidden)
    }
  }
}
