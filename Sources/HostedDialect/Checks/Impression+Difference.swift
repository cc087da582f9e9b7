import JourneyModel

/// What differs between the answers to forms.
extension HostedDriver.Impression {
  /// How the answers to a known person differ.
  struct Difference: Sendable, Hashable {
    /// A sentence's words for what differs.
    let words: String
    /// Whether everybody else gets something that the known one does not get: what only the known one gets may be random.
    let isOfAll: Bool
    /// Where it is; `nil` where it has no place of its own.
    fileprivate let aspect: Aspect
    fileprivate let place: Int?
    /// What all the others have; `nil` where they only lack something.
    fileprivate var part: String?
    /// Whether it is that something stays the same for the one and not for the others, or the other way round.
    fileprivate var isOfConstancy = false
  }

  /// The first difference between what a known person gets each time and what the others get each time; `nil` for nothing.
  ///
  /// What differs among the others, or among the answers to the same address, such as tokens and times, is noise and not compared.
  static func difference(of known: [Self], from others: [Self]) -> Difference? {
    for aspect in Aspect.allCases {
      let (own, strange) = (known.map { $0.parts[aspect, default: []] }, others.map { $0.parts[aspect, default: []] })
      if let found = missing(in: own, ofAll: strange) {
        let isTheirs = strange.allSatisfy { $0.contains(found.part) }
        // What is cut out of a value may be a part of something random.
        guard isTheirs || aspect != .piece else { continue }
        return Difference(
          words: aspect.words(of: found.part), isOfAll: true, aspect: aspect, place: found.place, part: isTheirs ? found.part : nil)
      }
    }
    // What a token is cut into is another one for each address.
    for aspect in Aspect.allCases where aspect != .piece {
      if let part = added(in: known, to: others, aspect) {
        return Difference(words: aspect.words(of: part), isOfAll: false, aspect: aspect, place: nil)
      }
    }
    for aspect in Aspect.allCases where aspect != .piece {
      if let found = constant(in: known, or: others, aspect) {
        return Difference(
          words: aspect.words(of: found.part), isOfAll: false, aspect: aspect, place: found.place, isOfConstancy: true)
      }
      if let part = later(in: known, than: others, aspect) {
        return Difference(words: aspect.words(of: part), isOfAll: false, aspect: aspect, place: nil, isOfConstancy: true)
      }
    }
    return nil
  }

  /// A word that one browser gets each time, and more often than any other one, in what a page shows or has for its scripts; `nil` for none.
  ///
  /// What may be another one each time, such as a token, is none; nor is a short number, or in data a single letter.
  static func word(ofEach own: [Self], besides others: [Self]) -> String? {
    guard let first = own.first else { return nil }
    for aspect in [Aspect.title, .text, .hiddenText, .image, .element, .attribute, .script] {
      let isText = [.title, .text, .hiddenText].contains(aspect)
      let (counts, strange) = (own.map { $0.counts(of: aspect) }, others.map { $0.counts(of: aspect) })
      let word = first.parts[aspect, default: []].first { part in
        guard isText ? part.isTelling : part.filter(\.isLetter).count > 1, !isToken(part) else { return false }
        let most = strange.map { $0[part, default: 0] }.max() ?? 0
        return counts.allSatisfy { $0[part, default: 0] > most }
      }
      if let word { return word }
    }
    return nil
  }

  private func counts(of aspect: Aspect) -> [String: Int] {
    Dictionary(grouping: parts[aspect, default: []], by: \.self).mapValues(\.count)
  }

  /// Whether one more answer to an unknown address is the known one's where they differ: so it was one of a few at random.
  static func isRefuted(_ difference: Difference, by more: Self, known: [Self]) -> Bool {
    // Every further answer counts: it may be the same once more, or not.
    if difference.isOfConstancy { return true }
    let parts = more.parts[difference.aspect, default: []]
    guard let place = difference.place else {
      // What all others had is not there this time.
      if let part = difference.part, difference.aspect == .piece, !parts.contains(part) { return true }
      let kinds = Set(parts.map(kind))
      return difference.isOfAll && known.contains { Set($0.parts[difference.aspect, default: []].map(kind)) == kinds }
    }
    return parts.indices.contains(place)
      && known.contains { impression in
        let own = impression.parts[difference.aspect, default: []]
        return own.count == parts.count && own[place] == parts[place]
      }
  }

  /// What the known address gets each time, and none of the others ever; `nil` for nothing.
  ///
  /// Numbers and tokens say nothing, as servers may have others for each address; nor does what repeats part of the address, where each
  /// of the others gets part of its own.
  private static func added(in known: [Self], to others: [Self], _ aspect: Aspect) -> String? {
    let (parts, strange) = (known.map { Set($0.parts[aspect, default: []].map(kind)) }, others.map { $0.parts[aspect, default: []] })
    let kinds = Set(strange.joined().map(kind))
    guard let own = parts.first, let typed = known.first?.typed else { return nil }
    return own.sorted().first { part in
      guard parts.allSatisfy({ $0.contains(part) }), !kinds.contains(part) else { return false }
      guard isPart(part, of: typed) else { return true }
      return part.contains(where: \.isLetter) && !typed.isEmpty
        && !zip(others, strange).allSatisfy { other, parts in
          parts.contains { !own.contains(kind(of: $0)) && $0.contains(where: \.isLetter) && isPart($0, of: other.typed) }
        }
    }
  }

  /// A token or a number that one gets each time, where those of the others are new ones each time, or the other way round; `nil` for none.
  ///
  /// A server may have a token or a telephone number for each address, so only answers to the same one are compared. Answers that alternate are not tokens
  /// that are new each time.
  private static func constant(in known: [Self], or others: [Self], _ aspect: Aspect) -> (part: String, place: Int)? {
    let asked = Dictionary(grouping: others, by: \.typed).values.map { $0.map { $0.parts[aspect, default: []] } }
    let own = known.map { $0.parts[aspect, default: []] }
    guard let first = own.first, own.count > 1, let most = asked.map(\.count).max(), most > 1,
      (own + asked.joined()).allSatisfy({ $0.count == first.count })
    else { return nil }
    return first.indices.first { place in
      let kinds = Set((own + asked.joined()).map { kind(of: $0[place]) })
      guard kinds.count == 1, (own + asked.joined()).allSatisfy({ isToken($0[place]) || $0[place].contains(where: \.isNumber) }) else {
        return false
      }
      let (values, strange) = (own.map { $0[place] }, asked.filter { $0.count > 1 }.map { $0.map { $0[place] } })
      let isSame = Set(values).count == 1
      let isNew = Set(values).count == values.count
      return isSame && strange.allSatisfy { Set($0).count == $0.count } || isNew && strange.allSatisfy { Set($0).count == 1 }
    }.map { (first[$0], $0) }
  }

  /// What the known one gets from its second answer on, and none of the others ever, who get the same each time; or what these have and it
  /// loses then. So a counter of wrong passwords shows that there is an account.
  private static func later(in known: [Self], than others: [Self], _ aspect: Aspect) -> String? {
    let kinds = { (impression: Self) in Set(impression.parts[aspect, default: []].map(kind)) }
    let (own, strange) = (known.dropFirst().map(kinds), others.map(kinds))
    guard let common = strange.first, let last = own.last, last != common, own.allSatisfy({ $0 == last }),
      strange.allSatisfy({ $0 == common })
    else { return nil }
    let typed = known.first?.typed ?? ""
    return (last.subtracting(common).sorted() + common.subtracting(last).sorted()).first { typed.isEmpty || !isPart($0, of: typed) }
  }

  /// A number that is greater each time for the one than it ever is for the others, or less, though it varies for both: the time to wait in
  /// a header about limits, or a number in the text.
  ///
  /// What grows or shrinks with time does not differ so, as the answers come in turns.
  static func range(of known: [Self], apartFrom others: [Self]) -> Difference? {
    for aspect in [Aspect.header, .text] {
      let (own, strange) = (known.map { $0.parts[aspect, default: []] }, others.map { $0.parts[aspect, default: []] })
      guard let first = own.first, (own + strange).allSatisfy({ $0.count == first.count }) else { continue }
      let place = first.indices.first { place in
        guard Set((own + strange).map { kind(of: $0[place]) }).count == 1, aspect == .text || isOfLimits(first[place]) else { return false }
        let (numbers, others) = (own.compactMap { number(in: $0[place]) }, strange.compactMap { number(in: $0[place]) })
        guard numbers.count == own.count, others.count == strange.count, let least = numbers.min(), let most = numbers.max(),
          let leastOfOthers = others.min(), let mostOfOthers = others.max()
        else { return false }
        guard isCountdown(numbers), isCountdown(others) else { return most < leastOfOthers || mostOfOthers < least }
        // One of two locks of the same length began earlier.
        return most * 2 < leastOfOthers || mostOfOthers * 2 < least
      }
      if let place { return Difference(words: aspect.words(of: first[place]), isOfAll: false, aspect: aspect, place: place) }
    }
    return nil
  }

  private static func isCountdown(_ numbers: [Int]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 >= $1 } }

  private static func isOfLimits(_ header: String) -> Bool {
    let name = header.prefix { $0 != "=" }
    return name == "retry-after" || name.contains("ratelimit") || name.contains("rate-limit")
  }

  /// The only number in a text; `nil` where there is none, or more than one.
  private static func number(in part: String) -> Int? {
    let runs = part.split { !$0.isASCII || !$0.isNumber }
    return runs.count == 1 ? Int(runs[0]) : nil
  }

  /// Whether the value of a part is a token.
  private static func isToken(_ part: String) -> Bool {
    let value = part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part
    return TokenSign.isToken(value) || isShortHash(value)
  }

  /// Whether a text is the beginning of a hash, as servers make ids and pictures of addresses.
  private static func isShortHash(_ value: String) -> Bool {
    (6...12).contains(value.utf8.count) && value.contains(where: \.isNumber) && value.contains(where: \.isLetter)
      && value.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// A part without what may be another one for each address.
  private static func kind(of part: String) -> String {
    let value = part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part
    if TokenSign.isToken(value) || isShortHash(value) { return String(part.dropLast(value.count)) }
    return part.contains("*") || part.contains("•") ? "*" : part.filter { !$0.isNumber }
  }

  /// Whether its letters are in the address in the same order, as a name's or an initial's are.
  private static func isPart(_ part: String, of address: String) -> Bool {
    // What comes before the value is the page's own.
    let value = part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? part
    var rest = address.lowercased()[...]
    return (value.contains(where: \.isLetter) ? value : part).lowercased().filter(\.isLetter).allSatisfy { letter in
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
      return true
    }
  }

  /// What all the others have in a place where the known one never has it; `nil` for nothing.
  private static func missing(in known: [[String]], ofAll others: [[String]]) -> (part: String, place: Int?)? {
    guard let first = others.first else { return nil }
    if (known + others).allSatisfy({ $0.count == first.count }) {
      return first.indices.first { place in
        others.allSatisfy { $0[place] == first[place] } && known.allSatisfy { $0[place] != first[place] }
      }.map { (first[$0], $0) }
    }
    // Something random shifts the rest: what all have anywhere has to be there as often.
    let counts = (known + others).map { Dictionary(grouping: $0, by: \.self).mapValues(\.count) }
    let (own, strange) = (counts.prefix(known.count), counts.dropFirst(known.count))
    let part = Set(first).sorted().first { part in
      let least = strange.map { $0[part, default: 0] }.min() ?? 0
      return own.allSatisfy { $0[part, default: 0] < least }
    }
    if let part { return (part, nil) }
    // Where the others are equal, a different count is a difference, too.
    guard others.allSatisfy({ $0 == first }), known.allSatisfy({ $0.count != first.count }) else { return nil }
    return (known.first?.first { !first.contains($0) } ?? first.first ?? "", nil)
  }
}

extension HostedDriver.Impression.Aspect {
  /// A sentence's words for what differs, with the name of a header or a cookie.
  fileprivate func words(of part: String) -> String {
    switch self {
    case .header, .cookie: "\(rawValue) '\(part.prefix { !"=;".contains($0) })'"
    default: rawValue
    }
  }
}

extension String {
  /// Whether it may say who a person is: it has a letter or picture, or is a number as long as one of a phone.
  fileprivate var isTelling: Bool { contains { !$0.isNumber && !$0.isPunctuation && !$0.isWhitespace } || filter(\.isNumber).count > 3 }
}
