/** A mail server that accepts everything and keeps it. */
import { createHash } from 'node:crypto';
import { SMTPServer } from 'smtp-server';

export type AcceptedLetter = {
  readonly to: string;
  readonly messageId: string;
  /** A digest of the body without what differs per transmission: its boundaries. */
  readonly content: string;
};

export async function startMailSink() {
  const letters: AcceptedLetter[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const pieces: Uint8Array[] = [];
      stream.on('data', (piece: Uint8Array) => pieces.push(piece));
      stream.on('end', () => {
        const source = Buffer.concat(pieces).toString();
        for (const { address } of session.envelope.rcptTo) letters.push(letterOf(address, source));
        done();
      });
    },
  });
  // A client that is killed cuts its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { readonly port: number };
  return {
    letters: letters as readonly AcceptedLetter[],
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((end) => server.close(end)),
  };
}

function letterOf(to: string, source: string): AcceptedLetter {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const body = source.slice(end).replaceAll(boundary ?? '\u0000', '');
  return {
    to,
    messageId: /^message-id: (.*)$/im.exec(head)?.[1] ?? '',
    content: createHash('sha256').update(body).digest('hex'),
  };
}
