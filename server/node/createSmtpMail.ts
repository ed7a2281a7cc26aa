import { createTransport } from 'nodemailer';
import { LetterRefused, type Mail } from '../ports/Mail.ts';

type Options = {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly url: string;
  /** Whom letters are from. */
  readonly from: string;
};

/** Milliseconds until a mail server that says nothing counts as down. */
const patience = 10_000;

/** Letters over SMTP; addresses and subjects are encoded, so that no text of them becomes a header. */
export function createSmtpMail({ url, from }: Options): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 3 * patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(url).hostname;
  return {
    send: async ({ id, to, subject, text, attachment }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          attachments: attachment && [
            { filename: attachment.name, content: Buffer.from(attachment.content) },
          ],
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        if (isForGood(error)) throw new LetterRefused(reasonOf(error), { cause: error });
        throw error;
      }
    },
  };
}

/** An answer of 500 and more to the letter; to the login it is the settings that are wrong. */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { readonly responseCode?: number; readonly code?: string };
  return code !== 'EAUTH' && responseCode >= 500;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
