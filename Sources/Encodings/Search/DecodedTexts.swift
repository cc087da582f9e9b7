import Synchronization

/// Remembers what pieces of texts may be decoded to: most pieces of what a run puts out were put out before.
///
/// A class, because a search that changes nothing else fills it, and copies of a search share it. What is remembered follows from
/// the piece alone, as long as texts are cut at the same bytes and plus signs are read in the same way.
final class DecodedTexts: Sendable {
  private let pieces = Mutex(Pieces())

  /// Gives the body exclusive access to what is remembered.
  func withPieces<Outcome: Sendable>(_ body: (inout Pieces) -> Outcome) -> Outcome {
    pieces.withLock { body(&$0) }
  }

  /// What a piece may be decoded to, at every depth.
  struct Decodings: Sendable {
    /// Only those that are long enough for a known text; their places are those in the piece, where they are kept.
    var views: [TextView] = []
    /// How many bytes were looked at for it.
    var work = 0
  }

  /// Pieces by their hash; of two with the same place the newer one stays, so that memory is bounded.
  struct Pieces: Sendable {
    private static let count = 2048
    /// In bytes; longer ones are tokens and pictures, which do not come again.
    static let longest = 512
    private static let longestDecoded = 1024

    private struct Entry: Sendable {
      var hash: UInt64 = 0
      var piece: [UInt8] = []
      var decodings = Decodings()
      /// The edition of the texts none of which it holds; 0 for none.
      var clean: UInt64 = 0

      func holds(_ other: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Bool {
        self.hash == hash && piece.count == other.count
          && piece.withUnsafeBytes { Pieces.areEqual($0, UnsafeRawBufferPointer(other)) }
      }
    }

    private var entries: [Entry] = []

    /// What a piece may be decoded to, as remembered or as the closure finds out; `nil` if that is too much work.
    mutating func decodings(of piece: UnsafeBufferPointer<UInt8>, orElse decode: () -> Decodings?) -> Decodings? {
      guard piece.count <= Self.longest else { return decode() }
      let (hash, place) = place(of: piece)
      if entries[place].holds(piece, hash) { return entries[place].decodings }
      guard let decodings = decode() else { return nil }
      keep(piece, hash, decodings, clean: 0, at: place)
      return decodings
    }

    /// Whether a piece holds a known text, and how many bytes were looked at for what it may be decoded to; `nil` if those are too many.
    ///
    /// A piece that holds none of the texts holds none the next time, as long as no other text is looked for.
    ///
    /// - Parameter edition: of the texts that are looked for.
    mutating func finding(
      in piece: UnsafeBufferPointer<UInt8>, _ edition: UInt64, decode: () -> Decodings?, isFound: (Decodings) -> Bool
    ) -> (isFound: Bool, work: Int)? {
      guard piece.count <= Self.longest else { return decode().map { (isFound($0), $0.work) } }
      let (hash, place) = place(of: piece)
      if entries[place].holds(piece, hash) {
        let work = entries[place].decodings.work
        if entries[place].clean == edition { return (false, work) }
        let isFound = isFound(entries[place].decodings)
        if !isFound { entries[place].clean = edition }
        return (isFound, work)
      }
      guard let decodings = decode() else { return nil }
      let isFound = isFound(decodings)
      keep(piece, hash, decodings, clean: isFound ? 0 : edition, at: place)
      return (isFound, decodings.work)
    }

    private mutating func place(of piece: UnsafeBufferPointer<UInt8>) -> (hash: UInt64, place: Int) {
      if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.count) }
      let hash = Self.hash(of: piece)
      return (hash, Int(truncatingIfNeeded: hash >> 53))
    }

    private mutating func keep(
      _ piece: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ decodings: Decodings, clean: UInt64, at place: Int
    ) {
      guard decodings.views.reduce(0, { $0 + $1.bytes.count }) <= Self.longestDecoded else { return }
      entries[place] = Entry(hash: hash, piece: Array(piece), decodings: decodings, clean: clean)
    }

    /// Eight bytes at a time. Texts with the same hash only take each other's place.
    private static func hash(of piece: UnsafeBufferPointer<UInt8>) -> UInt64 {
      let bytes = UnsafeRawBufferPointer(piece)
      var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
      var index = 0
      while index &+ 8 <= bytes.count {
        hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash &>> 29
        index &+= 8
      }
      var rest: UInt64 = 0
      while index < bytes.count {
        rest = rest &<< 8 | UInt64(bytes[index])
        index &+= 1
      }
      hash = (hash ^ rest) &* 0xBF58_476D_1CE4_E5B9
      return (hash ^ hash &>> 32) &* 0x94D0_49BB_1331_11EB
    }

    /// Eight bytes at a time; both have as many.
    private static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
      var index = 0
      while index &+ 8 <= first.count {
        let isEqual =
          first.loadUnaligned(fromByteOffset: index, as: UInt64.self) == second.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard isEqual else { return false }
        index &+= 8
      }
      while index < first.count {
        guard first[index] == second[index] else { return false }
        index &+= 1
      }
      return true
    }
  }
}
