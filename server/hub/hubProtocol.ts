/** The JSON hub protocol of SignalR: messages ended by record separators, as specified. */

const separator = '\u001e';

/** Message types by their number in the protocol. */
export const kinds = { invocation: 1, completion: 3, cancel: 5, ping: 6, close: 7 } as const;

export const written = (message: object): string => `${JSON.stringify(message)}${separator}`;

/** The messages of a body; undefined if it is malformed. */
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

/**
 * Shortens client text that is echoed back: names are short, and an answer should not repeat a large input.
 */
export function brief(value: unknown): string {
  const text = String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const longest = 100;

/** Undefined for JSON version 1; otherwise the reason for refusing the client. */
export function handshakeError(message: unknown): string | undefined {
  const { protocol, version } = (message ?? {}) as { protocol?: unknown; version?: unknown };
  if (protocol !== 'json') return `The protocol '${brief(protocol)}' is not supported.`;
  return version === 1 ? undefined : `The version ${brief(version)} is not supported.`;
}
