import type { Answered, Answers, Asked, Question, Ready } from './messages.ts';

/** A worker that answers questions. It is terminated on a timeout, and the next question starts a new one. */
export type Workbench = {
  readonly ask: <Kind extends keyof Answers>(question: Question & { kind: Kind }) => Promise<Answers[Kind]>;
  readonly close: () => void;
};

/** The worker did not answer in time, as in an endless computation. */
export class TookTooLong extends Error {}

type Waiting = { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void };

/** The timeout of a question starts only after the worker has loaded. */
type Loading = { readonly worker: Worker; readonly ready: Promise<void> };

/** Idle workers, reused by the next page because loading and compiling are slow. */
const idle: Loading[] = [];

function load(): Loading {
  const worker = new Worker(new URL('./playground.worker.ts', import.meta.url), { type: 'module' });
  const ready = new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answered | Ready>) => {
      if ('ready' in data) resolve();
    });
  });
  return { worker, ready };
}

export function openWorkbench(patience: number): Workbench {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let open: Loading | undefined;
  const end = (error: Error) => {
    open?.worker.terminate();
    open = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const begin = () => {
    const begun = idle.pop() ?? load();
    begun.worker.onmessage = ({ data }: MessageEvent<Answered | Ready>) => {
      if ('ready' in data) return;
      const asked = waiting.get(data.number);
      waiting.delete(data.number);
      if ('trouble' in data) asked?.reject(new Error(data.trouble));
      else asked?.resolve(data.answer as never);
    };
    begun.worker.onerror = (event) => end(new Error(event.message));
    return begun;
  };
  const close = () => {
    if (!open || waiting.size > 0 || idle.length > 1) return end(new Error('closed'));
    idle.push(open);
    open = undefined;
  };
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        open ??= begin();
        const { worker, ready } = open;
        count += 1;
        const number = count;
        let timer: ReturnType<typeof setTimeout> | undefined;
        void ready.then(() => {
          if (waiting.has(number)) timer = setTimeout(() => end(new TookTooLong()), patience);
        });
        const settled =
          <Value>(settle: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.set(number, { resolve: settled(resolve), reject: settled(reject) });
        worker.postMessage({ number, question } satisfies Asked);
      }),
    close,
  };
}

/** Replaces the browser's `fetch`: the server is in the worker. */
export function fetchFrom({ ask }: Workbench): typeof fetch {
  return async (input, init) => {
    const request = new Request(new URL(String(input), location.origin), { ...init, signal: undefined });
    const body = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.arrayBuffer();
    const { url, method, headers } = request;
    const answer = await ask({ kind: 'call', url, method, headers: [...headers], body });
    const given = answer.headers.map(([name, value]): [string, string] => [name, value]);
    return new Response(answer.body, { status: answer.status, headers: given });
  };
}
