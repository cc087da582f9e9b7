import JourneyTestSupport
import Testing

@testable import BrowserEngine

struct BrowserProgramsTests {
  private func programs(_ names: [String], in folder: TemporaryFolder) throws {
    for name in names {
      try folder.write("#!/bin/sh\n", to: name)
      try folder.makeRunnable(name)
    }
  }

  @Test func `what the environment names is used`() async throws {
    try await TemporaryFolder.with { folder in
      try programs(["a-driver", "a-browser"], in: folder)
      let found = try BrowserPrograms.find([
        BrowserPrograms.driverVariable: folder.file("a-driver"), BrowserPrograms.browserVariable: folder.file("a-browser"),
      ])
      #expect(found == BrowserPrograms(driver: folder.file("a-driver"), browser: folder.file("a-browser")))
    }
  }

  @Test func `chromedriver is found in PATH`() async throws {
    try await TemporaryFolder.with { folder in
      try programs(["chromedriver", "browser"], in: folder)
      let found = try BrowserPrograms.find(["PATH": "relative:\(folder.path)", BrowserPrograms.browserVariable: folder.file("browser")])
      #expect(found.driver == folder.file("chromedriver"))
    }
  }

  @Test func `what is named and is no program is said in words`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("text", to: "driver")
      let error = #expect(throws: BrowserPrograms.Missing.self) {
        try BrowserPrograms.find([BrowserPrograms.driverVariable: folder.file("driver")])
      }
      #expect(
        error?.message
          == "'engine: browser' needs chromedriver, and JOURNEY_CHROMEDRIVER names '\(folder.file("driver"))', which is no program")
    }
  }
}
