// The files of a folder on a free port of this machine, for the built Storybook.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const types = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
};

export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const place = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    try {
      const bytes = readFileSync(place);
      const type = types[path.extname(place).slice(1)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://localhost:${server.address().port}`, stop };
}
