extension Standard {
  /// An org's usual flow: what it asks is its policies' business, who is asked its accounts'.
  static let idxText = idxTerms + idxFlow + idxScreens

  /// What an org may decide, what is known of people, and what is said to them.
  private static let idxTerms = #"""
    tenant: standard
    policy:
      registration: true                # people may make themselves an account
      recovery: true                    # a forgotten password may be replaced
      unlock: true                      # a locked account may be unlocked by its owner
      idp: false                        # an identity provider may be used instead of a password
      fastpass: false                   # an app on the person's device may be asked who they are
      mfa: false                        # whoever has no second factor has to set one up
      enrolled: account.factors has email or account.factors has phone or account.factors has otp or account.factors has verify or account.factors has question
      enrolment: account.setup == offered
      consent: account.consent == missing
      number_challenge: account.risk == high
      sign_in_after_reset: true
      lockout: {after: 5, for: 30m}
      lookups: 5                        # how many people may be looked for in one journey
      code: {life: 5m, tries: 5, sends: 3}
      push: {life: 5m}
      probe: {life: 10s}                # how long a device is asked
      activation: {life: 24h}
      reset: {life: 1h}
    facts:
      account.status: [active, locked, staged, expired, denied, unassigned]
      account.factors: {set_of: [email, phone, otp, verify, question]}
      account.risk: [low, high]
      account.setup: [done, offered]
      account.consent: [given, missing]
      session.purpose: [sign_in, recovery, unlock]
      session.push: [none, waiting, accepted, rejected]
      session.must_enroll: flag
    attributes: [question, question_key]
    secrets: [answer]
    counters:
      password: {of: account, limit: policy.lockout.after, full: {set: {account.status: locked}, start: lock, say: locked, forget: account, go: identify}}
      code: {of: session, limit: policy.code.tries, full: {say: too_many}}
      sends: {of: session, limit: policy.code.sends}
      lookups: {of: session, limit: policy.lookups, full: {go: limited}}
    timers:
      lock: {of: account, lasts: policy.lockout.for, over: {set: {account.status: active}, clear: password}}
      push: {of: session, lasts: policy.push.life}
      probe: {of: session, lasts: policy.probe.life}
    messages:
      required: {on: "*", key: model.validation.field.blank, status: 400, en: This field cannot be left blank}
      invalid: {on: "*", key: model.validation.field.invalid, status: 400, en: The value is not valid}
      unknown: {level: warning, key: idx.unknown.user, en: There is no account with this username.}
      locked: {key: errors.E0000119, status: 401, en: Your account is locked. Please contact your administrator.}
      wrong_password: {on: credentials.passcode, key: incorrectPassword, status: 401, en: Password is incorrect}
      wrong_code: {on: credentials.passcode, key: api.authn.error.PASSCODE_INVALID, status: 401, en: Invalid code. Try again.}
      wrong_totp: {on: credentials.totp, key: api.authn.error.PASSCODE_INVALID, status: 401, en: Invalid code. Try again.}
      wrong_answer: {on: credentials.answer, key: authfactor.challenge.question_factor.answer_invalid, status: 401, en: Your answer does not match our records. Please try again.}
      too_many: {key: tooManyRequests, status: 429, en: Too many requests}
      sms_limit: {key: errors.E0000150, status: 429, en: The number of SMS requests has reached the limit. Please try again later.}
      push_rejected: {key: api.authn.poll.error.push_rejected, en: You have chosen to reject this login.}
      timed_out: {key: core.system.transaction_resource_not_found, status: 404, en: Verification timed out. Please try again}
      denied: {key: security.access_denied, status: 403, en: You do not have permission to perform the requested action.}
      no_reset: {key: oie.selfservice.reset.password.not.allowed, status: 403, en: Reset password is not allowed at this time. Please contact support for assistance.}
      weak: {on: credentials.passcode, key: password.passwordRequirementsNotMet, status: 400, en: "Password requirements were not met. Password requirements: at least 8 characters."}
      taken: {on: userProfile.email, key: registration.error.notUniqueWithinOrg, status: 400, en: A user with this Email already exists}
      no_address: {on: userProfile.email, key: registration.error.invalidLoginEmail, status: 400, en: "'Email' must be in the form of an email address"}
      bad_number: {on: authenticator.phoneNumber, key: api.factors.error.sms.invalid_phone, status: 400, en: Invalid phone number.}
      unlocked: {level: info, key: oie.selfservice.unlock_user.success.message, en: You can log in using your existing username and password}
      recovered: {level: info, key: idx.recovery.completed, en: You can now sign in with your existing username and new password.}
      cancelled: {key: idx.operation.cancelled.by.user, en: You have cancelled the operation.}
    mails:
      email_code: {to: account.email, subject: One-time verification code, text: "Your verification code is ${code}.", life: policy.code.life}
      activation: {to: account.email, subject: Activate your account, text: "Enter the code ${code}, or open ${link}", link: activated, life: policy.activation.life}
      recovery: {to: account.email, subject: Account password reset, text: "Enter the code ${code}, or open ${link}", link: reset, life: policy.reset.life}
    sms:
      sms_code: {to: account.phone, text: "Your verification code is ${code}.", life: policy.code.life}
      voice_code: {to: account.phone, text: "Hello. Your verification code is ${code}. Good bye.", life: policy.code.life}
      enroll_sms: {to: session.phone, text: "Your verification code is ${code}.", life: policy.code.life}
      enroll_voice: {to: session.phone, text: "Hello. Your verification code is ${code}. Good bye.", life: policy.code.life}

    """#
}
