import Dispatch
import Encodings
import JourneyTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The management API of a made org on a loopback port.
enum ServedManagementAPI {
  /// Serves while the closure runs, which gets the address.
  static func serve(_ api: MadeManagementAPI, _ body: (String) async throws -> Void) async throws {
    try await HeldPort.silent { port in
      async let served: Void = answer(port, api)
      do {
        defer { port.stop() }
        try await body(port.address)
      }
      await served
    }
  }

  private static func answer(_ port: HeldPort, _ api: MadeManagementAPI) async {
    while true {
      let connection: Int32
      do { connection = try await port.call() } catch { return }
      let text = await withCheckedContinuation { continuation in
        DispatchQueue(label: "management-api").async { continuation.resume(returning: SmallSite.request(from: connection)) }
      }
      let bytes = await response(to: text, at: port.address, api)
      _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
  }

  /// An empty one where the request is none, or gets no answer.
  private static func response(to text: String, at address: String, _ api: MadeManagementAPI) async -> [UInt8] {
    let lines = text.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return [] }
    var headers = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { break }
      headers.append(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    do {
      let url = try WebURL(address + String(words[1]))
      let body = text.firstRange(of: "\r\n\r\n").map { Array(text[$0.upperBound...].utf8) } ?? []
      let answer = try await api.send(HTTPRequestMessage(method: String(words[0]), url: url, headers: headers, body: body))
      var head = "HTTP/1.1 \(answer.status) Status\r\nContent-Length: \(answer.body.count)\r\nConnection: close\r\n"
      for field in answer.headers { head += "\(field.name): \(field.value)\r\n" }
      return Array((head + "\r\n").utf8) + answer.body
    } catch { return [] }
  }
}
