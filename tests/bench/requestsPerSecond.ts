import { connect, type Socket } from 'node:net';

type Load = {
  readonly origin: string;
  /** Whole request texts; the connections go round through them. */
  readonly requests: readonly string[];
  readonly connections?: number;
  readonly seconds?: number;
};

/** Builds a request text with its length. */
export function requestText(options: {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}): string {
  const { method = 'GET', path, headers = {}, body = '' } = options;
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Answers per second over keep-alive connections. Bare sockets, so that the client costs little beside the server. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { origin, requests, connections = 8, seconds = 3 } = load;
  const port = Number(new URL(origin).port);
  const start = performance.now();
  const end = start + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, index) => keepAsking({ port, requests, first: index, end })),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - start)) * 1000;
}

type Asking = { port: number; requests: readonly string[]; first: number; end: number };

function keepAsking({ port, requests, first, end }: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost');
    let received = Buffer.alloc(0);
    let count = 0;
    const ask = () => socket.write(requests[(first + count) % requests.length] as string);
    socket.setNoDelay(true);
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (part) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const length = answerLength(received);
      if (length === undefined || received.length < length) return;
      refuseFailure(received, socket, reject);
      received = received.subarray(length);
      count += 1;
      if (performance.now() < end) ask();
      else {
        socket.destroy();
        resolve(count);
      }
    });
  });
}

/** Bytes of the first answer in the buffer, or undefined while that is not known or not all there. */
function answerLength(received: Buffer): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd).toLowerCase();
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return headEnd + 4 + Number(length);
  if (!head.includes('transfer-encoding: chunked')) return headEnd + 4;
  const last = received.indexOf('\r\n0\r\n\r\n', headEnd);
  return last < 0 ? undefined : last + 7;
}

function refuseFailure(received: Buffer, socket: Socket, reject: (error: Error) => void): void {
  const status = Number(received.toString('latin1', 9, 12));
  if (status >= 200 && status < 300) return;
  socket.destroy();
  reject(new Error(`The server answered ${received.toString('utf8', 0, 500)}`));
}
