"""Breaks the servers on purpose, one way for each row, and says whether each engine notices and names the cause.

    breaks.py JOURNEY FOLDER ENGINE...   needs the addresses of servers behind front.py in the environment; FOLDER is for the scenarios and results

A row is as expected if the verdict and the words about its cause are. Each row is a tenant, mostly with a header that front.py reads.
"""
import collections
import json
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

FAILED, BROKEN = "failed", "broken"
SCRIPTS = (BROKEN, r"needs 'engine: browser'")

SIGN_IN = {
    "django": """
  - screen: sign-in
    answers: {login: "${account.email}", password: "${account.password}"}
  - finish:
    claims: {email: "${account.email}"}
""",
    "lemonldap": """
  - screen: sign-in
    answers: {user: "${account.login}", password: "${account.password}"}
  - finish:
    claims: {sub: "${account.login}"}
  - userinfo:
    claims: {email: "${account.email}"}
""",
    "glewlwyd": """
  - screen: sign-in
    answers: {username: "${account.login}", password: "${account.password}"}
    press: OK
  - screen: signed-in
    press: Continue
  - finish:
    claims: {email: "${account.email}"}
""",
}
REFUSED = {
    "django": """
  - screen: sign-in
    answers: {login: "${account.email}", password: not-her-password}
  - screen: sign-in
    messages: {global: {contains: are not correct, level: error}}
""",
    "lemonldap": """
  - screen: sign-in
    answers: {user: "${account.login}", password: not-her-password}
  - screen: sign-in
    messages: {global: {contains: Wrong credentials, level: error}}
""",
}
REPLAY = {
    "lemonldap": """
  - screen: sign-in
    answers: {user: "${account.login}", password: "${account.password}"}
  - finish:
    probes: [code_replay]
""",
}
DENIED = {
    "lemonldap": """
  - screen: sign-in
    answers: {user: "${account.login}", password: "${account.password}"}
  - screen: consent
    press: Refuse
  - error: consent_required
""",
}
DOWN = "http://127.0.0.1:1"
CLIENT = "client: {id: unknown-app, redirect_uri: 'com.example.app:/callback', scopes: [openid, profile, email]}"
PARTNER = "client: {id: partner-app, redirect_uri: 'com.example.app:/callback', scopes: [openid, profile, email]}"
REDIRECT = "client: {id: %s, redirect_uri: 'com.example.app:/elsewhere', scopes: [openid, profile, email]}"
PASSWORD = "accounts: {jane: {login: jane, email: jane@%s.test, password: Not-hers-2718}}"
PASSED = ("passed", "")
BY_SCRIPT = (FAILED, r"only a script fills")

# What is broken, the server, the steps, the fault of front.py or keys of the tenant; then for plain HTTP and for a browser the verdict and
# the words that name the cause.
ROWS = [
    ("nothing at all", "django", SIGN_IN, "", PASSED, PASSED),
    ("nothing at all", "lemonldap", SIGN_IN, "", PASSED, PASSED),
    ("nothing at all", "glewlwyd", SIGN_IN, "", SCRIPTS, PASSED),
    ("nothing, and the app is refused", "lemonldap", DENIED, [PARTNER], SCRIPTS, PASSED),
    ("wrong client id", "django", SIGN_IN, [CLIENT], (FAILED, "Invalid client_id"), (FAILED, "Invalid client_id")),
    ("wrong client id", "lemonldap", SIGN_IN, [CLIENT], BY_SCRIPT, (FAILED, "This application is not known")),
    ("wrong client id", "glewlwyd", SIGN_IN, [CLIENT], (FAILED, "status 403"), (FAILED, "status 403")),
    ("wrong redirect_uri", "django", SIGN_IN, [REDIRECT % "paper-app"], (FAILED, "Mismatching redirect"), (FAILED, "Mismatching redirect")),
    ("wrong redirect_uri", "lemonldap", SIGN_IN, [REDIRECT % "quarry-app"], BY_SCRIPT, (FAILED, "Unauthorized URL")),
    ("wrong redirect_uri", "glewlwyd", SIGN_IN, [REDIRECT % "lantern-app"], (FAILED, "status 403"), (FAILED, "status 403")),
    ("wrong path of the issuer", "lemonldap", SIGN_IN, ["issuer: {LEMONLDAP_ISSUER}realms/quarry"],
     (BROKEN, "openid-configuration"), (BROKEN, "openid-configuration")),
    ("an issuer without OpenID", "django", SIGN_IN, ["issuer: {DJANGO_SITE}"],
     (BROKEN, "openid-configuration"), (BROKEN, "openid-configuration")),
    ("server down at the start", "lemonldap", SIGN_IN, [f"issuer: {DOWN}/"], (BROKEN, "was refused"), (BROKEN, "was refused")),
    ("502 for the form", "lemonldap", SIGN_IN, "form-502", (BROKEN, "status 502"), (BROKEN, "status 502")),
    ("503 of the token endpoint", "lemonldap", SIGN_IN, "token-503", (BROKEN, "token answered with status 503"),
     (BROKEN, "token answered with status 503")),
    ("connection cut after the form", "lemonldap", SIGN_IN, "form-cut", (BROKEN, "closed the connection"), (BROKEN, "closed the connection")),
    ("server gone while a script posts", "glewlwyd", SIGN_IN, "form-cut", SCRIPTS, (BROKEN, "api/auth/")),
    ("scripts that do not load", "glewlwyd", SIGN_IN, "script-404", SCRIPTS, (FAILED, r"\.js")),
    ("session cookie lost", "lemonldap", SIGN_IN, "cookie-lost", (FAILED, "no cookie changed"), (FAILED, "no cookie changed")),
    ("cookie SameSite=None, not Secure", "lemonldap", SIGN_IN, "cookie-cross-site", (FAILED, "'SameSite=None' without 'Secure'"),
     (FAILED, "'SameSite=None' without 'Secure'")),
    ("cookies that scripts can read", "django", SIGN_IN, "cookie-readable", (FAILED, "no 'HttpOnly'"), (FAILED, "no 'HttpOnly'")),
    ("any password is accepted", "django", REFUSED, "any-password", (FAILED, "the journey is complete"), (FAILED, "the journey is complete")),
    ("other words in a message", "django", REFUSED, "other-words", (FAILED, "do not fit"), (FAILED, "do not fit")),
    ("other words in a message", "lemonldap", REFUSED, "other-words", BY_SCRIPT, (FAILED, "That did not work")),
    ("wrong test password", "django", SIGN_IN, [PASSWORD % "paper"], (FAILED, "are not correct"), (FAILED, "are not correct")),
    ("wrong test password", "lemonldap", SIGN_IN, [PASSWORD % "quarry"], BY_SCRIPT, (FAILED, "Wrong credentials")),
    ("state of another request", "lemonldap", SIGN_IN, "state-changed", (FAILED, "'state' is not the one sent"),
     (FAILED, "'state' is not the one sent")),
    ("signature by another key", "lemonldap", SIGN_IN, "other-key", (FAILED, "signature"), (FAILED, "signature")),
    ("userinfo of another person", "lemonldap", SIGN_IN, "other-person", (FAILED, "another person"), (FAILED, "another person")),
    ("a code works twice", "lemonldap", REPLAY, "code-twice", (FAILED, "a code that was used already"), (FAILED, "a code that was used already")),
    ("password sent on by 307", "django", SIGN_IN, "form-307", (FAILED, "status 307"), (FAILED, "status 307")),
    ("pages can be framed", "django", SIGN_IN, "can-be-framed", (FAILED, "in a frame"), (FAILED, "in a frame")),
]
# A run reads an issuer's keys once: these rows have a run of their own.
ALONE = ["other-key"]
DOMAIN = {"django": "paper", "lemonldap": "quarry", "glewlwyd": "lantern"}
ISSUERS = {"django": "DJANGO_ISSUER", "lemonldap": "LEMONLDAP_ISSUER", "glewlwyd": "GLEWLWYD_ISSUER"}


def project(folder, rows):
    """The scenarios and tenants of the rows, next to the tenants of journeys/_real."""
    files = {"breaks.yaml": [], "alone.yaml": []}
    tenants = [Path(os.environ["REAL_TENANTS"]).read_text()]
    for number, (what, system, steps, how, *_) in enumerate(rows, 1):
        keys = [key.format(**os.environ) if key.startswith("issuer") else key for key in how] if isinstance(how, list) else []
        if how and not keys:
            keys.append(f"headers: {{X-Break: {how}}}")
        if not any(key.startswith("accounts") for key in keys):
            keys.append(f"accounts: {{jane: {{login: jane, email: jane@{DOMAIN[system]}.test, password: \"${{secret.REAL_SERVER_PASSWORD}}\"}}}}")
        tenants.append(f"\n  {system}-{number}:\n    like: {system}\n" + "".join(f"    {key}\n" for key in keys))
        files["alone.yaml" if how in ALONE else "breaks.yaml"].append(
            f"journey: {number} {what}\ntenant: {system}-{number}\naccount: jane\n\nsteps:{steps[system]}")
    folder.mkdir()
    (folder / "mail").mkdir()
    (folder / "tenants.yaml").write_text("".join(tenants))
    for name, scenarios in files.items():
        (folder / name).write_text("\n---\n".join(scenarios))
    origins = [DOWN] + sorted("/".join(os.environ[name].split("/")[:3]) for name in ISSUERS.values() if os.environ.get(name))
    (folder.parent / "breaks-policy.yaml").write_text(json.dumps({
        "origins": origins, "secrets": {"REAL_SERVER_PASSWORD": origins}, "probes": ["code_replay"],
        "env": ["DJANGO_ISSUER", "CANAILLE_ISSUER", "LEMONLDAP_ISSUER", "GLEWLWYD_ISSUER", "REAL_INBOX", "REAL_INBOX_SCRIPT", "REAL_MAILDIR"]}))
    return [name for name, scenarios in files.items() if scenarios]


def results(journey, folder, file, engine):
    """By the number of each row, its verdict and what the report says of it."""
    report = folder.parent / f"{engine}-{file}.xml"
    ran = subprocess.run(
        [journey, "run", str(folder / file), "--engine", engine, "--policy", str(folder.parent / "breaks-policy.yaml"), "--junit", str(report)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    if ran.returncode not in (0, 1, 3):
        raise SystemExit(f"the run by {engine} has no results:\n{ran.stdout[-4000:]}")
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        problem = next((part for part in case if part.tag in ("failure", "error")), None)
        verdict = "passed" if problem is None else {"failure": FAILED, "error": BROKEN}[problem.tag]
        words = "" if problem is None else f"{problem.get('message', '')}\n{problem.text or ''}"
        # Neither the scenario's own lines nor the command to repeat it name a cause.
        words = re.sub(r"(?m)^ *\d* +\|.*\n?", "", words.split("  Run again: ")[0])
        found[int(case.get("name").split()[0])] = (verdict, words)
    return found


def judged(got, words, verdict, pattern):
    """How a result compares with what is expected of it."""
    return "as expected" if got == verdict and re.search(pattern, words) else "NOT EXPECTED"


def main():
    journey, folder, engines = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    for system in [name for name in ISSUERS if not os.environ.get(ISSUERS[name])]:
        print(f"skipped: the breaks of {system}, which does not run here")
    rows = [row for row in ROWS if os.environ.get(ISSUERS[row[1]])]
    files = project(folder, rows)
    found = {}
    for engine in engines:
        begin = time.monotonic()
        found[engine] = {number: result for file in files for number, result in results(journey, folder, file, engine).items()}
        print(f"{engine}: {len(rows)} breaks in {time.monotonic() - begin:.0f} s")
    count = collections.Counter()
    for number, (what, system, _, _, *expected) in enumerate(rows, 1):
        for engine, wanted in zip(engines, expected):
            got, words = found[engine].get(number, ("not run", ""))
            judgement = judged(got, words, *wanted)
            count[judgement] += 1
            print(f"{judgement:12}  {engine:7}  {system:9}  {what}: {got}")
            if judgement == "NOT EXPECTED":
                print(f"    expected {wanted[0]}, with '{wanted[1]}' in\n" + re.sub(r"(?m)^", "    | ", words.strip()[:1500]))
    print(f"{len(rows)} breaks: " + ", ".join(f"{number} {judgement}" for judgement, number in count.most_common()))
    sys.exit(1 if count["NOT EXPECTED"] else 0)


main()
