import Encodings
import JourneyModel
import ScreenPages

/// The screens of a page: each look is drawn once, and cards lead to it.
struct DrawnScreens {
  private static let maxDrawn = 1000
  private static let rememberedFaces = 4096

  private let report: Report
  /// In the order in which cards lead to them.
  private var drawn: [(anchor: String, id: String, digest: String)] = []
  private var anchors: [UInt64: String] = [:]
  private var faces: [String: ScreenFace] = [:]
  /// How many looks there was no room for.
  private(set) var undrawn = 0

  init(_ report: Report) { self.report = report }

  var count: Int { drawn.count }

  /// What a card says of the screen with this digest.
  mutating func face(of digest: String) throws(EventLogError) -> ScreenFace {
    if let known = faces[digest] { return known }
    let screen = try report.screen(digest)
    var face = ScreenFace(screen)
    face.anchor = anchor(of: screen, digest)
    if faces.count >= Self.rememberedFaces { faces.removeAll(keepingCapacity: true) }
    faces[digest] = face
    return face
  }

  private mutating func anchor(of screen: Screen, _ digest: String) -> String? {
    var writer = HTMLWriter()
    writer.write(ScreenFigure(screen, marking: []).element)
    var hash = FNV1a()
    hash.combine(writer.bytes)
    if let known = anchors[hash.value] { return known }
    guard drawn.count < Self.maxDrawn else {
      undrawn += 1
      return nil
    }
    let anchor = "s\(drawn.count + 1)"
    anchors[hash.value] = anchor
    drawn.append((anchor, screen.id.text, digest))
    return anchor
  }

  /// Draws them all, those of one id next to each other, each with its anchor to lead to.
  ///
  /// - Parameter put: takes one id's elements after the other.
  func draw(_ put: (_ id: String, _ figures: [MarkupElement]) throws(ReportError) -> Void) throws(ReportError) {
    var order: [String] = []
    var groups: [String: [Int]] = [:]
    for (index, entry) in drawn.enumerated() {
      if groups[entry.id] == nil { order.append(entry.id) }
      groups[entry.id, default: []].append(index)
    }
    for id in order.sorted() {
      var figures: [MarkupElement] = []
      for index in groups[id] ?? [] {
        let screen = try ReportError.reading { () throws(EventLogError) in try report.screen(drawn[index].digest) }
        figures.append(ScreenFigure(screen, marking: []).element(id: drawn[index].anchor))
      }
      try put(id, figures)
    }
  }
}
