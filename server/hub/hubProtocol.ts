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

/** Undefined when the client speaks JSON version 1; otherwise why it is sent away. */
export function handshakeError(message: unknown): string | undefined {
  const { protocol, version } = (message ?? {}) as { protocol?: unknown; version?: unknown };
  if (protocol !== 'json') return `The protocol '${String(protocol)}' is not supported.`;
  return version === 1 ? undefined : `The version ${String(version)} is not supported.`;
}
