"""Thirty tests of the shop's login, each in its own world."""
import base64
import hmac
import struct
from datetime import timedelta

import pytest

from browser import Browser

JANE = ("jane@acme.test", "Jane-horse-11")
HELLO_JANE = "Hello Jane, you are jane@acme.test."


def one_time_password(secret, moment):
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", int(moment.timestamp()) // 30), "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


# The right answers


def test_a_password_is_enough(sign_in):
    assert sign_in(*JANE).text == HELLO_JANE


def test_a_user_name_will_do(sign_in):
    assert sign_in("jane-doe", JANE[1]).text == HELLO_JANE


def test_the_password_of_an_account_can_be_looked_up(sign_in, journey_accounts):
    jane = journey_accounts["jane@acme.test"]
    assert sign_in(jane.username, jane.password).text == HELLO_JANE


def test_a_code_comes_by_mail(sign_in, browser, journey_inbox):
    assert sign_in("rita@acme.test", "Rita-zebra-33").screen == "mfaPasscode"
    code = journey_inbox.latest("to:rita@acme.test").code
    assert browser.submit("mfaPasscode", passcode=code).text == "Hello Rita, you are rita@acme.test."


def test_a_code_comes_by_text_message(sign_in, browser, journey_inbox):
    sign_in("petra@acme.test", "Petra-crane-55")
    message = journey_inbox.latest("tag:sms")
    assert (message.is_sms, message.to) == (True, ("+36305550111",))
    assert browser.submit("mfaPasscode", passcode=message.code).text.startswith("Hello Petra")


def test_an_app_shows_the_code(sign_in, browser, journey_clock):
    sign_in("otto@acme.test", "Otto-mule-22")
    code = one_time_password("JBSWY3DPEHPK3PXP", journey_clock.freeze())
    assert browser.submit("mfaPasscode", passcode=code).text.startswith("Hello Otto")


def test_a_second_sign_in_needs_no_password(sign_in, browser, app):
    sign_in(*JANE)
    assert browser.open(f"{app}login").text == HELLO_JANE


def test_the_sign_in_page_speaks_hungarian(app):
    assert Browser("hu").open(f"{app}login?ui_locales=hu").heading == "Bejelentkezés"


def test_the_app_can_name_the_person(app):
    page = Browser().open(f"{app}login?login_hint=jane@acme.test")
    assert page.screen == "password"


# The wrong ones


@pytest.mark.parametrize("password", ["jane-horse-11", "Rita-zebra-33"])
def test_a_wrong_password_is_refused(sign_in, password):
    page = sign_in("jane@acme.test", password)
    assert page.screen == "password"
    assert "The password is incorrect." in page.text


def test_a_stranger_is_refused(browser):
    assert "We do not know this address." in browser.submit("identifier", identifier="nobody@acme.test").text


def test_three_wrong_passwords_lock_the_account(sign_in, browser, journey_accounts):
    sign_in("jane@acme.test", "wrong-one")
    browser.submit("password", password="wrong-two")
    assert browser.submit("password", password="wrong-three").screen == "locked"
    assert journey_accounts["jane"].status == "locked"


def test_the_lock_opens_after_a_quarter_of_an_hour(sign_in, browser, app, journey_clock):
    sign_in("jane@acme.test", "wrong-one")
    browser.submit("password", password="wrong-two")
    browser.submit("password", password="wrong-three")
    journey_clock.advance(timedelta(minutes=15, seconds=1))
    browser.open(f"{app}login?prompt=login")
    assert sign_in(*JANE).text == HELLO_JANE


def test_a_wrong_code_is_refused(sign_in, browser, journey_inbox):
    sign_in("rita@acme.test", "Rita-zebra-33")
    wrong = f"{(int(journey_inbox.latest().code) + 1) % 10**6:06}"
    assert "The code is incorrect." in browser.submit("mfaPasscode", passcode=wrong).text


def test_a_code_is_good_for_five_minutes(sign_in, browser, journey_inbox, journey_clock):
    sign_in("rita@acme.test", "Rita-zebra-33")
    journey_clock.advance("5m1s")
    assert "no longer valid" in browser.submit("mfaPasscode", passcode=journey_inbox.latest().code).text


def test_a_code_is_sent_again(sign_in, browser, journey_inbox):
    sign_in("rita@acme.test", "Rita-zebra-33")
    browser.submit("additionalActions/resend")
    assert len(journey_inbox) == 2
    journey_inbox.clear()
    browser.submit("additionalActions/resend")
    assert browser.submit("mfaPasscode", passcode=journey_inbox.latest().code).text.startswith("Hello Rita")


# People who are not ready yet


def test_a_link_to_a_new_password_comes_by_mail(browser, journey_inbox):
    browser.submit("identifier", identifier="jane@acme.test")
    browser.submit("additionalActions/forgottenPassword")
    browser.submit("forgottenPasswordEmail")
    assert journey_inbox.latest("subject:password").link.startswith("http")


def test_a_person_without_a_password_chooses_one(browser, journey_inbox):
    assert browser.submit("identifier", identifier="hugo@acme.test").screen == "mailPasscode"
    browser.submit("mailPasscode", passcode=journey_inbox.latest("to:hugo@acme.test").code)
    page = browser.submit("passwordEnroll", password="Hugo-kite-1234", passwordConfirmation="Hugo-kite-1234")
    assert page.text.startswith("Hello Hugo")


def test_questions_can_be_put_off(sign_in, browser):
    assert sign_in("vera@acme.test", "Vera-wolf-88").screen == "progressiveProfiling"
    assert browser.submit("additionalActions/skip").text.startswith("Hello Vera")


# What a test arranges


def test_a_person_of_this_test_signs_in(sign_in, journey_accounts):
    journey_accounts.add("nina", email="nina@acme.test", password="Nina-owl-7788", claims={"given_name": "Nina"})
    assert sign_in("nina@acme.test", "Nina-owl-7788").text == "Hello Nina, you are nina@acme.test."


def test_a_person_who_is_a_risk_now_is_asked_for_a_code(sign_in, journey_accounts):
    journey_accounts.change("jane", risk="high")
    assert sign_in(*JANE).screen == "mfaPasscode"


def test_a_person_who_was_removed_is_a_stranger(browser, journey_accounts):
    journey_accounts.remove("jane")
    assert "We do not know" in browser.submit("identifier", identifier="jane@acme.test").text


def test_a_policy_asks_everybody_for_a_code(sign_in, journey_world):
    journey_world.policies.change(mfa=True)
    assert sign_in(*JANE).screen == "mfaPasscode"


def test_a_journey_begins_where_the_test_says(app, journey_world):
    journey_world.begin_at("mfaPasscode", account="rita")
    assert Browser().open(f"{app}login").screen == "mfaPasscode"


# What the app does


def test_the_app_exchanges_its_code_once_and_with_its_verifier(sign_in, journey_requests):
    sign_in(*JANE)
    [exchange] = journey_requests.expect("/oauth2/token", "POST", times=1, grant_type="authorization_code")
    assert len(exchange.body["code_verifier"]) == 43


def test_the_app_takes_no_callback_that_it_did_not_ask_for(app, journey_requests):
    assert Browser().open(f"{app}callback?code=stolen&state=unknown").status == 400
    assert journey_requests.find("/oauth2/token") == []


def test_the_app_says_that_the_login_server_is_down(sign_in, journey_faults):
    journey_faults.add("status", 503, path="/oauth2/token", times=1)
    page = sign_in(*JANE)
    assert (page.status, page.text) == (502, "The login server does not answer as it should: HTTPError.")


def test_the_app_survives_a_body_that_is_no_json(sign_in, journey_faults):
    journey_faults.add("bad_json", path="/userinfo", times=1)
    assert sign_in(*JANE).text == "The login server does not answer as it should: JSONDecodeError."


@pytest.mark.journey_tenant("cascade")
def test_the_app_signs_in_at_an_org_too(browser, journey_world):
    assert journey_world.mock.tenant == "cascade"
    browser.submit("identify", identifier="jane@cascade.test")
    page = browser.submit("challenge-authenticator", **{"credentials.passcode": journey_world.accounts["jane"].password})
    assert page.text == "Hello Jane, you are jane@cascade.test."
