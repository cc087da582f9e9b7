// A small app without a framework: it signs a person in with screens of its own (by API), on the tenant's page (by redirect or in a
// popup), or silently. config.json says {"issuer": …, "client": …}.
const config = await (await fetch("config.json")).json();
const discovery = await (await fetch(`${config.issuer}/.well-known/openid-configuration`)).json();
const home = `${location.origin}/`;
const state = document.querySelector("#state");

const base64url = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const claims = token => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0))));

async function request(more = {}) {
  const started = { verifier: random(), state: random(), nonce: random() };
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(started.verifier)));
  const url = new URL(discovery.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: config.client, redirect_uri: home, response_type: "code", scope: "openid profile email", state: started.state,
    nonce: started.nonce, code_challenge: challenge, code_challenge_method: "S256", ...more,
  });
  return { url, started };
}

// What a callback brought: tokens for its code, and whose they are.
async function complete(callback, started) {
  const parameters = new URL(callback).searchParams;
  if (parameters.get("error")) throw new Error(parameters.get("error"));
  if (parameters.get("state") !== started.state) throw new Error("the state is another one");
  const answer = await fetch(discovery.token_endpoint, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code", client_id: config.client, code: parameters.get("code"), code_verifier: started.verifier,
      redirect_uri: home,
    }),
  });
  const tokens = await answer.json();
  if (!answer.ok) throw new Error(tokens.error);
  const person = claims(tokens.id_token);
  if (person.nonce !== started.nonce) throw new Error("the nonce is another one");
  if (person.iss !== discovery.issuer) throw new Error(`the issuer is ${person.iss}`);
  const profile = await fetch(discovery.userinfo_endpoint, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
  const { email } = await profile.json();
  tell("signed-in", `Hello ${email}`, { sid: person.sid ?? "", event: profile.headers.get("X-Event-ID") ?? "" });
}

async function byAPI(email, password) {
  const { url, started } = await request({ sdk: "web", prompt: "login" });
  const begun = new URL(await (await fetch(url, { credentials: "include" })).text());
  const session = { Authorization: `Bearer ${begun.searchParams.get("session_id")}`, "Content-Type": "application/json" };
  const post = async (path, body) => {
    const answer = await fetch(`${config.issuer}/flow/api/v1/${path}`, {
      method: "POST", credentials: "include", headers: session, body: JSON.stringify(body),
    });
    return await answer.json();
  };
  const problem = screen => Object.values(screen.messages ?? {}).flatMap(Object.values).find(message => message.text)?.text;
  await post("init", {});
  const known = await post("form/identifier", { identifier: email });
  if (problem(known)) throw new Error(problem(known));
  const end = await post("form/password", { password });
  if (!end.finalizeUrl) throw new Error(problem(end) ?? `the screen '${end.screen}' is not one of this app's`);
  const callback = await fetch(end.finalizeUrl, { credentials: "include", headers: { Authorization: session.Authorization } });
  await complete(await callback.text(), started);
}

async function byRedirect() {
  const { url, started } = await request();
  sessionStorage.setItem("started", JSON.stringify(started));
  location.assign(url);
}

// The popup ends at this page, which hands its address over.
async function byPopup() {
  const { url, started } = await request({ display: "popup" });
  const popup = open(url, "sign-in", "width=480,height=640");
  const callback = await new Promise(resolve => addEventListener("message", function hear(event) {
    if (event.origin !== location.origin || typeof event.data !== "string") return;
    removeEventListener("message", hear);
    resolve(event.data);
  }));
  popup.close();
  await complete(callback, started);
}

async function silently(more = {}) {
  const { url, started } = await request({ sdk: "web", prompt: "none", ...more });
  await complete(await (await fetch(url, { credentials: "include" })).text(), started);
}

function tell(name, text, data = {}) {
  Object.assign(state.dataset, data, { name });
  state.textContent = text;
}

async function attempt(work) {
  tell("busy", "One moment …");
  try {
    await work();
  } catch (error) {
    tell("failed", `That did not work: ${error.message}`);
  }
}

document.querySelector("#api").addEventListener("submit", event => {
  event.preventDefault();
  const form = new FormData(event.target);
  attempt(() => byAPI(form.get("email"), form.get("password")));
});
document.querySelector("#redirect").addEventListener("click", () => attempt(byRedirect));
document.querySelector("#silent").addEventListener("click", () => attempt(() => silently()));
document.querySelector("#popup").addEventListener("click", () => attempt(byPopup));
document.querySelector("#step-up").addEventListener("click", () => attempt(() => silently({ acr_values: "gold" })));

if (opener && new URLSearchParams(location.search).has("state")) opener.postMessage(location.href, location.origin);

const kept = sessionStorage.getItem("started");
if (kept && new URLSearchParams(location.search).has("state")) {
  sessionStorage.removeItem("started");
  const callback = location.href;
  history.replaceState(null, "", "/");
  await attempt(() => complete(callback, JSON.parse(kept)));
}
document.documentElement.dataset.ready = "";
