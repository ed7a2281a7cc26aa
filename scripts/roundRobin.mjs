// A load balancer for development and tests: strict round robin without sticky sessions, also for sockets.
import http from 'node:http';
import net from 'node:net';

/**
 * @param {{ targets: readonly { port: number }[], port?: number, host?: string }} options
 * @returns {Promise<{ port: number, origin: string, stop: () => Promise<void> }>}
 */
export function startRoundRobin({ targets, port = 0, host = '127.0.0.1' }) {
  let turn = 0;
  const next = () => targets[turn++ % targets.length].port;
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    // Retries only calls that have reached no process.
    const attempt = (left) => {
      const { method, url } = request;
      const headers = { ...request.headers, ...forwarded(request) };
      const asked = http.request({ host: '127.0.0.1', port: next(), method, path: url, headers, agent });
      asked.on('response', (answer) => {
        response.writeHead(answer.statusCode, answer.rawHeaders);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      });
      asked.on('error', (error) => {
        if (error.code === 'ECONNREFUSED' && left > 1) return attempt(left - 1);
        if (response.headersSent) return response.destroy();
        response.writeHead(502, { 'retry-after': '1', 'content-type': 'text/plain' });
        response.end('No process answers.');
      });
      response.once('close', () => asked.destroy());
      // A refused attempt must not have consumed the body: the next one needs it.
      asked.on('socket', (socket) => {
        const send = () => request.pipe(asked);
        if (socket.connecting) socket.once('connect', send);
        else send();
      });
    };
    attempt(targets.length);
  });
  server.on('upgrade', (request, socket, head) => {
    const target = net.connect(next(), '127.0.0.1', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      for (const [name, value] of Object.entries(forwarded(request))) lines.push(`${name}: ${value}`);
      target.write(`${lines.join('\r\n')}\r\n\r\n`);
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const [one, other] of [
      [target, socket],
      [socket, target],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  // Streams stay open for hours.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const stop = () =>
        new Promise((done) => {
          agent.destroy();
          server.close(() => done(undefined));
          server.closeAllConnections();
        });
      resolve({ port: address.port, origin: `http://localhost:${address.port}`, stop });
    });
  });
}

/** Names the caller for processes with TRUST_PROXY=1. */
const forwarded = ({ socket, headers }) => ({
  'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
  'x-forwarded-proto': headers['x-forwarded-proto'] ?? 'http',
  'x-forwarded-host': headers.host ?? '',
});
