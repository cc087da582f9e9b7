// As much of @types/node as journey-mock.ts uses, for tsc of Debian, which has no such package.
interface NodeReadable {}

declare class Buffer {
  toString(encoding?: 'hex' | 'base64url'): string;
}

declare const process: {
  env: Record<string, string | undefined>;
  kill(pid: number, signal: string): void;
};

declare module 'node:crypto' {
  export function randomBytes(size: number): Buffer;
}

declare module 'node:readline' {
  export function createInterface(options: { input: NodeReadable }): { on(event: 'line', listener: (text: string) => void): void };
}

declare module 'node:child_process' {
  export interface ChildProcessWithoutNullStreams {
    pid?: number;
    stdin: { end(): void; on(event: 'error', listener: () => void): void };
    stdout: NodeReadable;
    once(event: 'close', listener: (status: number | null) => void): void;
  }
  export function spawn(
    command: string, args: string[], options: { detached?: boolean; env?: Record<string, string | undefined> },
  ): ChildProcessWithoutNullStreams;
}
