/** The listeners of this process for announcements between processes on one database. */
import type { Shared } from './types.ts';

type Heard = { readonly hear: (text: string) => void; readonly onGap: (() => void) | undefined };

type Listeners = Pick<Shared, 'listen'> & {
  readonly tell: (topic: string, text: string) => void;
  /** Call when announcements may have been missed. */
  readonly gap: () => void;
};

export function createListeners(): Listeners {
  const topics = new Map<string, Set<Heard>>();
  return {
    listen: (topic, hear, onGap) => {
      const heard = { hear, onGap };
      const listening = topics.get(topic) ?? new Set<Heard>();
      topics.set(topic, listening.add(heard));
      return () => {
        listening.delete(heard);
        if (listening.size === 0 && topics.get(topic) === listening) topics.delete(topic);
      };
    },
    // Each in its own microtask: a failing listener affects neither the others nor the announcer.
    tell: (topic, text) => {
      for (const one of topics.get(topic) ?? []) queueMicrotask(() => one.hear(text));
    },
    gap: () => {
      for (const listening of topics.values())
        for (const { onGap } of listening) if (onGap) queueMicrotask(onGap);
    },
  };
}

/** Bytes per announcement; PostgreSQL allows just under 8,000. */
const mostBytes = 4000;

export function refuseTooLong(topic: string, text: string): void {
  if (new TextEncoder().encode(topic + text).length > mostBytes)
    throw new Error(`An announcement about ${topic} has more than ${mostBytes} bytes.`);
}
