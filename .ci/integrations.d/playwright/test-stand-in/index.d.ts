// As much of the declarations of @playwright/test as journey-mock.ts and its tests use, in the shapes that they have there.
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface TestInfo {
  title: string;
  status?: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  expectedStatus: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  attach(name: string, options?: { body?: string | Buffer; contentType?: string; path?: string }): Promise<void>;
}

export interface WorkerInfo {
  workerIndex: number;
}

type TestValue<R, Args> = R | ((args: Args, use: (r: R) => Promise<void>, testInfo: TestInfo) => any);
type WorkerValue<R, Args> =
  | [R, { scope: 'worker'; option?: boolean; auto?: boolean }]
  | [(args: Args, use: (r: R) => Promise<void>, workerInfo: WorkerInfo) => any, { scope: 'worker'; option?: boolean; auto?: boolean }];

type Fixtures<T, W, PT, PW> = { [K in keyof W]?: WorkerValue<W[K], W & PW> } & { [K in keyof T]?: TestValue<T[K], T & W & PT & PW> };

export interface TestType<T, W> {
  (title: string, body: (args: T & W, testInfo: TestInfo) => Promise<void> | void): void;
  use(options: Partial<T & W>): void;
  extend<T2 extends {}, W2 extends {} = {}>(fixtures: Fixtures<T2, W2, T, W>): TestType<T & T2, W & W2>;
}

export const test: TestType<{ context: BrowserContext; page: Page }, { browser: Browser }>;

export function expect(actual: unknown): {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatch(expected: RegExp): void;
};
