package import Encodings
package import JourneyModel

extension Screen {
  /// The screen with `***` for every known text, also for those that several of its texts hold together; `nil` if it has none.
  ///
  /// - Parameter text: the screen as JSON.
  package func masked(by search: SecretSearch, text: [UInt8]) -> Screen? {
    let found = search.isFound(in: text[...]) || search.isFoundScattered(in: text)
    // What single texts hold is masked first.
    let single = found ? search.maskedTexts(json: text) : text
    let together = search.maskedTogether(json: single)
    guard found || together != nil else { return nil }
    do { return try Screen(json: JSONReader.read(together ?? single, counts: .unlimited)) } catch {
      // A secret where the screen needs something else: nothing of it can be shown.
      return Screen(id: ScreenID("***"))
    }
  }

  /// The screen with `***` for the texts that hold a known text together.
  func maskedTogether(by search: SecretSearch) -> Screen {
    guard search.looksForScattered else { return self }
    var text: [UInt8] = []
    appendJSON(to: &text)
    return masked(by: search, text: text) ?? self
  }
}
