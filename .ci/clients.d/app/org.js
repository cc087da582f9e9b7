// A sign-in with screens of an app's own at an org of the Identity Engine: remediation by remediation. Once somebody is signed in, the
// app gets new tokens in a hidden frame or in a popup, by a message. ?issuer=… names the authorization server.
const issuer = new URLSearchParams(location.search).get("issuer");
const client = "shop-web";
const state = document.querySelector("#state");
const base64url = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
// The vendor's SDK sends it with every request, so browsers ask whether it may.
const agent = { "X-Okta-User-Agent-Extended": "shop/1.0" };

async function send(url, body, type = "application/ion+json; okta-version=1.0.0") {
  const answer = await fetch(url, { method: "POST", credentials: "include", headers: { ...agent, Accept: type, "Content-Type": type }, body });
  return { body: await answer.json(), id: answer.headers.get("X-Okta-Request-Id") };
}

const form = (url, fields) => send(url, new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");

const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), one => one.charCodeAt(0));

// What the browser makes or signs with a passkey, as the org reads it.
async function passkey(body, { activationData: made, challengeData: used }) {
  if (made) {
    const { response } = await navigator.credentials.create({
      publicKey: { ...made, challenge: bytes(made.challenge), user: { ...made.user, id: bytes(made.user.id) } },
    });
    return { clientData: base64url(response.clientDataJSON), attestation: base64url(response.attestationObject) };
  }
  const known = body.authenticatorEnrollments.value.filter(one => one.credentialId);
  const { response } = await navigator.credentials.get({
    publicKey: { ...used, challenge: bytes(used.challenge), allowCredentials: known.map(one => ({ type: "public-key", id: bytes(one.credentialId) })) },
  });
  return {
    clientData: base64url(response.clientDataJSON), authenticatorData: base64url(response.authenticatorData),
    signatureData: base64url(response.signature),
  };
}

// The first authenticator of a choice.
function first(remediation) {
  const [option] = remediation.value.find(field => field.name === "authenticator").options;
  return { authenticator: { id: option.value.form.value.find(field => field.name === "id").value } };
}

async function signIn(email, password) {
  const verifier = random();
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const begun = await form(`${issuer}/v1/interact`, {
    client_id: client, redirect_uri: `${location.origin}/`, scope: "openid profile email", state: random(), nonce: random(),
    code_challenge: challenge, code_challenge_method: "S256",
  });
  if (!begun.body.interaction_handle) throw new Error(begun.body.error_description);
  let shown = await send(`${new URL(issuer).origin}/idp/idx/introspect`, JSON.stringify({ interactionHandle: begun.body.interaction_handle }));
  const answers = { identify: { identifier: email }, "challenge-authenticator": { credentials: { passcode: password } } };
  while (!shown.body.successWithInteractionCode) {
    const said = shown.body.messages?.value[0]?.message;
    const offered = shown.body.remediation?.value ?? [];
    const data = shown.body.currentAuthenticator?.value.contextualData ?? {};
    const ceremony = data.activationData || data.challengeData ? offered[0] : null;
    const choice = offered.find(one => one.name.startsWith("select-authenticator-"));
    const next = ceremony ?? offered.find(one => answers[one.name]) ?? choice;
    if (said || !next) throw new Error(said ?? `no answer to ${offered.map(one => one.name)}`);
    const given = ceremony ? { credentials: await passkey(shown.body, data) } : answers[next.name] ?? first(next);
    delete answers[next.name];
    // A form that asks for both at once gets both.
    const both = next.name === "identify" && next.value.some(field => field.name === "credentials");
    const body = { stateHandle: shown.body.stateHandle, ...given, ...(both ? { credentials: { passcode: password } } : {}) };
    shown = await send(next.href, JSON.stringify(body));
  }
  const code = shown.body.successWithInteractionCode.value.find(field => field.name === "interaction_code").value;
  const tokens = await form(`${issuer}/v1/token`, {
    grant_type: "interaction_code", interaction_code: code, client_id: client, code_verifier: verifier,
  });
  await greet(tokens.body, { way: "api", event: shown.id ?? "" });
}

async function greet(tokens, data) {
  if (!tokens.access_token) throw new Error(tokens.error_description ?? tokens.error);
  const profile = await fetch(`${issuer}/v1/userinfo`, { headers: { ...agent, Authorization: `Bearer ${tokens.access_token}` } });
  const { email: name } = await profile.json();
  Object.assign(state.dataset, data, { name: "signed-in" });
  state.textContent = `Hello ${name}`;
}

// The message of the org's page that answers the request with this state, and no other message.
function told(wanted) {
  return new Promise(resolve => addEventListener("message", function hear(event) {
    if (event.origin !== new URL(issuer).origin || event.data?.state !== wanted) return;
    removeEventListener("message", hear);
    resolve(event.data);
  }));
}

function inFrame(url) {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true, src: url });
  document.body.append(frame);
  return () => frame.remove();
}

function inPopup(url) {
  const popup = open(url, "sign-in", "width=480,height=640");
  return () => popup.close();
}

async function byMessage(way, show, more) {
  const [verifier, wanted, nonce] = [random(), random(), random()];
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const redirect = `${location.origin}/`;
  const answer = told(wanted);
  const close = show(`${issuer}/v1/authorize?${new URLSearchParams({
    client_id: client, redirect_uri: redirect, response_type: "code", response_mode: "okta_post_message", scope: "openid profile email",
    state: wanted, nonce, code_challenge: challenge, code_challenge_method: "S256", ...more,
  })}`);
  const { code, error } = await answer;
  close();
  if (error) throw new Error(error);
  const tokens = await form(`${issuer}/v1/token`, {
    grant_type: "authorization_code", code, client_id: client, code_verifier: verifier, redirect_uri: redirect,
  });
  await greet(tokens.body, { way });
}

async function attempt(work) {
  Object.assign(state.dataset, { name: "busy", way: "" });
  try {
    await work();
  } catch (error) {
    state.dataset.name = "failed";
    state.textContent = `That did not work: ${error.message}`;
  }
}

document.querySelector("#api").addEventListener("submit", event => {
  event.preventDefault();
  const fields = new FormData(event.target);
  attempt(() => signIn(fields.get("email"), fields.get("password")));
});
const twoFactors = { acr_values: "urn:okta:loa:2fa:any" };
document.querySelector("#renew").addEventListener("click", () => attempt(() => byMessage("renew", inFrame, { prompt: "none" })));
document.querySelector("#popup").addEventListener("click", () => attempt(() => byMessage("popup", inPopup, { display: "popup" })));
document.querySelector("#step-up").addEventListener("click", () => attempt(() => byMessage("step-up", inFrame, { prompt: "none", ...twoFactors })));
document.documentElement.dataset.ready = "";
