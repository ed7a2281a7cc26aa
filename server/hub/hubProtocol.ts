/** The JSON hub protocol of SignalR: messages between record separators, as its specification says. */

const separator = '\u001e';

/** Kinds of messages, by the number they travel with. */
export const kinds = { invocation: 1, completion: 3, cancel: 5, ping: 6, close: 7 } as const;

export const written = (message: object): string => `${JSON.stringify(message)}${separator}`;

/** The messages of a body; undefined where it is none. */
export function readMessages(text: string): readonly unknown[] | undefined {
  if (!text.endsWith(separator)) return undefined;
  try {
    return text
      .split(separator)
      .slice(0, -1)
      .map((one) => JSON.parse(one) as unknown);
  } catch {
    return undefined;
  }
}

/** A word of the client's as it is given back: its names are short, and an answer is none of its copies. */
export function brief(value: unknown): string {
  const text = String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const longest = 100;

/** Undefined when the client speaks JSON version 1; otherwise why it is sent away. */
export function handshakeError(message: unknown): string | undefined {
  const { protocol, version } = (message ?? {}) as { protocol?: unknown; version?: unknown };
  if (protocol !== 'json') return `The protocol '${brief(protocol)}' is not supported.`;
  return version === 1 ? undefined : `The version ${brief(version)} is not supported.`;
}
