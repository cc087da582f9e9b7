import JourneyRunner

// A step and an attempt end in the same four ways, and the log writes both in the same form.

extension StepOutcome {
  init(_ result: AttemptOutcome.Result) {
    switch result {
    case .passed: self = .passed
    case .failed(let mismatches): self = .failed(mismatches)
    case .broken(let breakage): self = .broken(breakage)
    case .skipped(let reason): self = .skipped(reason)
    }
  }
}

extension AttemptOutcome.Result {
  init(_ outcome: StepOutcome) {
    switch outcome {
    case .passed: self = .passed
    case .failed(let mismatches): self = .failed(mismatches)
    case .broken(let breakage): self = .broken(breakage)
    case .skipped(let reason): self = .skipped(reason)
    }
  }
}
