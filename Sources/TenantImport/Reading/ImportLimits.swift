/// How much of a source is read; what is beyond it is reported as missing.
package struct ImportLimits: Sendable, Hashable {
  package var files = 5_000
  /// Bytes of one file.
  package var fileBytes = 64 * 1024 * 1024
  /// Bytes of all files together.
  package var allBytes = 256 * 1024 * 1024
  /// How many folders may be in each other.
  package var folders = 8
  /// How many arrays and objects of one file may be in each other.
  package var depth = 64
  /// Values of one file, arrays and objects counted.
  package var values = 2_000_000

  package init() {}
}
