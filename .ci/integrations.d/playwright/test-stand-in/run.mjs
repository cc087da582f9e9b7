// Runs files of tests: one worker for each set of options, as the runner does. The last line counts.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Scope, beginFile, tests } from './index.mjs';

// The runner finds files of TypeScript without their extension; Node.js takes the types out by itself.
registerHooks({ resolve: (name, context, next) => next(/^\.\/[\w-]+$/.test(name) ? `${name}.ts` : name, context) });
for (const file of process.argv.slice(2)) {
  beginFile();
  await import(pathToFileURL(file));
}
const workers = new Map();
const counts = { passed: 0, failed: 0 };
for (const { title, body, fixtures, given } of tests) {
  const key = JSON.stringify(given);
  if (!workers.has(key)) workers.set(key, new Scope(fixtures, 'worker', { given, info: { workerIndex: workers.size } }));
  const attached = [];
  const info = { title, expectedStatus: 'passed', status: 'passed', attach: async (name, { body }) => { attached.push(`${name}\n${body}`); } };
  const scope = new Scope(fixtures, 'test', { outer: workers.get(key), info });
  let failure;
  try {
    await body(await scope.args(body), info);
  } catch (error) {
    failure = error;
    info.status = 'failed';
  }
  await scope.end().catch(error => { failure ??= error; });
  counts[failure ? 'failed' : 'passed'] += 1;
  console.log(failure ? `failed   ${title}\n${failure.stack ?? failure}\n${attached.join('\n')}` : `passed   ${title}`);
}
for (const worker of workers.values()) await worker.end();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed ? 1 : 0;
