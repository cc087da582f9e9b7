import Diagnostics
import JourneyLanguage
import JourneyMock
import LocatedYAML

extension MutantMaker {
  /// Policies that are off instead of on, one higher, or twice as long.
  mutating func mutatePolicies() {
    for (index, policy) in definition.policy.enumerated() {
      let name = policy.name.value
      let element = "policy.\(name)"
      let touched = touch.policy(name)
      switch policy.value {
      case .number(let number):
        guard number < Int.max else { continue }
        add(element, .raiseLimit, at: policy.name.range, "'\(name)' is \(number + 1) instead of \(number)", touching: touched) {
          $0.policy[index].value = .number(number + 1)
        }
      case .duration(let duration):
        add(element, .lengthen, at: policy.name.range, Self.longer(name, duration), touching: touched) {
          $0.policy[index].value = .duration(duration * 2)
        }
      case .flag(let isOn):
        let sentence = "the policy '\(name)' is \(isOn ? "off" : "on")"
        add(element, .flipPolicy, at: policy.name.range, sentence, touching: touched) { $0.policy[index].value = .flag(!isOn) }
      case .unreadable: break
      case .guarded(let condition):
        let policy = "the policy '\(name)'"
        let words = GuardWords(turned: "\(policy) is", ignored: "\(policy) holds whether or not", anything: "\(policy) takes any")
        mutate(condition, of: element, touching: touched, words) { $0.policy[index].value = .guarded($1) }
      }
    }
  }

  /// Limits, spans and lives that are written out where they count.
  mutating func mutateLimits() {
    for (index, counter) in definition.counters.enumerated() {
      guard let limit = Int(counter.limit.text), limit < Int.max else { continue }
      let name = counter.name.value
      let touched = touch.doing { $0.counts(name) }
      add(
        "counter.\(name)", .raiseLimit, at: counter.limit.range, "'\(name)' is full at \(limit + 1) instead of \(limit)", touching: touched
      ) {
        $0.counters[index].limit = counter.limit.saying(String(limit + 1))
      }
    }
    for (index, timer) in definition.timers.enumerated() {
      let name = timer.name.value
      lengthen("timer.\(name)", name, timer.lasts, touch.doing { $0.starts(name) }) { $0.timers[index].lasts = $1 }
    }
    for (index, mail) in definition.mails.enumerated() {
      guard let life = mail.life else { continue }
      let name = mail.name.value
      lengthen("mail.\(name)", "the link of '\(name)'", life, touch.doing { $0.sends(name) }) { $0.mails[index].life = $1 }
    }
    for (index, limit) in definition.limits.enumerated() {
      if limit.requests < Int.max {
        let sentence = "\(limit.requests + 1) requests are accepted in \(DurationText.format(limit.time)) instead of \(limit.requests)"
        add("limits.\(index + 1)", .raiseLimit, at: limit.place, sentence, touching: MutantTouch(isEverything: true)) {
          $0.limits[index].requests += 1
        }
      }
      let longer = "requests are counted for \(DurationText.format(limit.time * 2)) instead of \(DurationText.format(limit.time))"
      add("limits.\(index + 1)", .lengthen, at: limit.place, longer, touching: MutantTouch(isEverything: true)) {
        $0.limits[index].time *= 2
      }
    }
    for entry in definition.tokenKeys {
      guard case .scalar(let scalar) = entry.value else { continue }
      let touched = MutantTouch(isEverything: true)
      lengthen("tokens.\(entry.name)", "'\(entry.name)' of tokens", scalar, touched) { definition, longer in
        guard let life = Self.duration(longer.text) else { return }
        definition.tokens?[life: entry.name] = life
      }
    }
  }

  private mutating func lengthen(
    _ element: String, _ what: String, _ written: YAMLScalar, _ touched: MutantTouch,
    _ change: @escaping @Sendable (inout TenantDefinition, YAMLScalar) -> Void
  ) {
    // What names a policy is changed with the policy.
    guard let duration = Self.duration(written.text) else { return }
    let longer = written.saying(DurationText.format(duration * 2))
    add(element, .lengthen, at: written.range, Self.longer(what, duration), touching: touched) { change(&$0, longer) }
  }

  private static func longer(_ what: String, _ duration: Duration) -> String {
    "\(what) lasts \(DurationText.format(duration * 2)) instead of \(DurationText.format(duration))"
  }

  private static func duration(_ text: String) -> Duration? {
    do throws(DurationText.Failure) { return try DurationText.parse(text) } catch { return nil }
  }
}

extension TokenLives {
  /// A life by its key in the tenant's file; unknown keys are reported elsewhere.
  fileprivate subscript(life key: String) -> Duration? {
    get {
      switch key {
      case "code": code
      case "access": access
      case "id": id
      case "refresh": refresh
      case "session": session
      case "sign_on": signOn
      case "kept_sign_on": keptSignOn
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch key {
      case "code": code = newValue
      case "access": access = newValue
      case "id": id = newValue
      case "refresh": refresh = newValue
      case "session": session = newValue
      case "sign_on": signOn = newValue
      case "kept_sign_on": keptSignOn = newValue
      default: break
      }
    }
  }
}
