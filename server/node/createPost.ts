import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  AddressRefused,
  NoAnswerInTime,
  type OutgoingPost,
  type OutgoingReply,
  type Post,
} from '../ports/Outgoing.ts';
import { isPublicAddress } from './isPublicAddress.ts';

type Address = { readonly address: string; readonly family: number };

type Options = {
  /** Hosts that the operator allows although they are inside, also without encryption. */
  readonly allowedHosts: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
  /** For the complete call. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
};

/** The connection goes to the very address that was judged, so that a name cannot change in between. */
export function createPost(options: Options): Post {
  const { allowedHosts, timeoutMs = 5_000, maxBytes = 2_000 } = options;
  const { resolve = (host: string) => lookup(host, { all: true }) } = options;
  return (post) => {
    const url = readAddress(post.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isAllowed = allowedHosts.includes(host.toLowerCase());
    if (url.protocol !== 'https:' && !isAllowed)
      throw new AddressRefused('Only addresses that begin with https:// are called.');
    if (isLiteral(host) && !isAllowed && !isPublicAddress(host)) throw inside(host);
    const find: LookupFunction = (name, asked, done) => {
      resolve(name)
        .then((all) => {
          const wrong = isAllowed ? undefined : all.find(({ address }) => !isPublicAddress(address));
          if (wrong) throw inside(name);
          const [first] = all;
          if (!first) throw new Error(`${name} has no address.`);
          if (asked.all) done(null, all as never);
          else done(null, first.address, first.family);
        })
        .catch((error) => done(error, '', 0));
    };
    return send(url, post, {
      find,
      timeoutMs: post.timeoutMs ?? timeoutMs,
      maxBytes: post.maxBytes ?? maxBytes,
    });
  };
}

const isLiteral = (host: string): boolean => host.includes(':') || /^[\d.]+$/.test(host);

const inside = (host: string) =>
  new AddressRefused(`${host} is an address inside the network. The operator can allow it by name.`);

/** Normalizes other notations of an address, such as 0x7f.1. */
function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new AddressRefused('This is not an address that can be called.');
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('An address must not contain a password.');
  return url;
}

type Sending = { readonly find: LookupFunction; readonly timeoutMs: number; readonly maxBytes: number };

function send(
  url: URL,
  { headers, body, method = 'POST' }: OutgoingPost,
  { find, timeoutMs, maxBytes }: Sending,
): Promise<OutgoingReply> {
  return new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call: ClientRequest = request(url, {
      ...{ method, agent: false, lookup: find },
      headers: {
        ...headers,
        ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    });
    const timer = setTimeout(
      () => call.destroy(new NoAnswerInTime(`No complete answer within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    call.on('close', () => clearTimeout(timer));
    call.on('error', fail);
    call.on('response', (answer) => {
      readStart(answer, maxBytes).then((read) => {
        call.destroy();
        const contentType = answer.headers['content-type'];
        done({ status: answer.statusCode ?? 0, contentType, ...read });
      }, fail);
    });
    call.end(method === 'GET' ? undefined : body);
  });
}

/** What follows is never read. */
async function readStart(
  answer: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutgoingReply, 'text' | 'isCut'>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > maxBytes) break;
  }
  return { text: Buffer.concat(parts).subarray(0, maxBytes).toString('utf8'), isCut: size > maxBytes };
}
