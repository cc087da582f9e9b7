import Synchronization

/// Where folders really are, links followed: looked up once each, because a project's many files are in few folders.
///
/// It is a class with a lock because several readers of one project ask it at once.
final class FolderPlaces: Sendable {
  private let places = Mutex<[String: String]>([:])

  /// The folder's place; `resolve` is called for those not looked up yet.
  func place(of path: String, resolve: (String) -> String) -> String {
    if let known = places.withLock({ $0[path] }) { return known }
    let place = resolve(path)
    places.withLock { $0[path] = place }
    return place
  }
}
