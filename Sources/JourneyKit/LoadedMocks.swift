import Diagnostics
import JourneyMock
import JourneyModel
import Synchronization

/// The mocks that a command has loaded: several tenants share a mock, and a comparison reads its project more than once.
///
/// A mock is used again only if its file, and every file that it includes or extends, has the same text as before.
final class LoadedMocks: Sendable {
  private struct Loaded {
    var file: SourceFile
    /// The dialects that it could speak.
    var dialects: [String]
    var includes: [Include]
    var tenant: MockTenant?
    var diagnostics: [Diagnostic]
  }

  private struct Include {
    var path: String
    var including: SourceFile
    var result: Result<SourceFile, UnreadableInclude>

    /// Whether the path still leads to the same text.
    func isSame(_ reader: MockTenant.IncludeReader) -> Bool {
      do throws(UnreadableInclude) {
        let file = try reader(path, including)
        guard case .success(let known) = result else { return false }
        return known.name == file.name && known.text == file.text
      } catch {
        guard case .failure(let known) = result else { return false }
        return known == error
      }
    }
  }

  /// By the names of their files.
  private let loaded = Mutex<[String: Loaded]>([:])

  /// The mock of a file, as `MockTenant.load` says.
  func tenant(
    of file: SourceFile, _ dialects: DialectRegistry, diagnostics: inout [Diagnostic], include: MockTenant.IncludeReader
  ) -> MockTenant? {
    let names = dialects.dialects.map(\.description.name)
    let known = loaded.withLock { $0[file.name] }
    if let known, known.file.text == file.text, known.dialects == names, known.includes.allSatisfy({ $0.isSame(include) }) {
      diagnostics += known.diagnostics
      return known.tenant
    }
    var new = Loaded(file: file, dialects: names, includes: [], tenant: nil, diagnostics: [])
    new.tenant = MockTenant.load(file, speeches: dialects.speeches, diagnostics: &new.diagnostics) {
      path, including throws(UnreadableInclude) in
      do throws(UnreadableInclude) {
        let file = try include(path, including)
        new.includes.append(Include(path: path, including: including, result: .success(file)))
        return file
      } catch {
        new.includes.append(Include(path: path, including: including, result: .failure(error)))
        throw error
      }
    }
    loaded.withLock { $0[file.name] = new }
    diagnostics += new.diagnostics
    return new.tenant
  }
}
