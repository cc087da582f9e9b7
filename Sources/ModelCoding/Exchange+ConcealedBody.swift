package import JourneyModel

extension Exchange.Answered {
  /// How much of a body is shown by default, in bytes.
  package static let usualBodyLimit = 32 * 1024

  /// Less is not to be had: the note on what is missing takes its part.
  private static let lowestBodyLimit = 128
  private static let roomForNote = 64

  /// The whole body, the values of its concealed members replaced by `***`.
  package var bodyWithoutConcealedMembers: [UInt8] {
    concealedMembers.isEmpty ? body : BodyConcealer.conceal(body, members: concealedMembers)
  }

  /// The values of its concealed members, whatever the status and however the body ends: what must not be seen elsewhere either.
  package var concealedTexts: [String] {
    concealedMembers.isEmpty || body.isEmpty ? [] : BodyConcealer.texts(in: body, members: concealedMembers)
  }

  /// The body as it may be shown, the values of its concealed members replaced by `***`.
  ///
  /// It is never longer than the limit, in bytes of UTF-8, a note on what is missing included; broken UTF-8 is
  /// repaired. It need not be whole: a JSON text that breaks off is concealed as well.
  package func concealedBody(limit: Int = usualBodyLimit) -> String {
    let limit = max(limit, Self.lowestBodyLimit)
    let shown = body.count > limit ? body.characters(upTo: limit - Self.roomForNote) : body
    let text = String(decoding: BodyConcealer.conceal(shown, members: concealedMembers), as: UTF8.self)
    if body.count <= limit, text.utf8.count <= limit { return text }
    let cut = Array(text.utf8).characters(upTo: limit - Self.roomForNote)
    return String(decoding: cut, as: UTF8.self) + " … (cut, \(body.count) bytes in all)"
  }
}

extension [UInt8] {
  /// The first bytes up to this count, without the beginning of a character of UTF-8 that does not fit.
  fileprivate func characters(upTo count: Int) -> [UInt8] {
    let first = Array(prefix(count))
    let continuing = first.reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
    guard let lead = first.dropLast(continuing).last, lead >= 0xC0 else { return first }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    return continuing + 1 < length ? first.dropLast(continuing + 1) : first
  }
}
