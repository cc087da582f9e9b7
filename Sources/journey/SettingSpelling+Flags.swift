import ArgumentParser
import JourneyKit

extension SettingSpelling {
  /// Settings as the command's flags.
  static let flags = SettingSpelling { setting in
    switch setting {
    case .tags: "--tag"
    case .name: "--name"
    case .places: "--at"
    case .ids: "--rerun-failed"
    case .tenants: "--tenant"
    case .app: "--app"
    case .variables: "--var"
    case .mockAddresses: "--mock-at"
    case .label: "--label"
    case .log: "--log"
    case .secretsFile: "--secrets"
    case .policyFile: "--policy FILE"
    case .maildirs: "--maildir"
    case .clients: "--client"
    case .updatesSnapshots: "journey run --update-snapshots"
    case .operators: "--only"
    }
  }

  /// The values that the texts of a flag mean; throws what is wrong with the first that means none.
  func reading<Value>(_ texts: [String], _ read: (String) throws(SettingsProblem) -> Value) throws -> [Value] {
    do throws(SettingsProblem) {
      var values: [Value] = []
      for text in texts { values.append(try read(text)) }
      return values
    } catch { throw ValidationError(error.message(self)) }
  }
}
