/** A server outside that tests call. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
};

/** A receiver that answers as told. */
export async function startReceiver() {
  const received: Received[] = [];
  const how = { status: 200, text: 'ok', isEndless: false, isSilent: false };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      received.push({
        headers: request.headers,
        method: request.method,
        url: request.url,
        body: Buffer.concat(parts).toString(),
      });
      if (how.isSilent) return;
      response.writeHead(how.status, { location: 'http://127.0.0.1:1/' });
      if (!how.isEndless) return response.end(how.text);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) {}
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { received, how, url: `http://127.0.0.1:${port}/hook`, close: () => server.close(), server };
}
