import { expect, it } from 'vitest';
import { callOut } from '../http/callOut.ts';
import { followCall, followWork } from '../node/followCalls.ts';
import { currentPerson, currentTrace, notePerson, readTrace, traceHeaders } from './callTrace.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const headers = (traceparent: string, tracestate?: string) =>
  new Headers({ traceparent, ...(tracestate !== undefined && { tracestate }) });

it('reads a valid trace of a caller, and ignores malformed ones', () => {
  expect(readTrace(headers(`00-${id}-${parent}-01`))).toEqual({ id, flags: '01' });
  expect(readTrace(headers(`00-${id}-${parent}-01`, 'vendor=1'))).toEqual({
    ...{ id, flags: '01', state: 'vendor=1' },
  });
  // A later version may add fields.
  expect(readTrace(headers(`01-${id}-${parent}-00-more`))).toEqual({ id, flags: '00' });
  const none = [
    ...['', 'x', `00-${id}-${parent}`, `00-${id}-${parent}-01-more`, `ff-${id}-${parent}-01`],
    ...[`00-${'0'.repeat(32)}-${parent}-01`, `00-${id}-${'0'.repeat(16)}-01`],
    ...[`00-${id.toUpperCase()}-${parent}-01`, `00-${id.slice(1)}-${parent}-01`, `${'0'.repeat(5000)}`],
  ];
  for (const one of none) expect(readTrace(headers(one)), one).toBeUndefined();
  expect(readTrace(headers(`00-${id}-${parent}-01`, 'x'.repeat(513)))).toEqual({ id, flags: '01' });
});

it('is available throughout the work of a call, and passed on', async () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 1));
  const seen = await Promise.all(
    ['one', 'other'].map((person) =>
      followCall(headers(`00-${id}-${parent}-01`, 'vendor=1'), async () => {
        notePerson(person);
        await later();
        return { person: currentPerson(), ...traceHeaders() };
      }),
    ),
  );
  expect(seen.map(({ person }) => person)).toEqual(['one', 'other']);
  const [first, second] = seen.map((one) => String((one as Record<string, unknown>).traceparent));
  // The caller's trace, with a new span for this call.
  for (const one of [first, second])
    expect(one).toMatch(new RegExp(`^00-${id}-(?!${parent})[0-9a-f]{16}-01$`));
  expect(first).not.toBe(second);
  expect(seen[0]).toMatchObject({ tracestate: 'vendor=1' });
});

it('is sent with calls that the server makes', async () => {
  const sent: Headers[] = [];
  const fetch = async (_url: unknown, { headers }: RequestInit = {}) => {
    sent.push(new Headers(headers));
    return new Response('');
  };
  const call = () =>
    callOut({
      ...{ url: 'https://elsewhere.example', headers: { accept: 'text/plain' }, timeoutMs: 10_000 },
      ...{ maxBytes: 10, fetch: fetch as typeof globalThis.fetch },
    });
  await followCall(headers(`00-${id}-${parent}-01`), call);
  await call();
  expect(sent[0]?.get('traceparent')).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
  expect(sent.map((one) => one.get('accept'))).toEqual(['text/plain', 'text/plain']);
  expect(sent[1]?.has('traceparent')).toBe(false);
});

it('is created if the caller sent none, and absent outside of calls', () => {
  const made = followWork(() => traceHeaders());
  expect(made).toEqual({ traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/) });
  expect([currentTrace(), traceHeaders()]).toEqual([undefined, {}]);
});
