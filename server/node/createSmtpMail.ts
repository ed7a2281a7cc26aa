import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { LetterRefused, type Mail } from '../ports/Mail.ts';
import { traceHeaders } from '../work/callTrace.ts';

type Options = {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly url: string;
  /** The sender address. */
  readonly from: string;
  /** Milliseconds for one e-mail, from connecting to the last response. */
  readonly deadlineMs?: number;
};

/** Milliseconds until a mail server that does not respond counts as down. */
const patience = 10_000;

/** Sends e-mail over SMTP; addresses and subjects are encoded, so they cannot inject headers. */
export function createSmtpMail({ url, from, deadlineMs = 300_000 }: Options): Mail {
  const transport = createTransport({
    url,
    getSocket: boundedSocket(deadlineMs),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 3 * patience,
  });
  const host = new URL(url).hostname;
  return {
    send: async ({ id, to, sender, subject, text, html, attachments, unsubscribe, isOneClick }) => {
      try {
        await transport.sendMail({
          ...{ disableFileAccess: true, disableUrlAccess: true },
          from: sender ? { name: sender, address: addressOf(from) } : from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html && { html }),
          attachments: attachments?.map(({ name, content }) => ({
            ...{ filename: name, content: Buffer.from(content) },
          })),
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>` }),
            ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
            ...traceHeaders(),
          },
        });
      } catch (error) {
        if (isForGood(error)) throw new LetterRefused(reasonOf(error), { cause: error });
        throw error;
      }
    },
  };
}

/** `Name <address>` or `address` → `address`. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** The most bytes a mail server may send. */
const mostAnswered = 1_048_576;
/** Milliseconds between checks of how much it has sent. */
const lookEvery = 20;

type Target = { readonly host?: string; readonly port?: number | string; readonly secure?: boolean };

/** The client itself times out on silence; this ends a server that keeps sending in small pieces. */
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

/** Wrong settings, which an administrator can correct. */
const loginFails: readonly unknown[] = ['EAUTH', 'ENOAUTH'];

/** A status of 500 or more for the e-mail is permanent; at login, the settings are wrong. */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { readonly responseCode?: number; readonly code?: string };
  return !loginFails.includes(code) && responseCode >= 500;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
