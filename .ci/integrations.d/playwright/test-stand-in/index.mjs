// Fixtures as Playwright's test runner has them: each is set up when a test or another fixture names it, and torn down in the other order.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const tests = [];
const options = { value: {} };

const named = fixture => /^(?:async\s*)?(?:function\s*\w*\s*)?\(\s*\{([^}]*)\}/.exec(fixture.toString())?.[1].split(',').map(name => name.trim()).filter(Boolean) ?? [];

/** The values of one scope: a worker's or a test's. */
export class Scope {
  constructor(fixtures, scope, { outer, info, given = {} }) {
    Object.assign(this, { fixtures, scope, outer, info, given, values: new Map(), ends: [] });
  }

  async get(name) {
    const fixture = this.fixtures[name];
    assert(fixture, `no fixture is called '${name}'`);
    const [value, { scope = 'test', option = false } = {}] = Array.isArray(fixture) ? fixture : [fixture];
    if (scope !== this.scope) return this.outer.get(name);
    if (option && name in this.given) return this.given[name];
    if (!this.values.has(name)) this.values.set(name, typeof value === 'function' ? this.begin(value) : value);
    return this.values.get(name);
  }

  async args(fixture) {
    const args = {};
    for (const name of named(fixture)) args[name] = await this.get(name);
    return args;
  }

  async begin(fixture) {
    const args = await this.args(fixture);
    return new Promise((resolve, reject) => {
      let end;
      const over = new Promise(done => { end = done; });
      const running = (async () => fixture(args, async value => { resolve(value); await over; }, this.info))();
      running.catch(reject);
      this.ends.push(async () => { end(); await running; });
    });
  }

  async end() {
    for (const end of this.ends.reverse()) await end();
  }
}

function type(fixtures) {
  const test = (title, body) => tests.push({ title, body, fixtures, given: options.value });
  test.use = given => { options.value = { ...options.value, ...given }; };
  test.extend = more => type({ ...fixtures, ...more });
  return test;
}

/** Begins a file of tests, whose options hold to its end. */
export const beginFile = () => { options.value = {}; };

export const test = type({
  browser: [async ({}, use) => {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    await use(browser);
    await browser.close();
  }, { scope: 'worker' }],
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

export const expect = actual => ({
  toBe: expected => assert.equal(actual, expected),
  toEqual: expected => assert.deepEqual(actual, expected),
  toMatch: expected => assert.match(actual, expected),
});
