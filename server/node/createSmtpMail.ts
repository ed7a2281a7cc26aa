import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { LetterRefused, type Mail } from '../ports/Mail.ts';
import { traceHeaders } from '../work/callTrace.ts';

type Options = {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly url: string;
  /** Whom letters are from. */
  readonly from: string;
  /** Milliseconds for one letter, from the connection to the last answer. */
  readonly deadlineMs?: number;
};

/** Milliseconds until a mail server that says nothing counts as down. */
const patience = 10_000;

/** Letters over SMTP; addresses and subjects are encoded, so that no text of them becomes a header. */
export function createSmtpMail({ url, from, deadlineMs = 300_000 }: Options): Mail {
  // Not by the URL alone: `createTransport` drops everything that stands beside one.
  const smtp = new SMTPTransport({
    url,
    getSocket: boundedSocket(deadlineMs),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 3 * patience,
  });
  const transport = createTransport(smtp);
  const host = new URL(url).hostname;
  return {
    send: async ({ id, to, subject, text, attachment }) => {
      try {
        await transport.sendMail({
          ...{ disableFileAccess: true, disableUrlAccess: true },
          from,
          to: { name: '', address: to },
          subject,
          text,
          attachments: attachment && [
            { filename: attachment.name, content: Buffer.from(attachment.content) },
          ],
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...traceHeaders() },
        });
      } catch (error) {
        if (isForGood(error)) throw new LetterRefused(reasonOf(error), { cause: error });
        throw error;
      }
    },
  };
}

/** A mail server answers in lines: more than that is none, in bytes. */
const mostAnswered = 1_048_576;
/** So often it is looked how much it has said, in milliseconds. */
const lookEvery = 20;

type Target = { readonly host?: string; readonly port?: number | string; readonly secure?: boolean };

/** Patience with silence is the client's own; this ends who goes on talking, in whatever small pieces. */
function boundedSocket(deadlineMs: number) {
  return (
    { host = 'localhost', port, secure }: Target,
    done: (error: Error | null, options?: { readonly connection: Socket }) => void,
  ): void => {
    const socket = connect({ host, port: Number(port) || (secure ? 465 : 587) });
    const began = performance.now();
    const watch = setInterval(() => {
      if (socket.bytesRead > mostAnswered) socket.destroy(new Error('the mail server says too much'));
      if (performance.now() - began > deadlineMs) socket.destroy(new Error('the mail server takes too long'));
    }, lookEvery);
    const late = setTimeout(() => socket.destroy(new Error('the mail server does not answer')), patience);
    socket.once('close', () => {
      clearInterval(watch);
      clearTimeout(late);
    });
    socket.once('error', done);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.removeListener('error', done);
      done(null, { connection: socket });
    });
  };
}

/** An answer of 500 and more to the letter; to the login it is the settings that are wrong. */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { readonly responseCode?: number; readonly code?: string };
  return code !== 'EAUTH' && responseCode >= 500;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
