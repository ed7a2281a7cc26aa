/** What the server is given from outside: everything that touches clock, chance, secrets or the log. */

import type { Context } from 'hono';
import type { Change, Compilation, DeclarationSet, Model, ModelBundle } from '#engine';
import type { FontFiles } from '../print/fontTypes.ts';
import type { Store } from '../store/types.ts';
import type { Events } from '../work/events.ts';
import type { ByteRange } from './byteRange.ts';
import type { ExtensionPorts } from './ExtensionPorts.ts';
import type { FileShares } from './FileShares.ts';
import type { Mail } from './Mail.ts';
import type { SocketEvents } from './Socket.ts';
import type { Tickets } from './Tickets.ts';

/** Slow hashes of passwords; `verify` takes as long for a hash that was never right. */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, hash: string) => Promise<boolean>;
  /** It costs otherwise than a hash that is made today: who has the password makes a new one. */
  readonly isOutdated: (hash: string) => boolean;
};

export type Log = {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
};

/** What a file store knows of a content once it has all of it. */
export type StoredContent = { readonly size: number; readonly sha256: string };

/** Where the contents of files lie; who may see which is not its matter. Ids are UUIDs. */
export type FileStore = {
  /** Keeps a content under an id; one that breaks off, or is larger (`FileTooLarge`), leaves nothing behind. */
  readonly put: (
    id: string,
    content: ReadableStream<Uint8Array>,
    limits: { readonly maxBytes: number },
  ) => Promise<StoredContent>;
  /** All of it, or the bytes of a part. */
  readonly open: (id: string, part?: ByteRange) => Promise<ReadableStream<Uint8Array> | undefined>;
  readonly bytes: (id: string) => Promise<Uint8Array | undefined>;
  readonly remove: (id: string) => Promise<void>;
  /** Everything that lies there, what an upload cut short has left too. */
  readonly list: () => Promise<readonly { readonly id: string; readonly storedAt: Date }[]>;
  /** Fails as a `put` would: `FilesUnavailable`. Absent: it never does. */
  readonly probe?: () => Promise<void>;
};

/** Number of proxies in front of the server, or their addresses; 0: nobody is believed. */
export type TrustedProxies = number | readonly string[];

export type Seal = {
  readonly close: (text: string) => Promise<string>;
  readonly open: (sealed: string) => Promise<string>;
};

/** One answered call: which route it took, and how long it worked until its answer began. */
type MeasuredCall = {
  readonly method: string;
  /** As it is declared, with its parameters unnamed: `/product/{id}`; absent: none. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
};

export type Ports = {
  readonly hash: PasswordHasher;
  readonly now: () => Date;
  /** Milliseconds of processor time of this process; absent where nobody can tell. */
  readonly processorTime?: () => number;
  /** A UUID of version 7. */
  readonly newId: () => string;
  /** At least 256 unguessable bits, fit for a header. */
  readonly randomToken: () => string;
  /** A fast one-way digest: what the store keeps of a session's token. */
  readonly digest: (text: string) => Promise<string>;
  /** A keyed digest (HMAC): only who knows the secret can make it. */
  readonly sign: (secret: string, text: string) => Promise<string>;
  /** Encrypts texts so that only who knows the secret can read them. */
  readonly seal: (secret: string) => Promise<Seal>;
  readonly files: FileStore;
  /** The letters that are put into PDFs; absent: those that every reader has, of Western Europe only. */
  readonly fonts?: () => Promise<FontFiles>;
  /** Makes a socket of a call; absent: there are none, and who asks for one gets the answer to a plain call. */
  readonly upgrade?: (context: Context, events: SocketEvents) => Promise<Response>;
  /** Where people find the application: links in letters begin with it. */
  readonly publicUrl: string;
  /** Absent: letters are not sent but stay where people can read them. */
  readonly mail?: Mail;
  /** Absent: tickets live as long as the process, and are good there only. */
  readonly tickets?: Tickets;
  /** Absent: no network folder is reached. */
  readonly shares?: FileShares;
  readonly log: Log;
  /** Told of every call that is answered; absent: nobody counts them. */
  readonly measure?: (call: MeasuredCall) => void;
  /** Told who the caller is, once that is known; absent: nobody follows calls. */
  readonly notePerson?: (id: string) => void;
};

/** Declarations that serve calls, and the release that made them what they are. */
export type InForce = {
  readonly set: DeclarationSet;
  readonly compilation: Pick<Compilation, 'model' | 'trees'>;
  /** Its number; 0: as shipped. */
  readonly release: number;
  /** What it lays over the shipped declarations. */
  readonly changes: readonly Change[];
  /** Version of the shipped declarations it was published over; absent: of those that are here. */
  readonly shipped?: string;
  /** How many of its changes were set aside at the start, as these declarations do not bear them. */
  readonly setAside?: number;
};

/** What a change of the model is prepared from. */
export type ComingModel = {
  readonly model: Model;
  readonly bundle: ModelBundle;
  readonly inForce: InForce;
};

/** The model in force, which a publication replaces while the server runs. */
export type ModelHolder = {
  /** The declarations as they came with the application. */
  readonly shipped: () => DeclarationSet;
  readonly asShipped: () => InForce;
  readonly inForce: () => InForce;
  readonly current: () => Model;
  /** What the browser compiles the same model from. */
  readonly bundle: () => ModelBundle;
  /** Asks for what may fail before anything is changed; what it gives puts it in force and cannot fail. */
  readonly onPrepare: (preparer: (coming: ComingModel) => () => void) => () => void;
  /** Calls back after each replacement; gives the function that ends it. */
  readonly onChange: (listener: (model: Model) => void) => () => void;
  /** Makes everything ready for other declarations; the function it gives puts them in force at once, for everyone. */
  readonly prepare: (next: InForce) => () => void;
  readonly replace: (set: DeclarationSet, compilation: InForce['compilation']) => void;
};

export type AppSettings = {
  /** IANA zone of a person whose client names none. */
  readonly timeZone: string;
  /** A login ends after so many hours without a call. */
  readonly sessionIdleHours: number;
  /** A login ends after so many hours in any case. */
  readonly sessionMaximumHours: number;
  /** Wrong passwords for one name from one address before it is closed for a while; ten times as many for a name from anywhere, twenty times for an address. */
  readonly loginAttempts: number;
  /** How often an event stream says that it is alive. */
  readonly heartbeatSeconds: number;
  /** Event streams of one login, whose oldest makes room, and of everybody. */
  readonly streamsPerLogin: number;
  readonly streams: number;
  /** Long lists and exports that one person may read at once. */
  readonly longAnswersPerUser: number;
  /** Proxies in front of the server whose word counts: how many, or their addresses. */
  readonly trustProxy: TrustedProxies;
  /** What one person may upload within 24 hours. */
  readonly uploadsPerDay: number;
  readonly uploadBytesPerDay: number;
  /** Milliseconds one call may compute (templates, rules, reading of files); beyond, it is refused. */
  readonly workLimitMs: number;
  /** How many drafts stay compiled, those asked about last: a person goes back and forth between theirs and the one in force. */
  readonly compiledDrafts: number;
  /** What the server signs with, the same in all processes; absent: a secret that the database keeps. */
  readonly secret?: string | undefined;
};

export type AppOptions = {
  readonly models: ModelHolder;
  readonly store: Store;
  /** Those of extensions may be left out: each extension brings one that runs anywhere. */
  readonly ports: Ports & Partial<ExtensionPorts>;
  readonly settings?: Partial<AppSettings>;
  /** Where changes are announced that come about outside of calls; absent: one of the app's own. */
  readonly events?: Events;
  /** Answers what is not under `/api`: the static client. */
  readonly fallback?: (request: Request) => Response | Promise<Response>;
  /** Ends the event streams when the server stops. */
  readonly stopping?: AbortSignal;
};

/** What silence means in `settings`. */
export const defaultSettings: AppSettings = {
  timeZone: 'America/Toronto',
  sessionIdleHours: 12,
  sessionMaximumHours: 24 * 7,
  loginAttempts: 5,
  heartbeatSeconds: 25,
  streamsPerLogin: 10,
  streams: 5000,
  longAnswersPerUser: 4,
  trustProxy: 0,
  uploadsPerDay: 5000,
  uploadBytesPerDay: 5 * 1024 ** 3,
  workLimitMs: 2000,
  compiledDrafts: 4,
};
