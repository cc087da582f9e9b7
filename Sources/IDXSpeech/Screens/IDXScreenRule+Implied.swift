import JourneyMock

extension IDXScreenRule {
  /// The forms that an org offers in addition to the screen's own.
  ///
  /// - Parameter screens: all of the tenant's.
  func implied(by screens: [IDXScreenRule]) -> [IDXImpliedForm] {
    guard let first = forms.first, let authenticator else { return [] }
    func picker(_ kind: RemediationKind) -> IDXImpliedForm? {
      guard !forms.contains(where: { $0.kind == kind }), let place = screens.firstIndex(where: { $0.forms.first?.kind == kind })
      else { return nil }
      return IDXImpliedForm(form: screens[place].forms[0], screen: place)
    }
    var implied: [IDXImpliedForm] = []
    switch first.kind {
    case .challengeAuthenticator where authenticator != .password, .challengePoll, .resend, .authenticatorVerificationData:
      implied = [picker(.selectAuthenticatorAuthenticate)].compactMap(\.self)
    case .enrollAuthenticator where authenticator == .email || authenticator == .password:
      implied = [IDXImpliedForm(form: .itself(authenticator))]
    case .enrollAuthenticator, .authenticatorEnrollmentData, .enrollmentChannelData, .enrollPoll:
      implied = [picker(.selectAuthenticatorEnroll)].compactMap(\.self)
    default: break
    }
    let poll = first.kind.isEnrolment ? RemediationKind.currentPoll : .enrollmentPoll
    if authenticator == .email, first.kind == .challengeAuthenticator || first.kind == .enrollAuthenticator,
      !forms.contains(where: { $0.kind == poll })
    {
      implied.append(IDXImpliedForm(form: IDXFormRule(id: poll.rawValue, kind: poll, condition: .always, fields: [])))
    }
    // Before anything was sent it asks for the same screen again; the recorded bodies of these two have it.
    let resend = RemediationKind.enrollmentResend
    if first.kind == .authenticatorVerificationData, authenticator == .email || authenticator == .phone,
      !forms.contains(where: { $0.kind == resend })
    {
      implied.append(IDXImpliedForm(form: IDXFormRule(id: resend.rawValue, kind: resend, condition: .always, fields: [])))
    }
    return implied
  }

  /// The forms that are offered now, in the order sent.
  func offered(_ truth: GraphTruth, in world: WorldState) -> [IDXFormRule] {
    let graph = world.tenant.graph
    let implied = implied.filter { ($0.screen == nil || $0.state(in: graph) != nil) && truth.holds($0.condition(in: graph)) }
    return forms.filter { truth.holds($0.condition) } + implied.map(\.form)
  }
}

extension IDXFormRule {
  /// The choice of the one authenticator that is being set up anyway.
  fileprivate static func itself(_ kind: AuthenticatorKind) -> IDXFormRule {
    let option = PickerOption(kind: kind, methods: kind.methods, condition: .always)
    let field = IDXFieldRule(
      id: "authenticator", path: ["authenticator"], kind: .picker([option]), condition: .always, isRequired: false, labels: [], values: [])
    return IDXFormRule(
      id: RemediationKind.selectAuthenticatorEnroll.rawValue, kind: .selectAuthenticatorEnroll, condition: .always, fields: [field])
  }
}
