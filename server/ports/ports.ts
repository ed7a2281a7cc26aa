/** The server's dependencies on its environment: clock, randomness, secrets and log. */

import type { Context } from 'hono';
import type { Change, Compilation, DeclarationSet, Model, ModelBundle } from '#engine';
import type { FontFiles } from '../print/fontTypes.ts';
import type { Store } from '../store/types.ts';
import type { TurnLimits } from '../work/createTurns.ts';
import type { Events } from '../work/events.ts';
import type { ByteRange } from './byteRange.ts';
import type { ExtensionPorts } from './ExtensionPorts.ts';
import type { FileShares } from './FileShares.ts';
import type { Mail } from './Mail.ts';
import type { Post } from './Outgoing.ts';
import type { SocketEvents } from './Socket.ts';
import type { Tickets } from './Tickets.ts';

/** Slow password hashes; `verify` takes equally long for a malformed hash. */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, hash: string) => Promise<boolean>;
  /** The hash has outdated cost parameters: rehash when the password is next known. */
  readonly isOutdated: (hash: string) => boolean;
};

export type Log = {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
};

/** What a file store knows of a content after receiving it. */
export type StoredContent = { readonly size: number; readonly sha256: string };

/** Stores the contents of files under UUIDs; access control is up to the callers. */
export type FileStore = {
  /**
   * Stores a content under an id; one that is interrupted or too large (`FileTooLarge`) leaves nothing
   * behind.
   */
  readonly put: (
    id: string,
    content: ReadableStream<Uint8Array>,
    limits: { readonly maxBytes: number },
  ) => Promise<StoredContent>;
  /** The whole content, or a range of it. */
  readonly open: (id: string, part?: ByteRange) => Promise<ReadableStream<Uint8Array> | undefined>;
  readonly bytes: (id: string) => Promise<Uint8Array | undefined>;
  readonly remove: (id: string) => Promise<void>;
  /** Everything stored, including remains of interrupted uploads. */
  readonly list: () => Promise<readonly { readonly id: string; readonly storedAt: Date }[]>;
  /** Fails as `put` would, with `FilesUnavailable`. Absent: it never does. */
  readonly probe?: () => Promise<void>;
};

/** The number of proxies in front of the server, or their addresses; 0: none is trusted. */
export type TrustedProxies = number | readonly string[];

export type Seal = {
  readonly close: (text: string) => Promise<string>;
  readonly open: (sealed: string) => Promise<string>;
};

export type Digester = {
  readonly add: (bytes: Uint8Array) => void;
  /** In hexadecimal; nothing can be added afterwards. */
  readonly end: () => Promise<string>;
};

/** An answered call: its route, and the time until its response began. */
type MeasuredCall = {
  readonly method: string;
  /** As declared, with unnamed parameters: `/product/{id}`; absent: no route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
};

export type Ports = {
  readonly hash: PasswordHasher;
  readonly now: () => Date;
  /** Milliseconds of this process's processor time; absent if unknown. */
  readonly processorTime?: () => number;
  /** A UUID of version 7. */
  readonly newId: () => string;
  /** At least 256 unguessable bits, valid in a header. */
  readonly randomToken: () => string;
  /** A fast one-way digest, which the store keeps instead of session tokens. */
  readonly digest: (text: string) => Promise<string>;
  /** The same of bytes that arrive in pieces. */
  readonly digester: () => Digester;
  /** A keyed digest (HMAC). */
  readonly sign: (secret: string, text: string) => Promise<string>;
  /** Encrypts texts with a secret. */
  readonly seal: (secret: string) => Promise<Seal>;
  readonly files: FileStore;
  /** Fonts to embed in PDFs; absent: the standard PDF fonts, for Western European text only. */
  readonly fonts?: () => Promise<FontFiles>;
  /** Upgrades a call to a WebSocket; absent: the caller gets a plain HTTP response. */
  readonly upgrade?: (context: Context, events: SocketEvents) => Promise<Response>;
  /** The public address of the application, used in links in e-mails. */
  readonly publicUrl: string;
  /** Absent: e-mails are not sent but can be read in the application. */
  readonly mail?: Mail;
  /** Absent: nothing is sent to webhooks. */
  readonly post?: Post;
  /** Absent: tickets live as long as the process, and are valid only there. */
  readonly tickets?: Tickets;
  /** Absent: no network folder is available. */
  readonly shares?: FileShares;
  readonly log: Log;
  /** Called for every answered call; absent: none is measured. */
  readonly measure?: (call: MeasuredCall) => void;
  /** Called with the caller's id once known; absent: calls are not tracked. */
  readonly notePerson?: (id: string) => void;
};

/** The declarations in use, and their release. */
export type InForce = {
  readonly set: DeclarationSet;
  readonly compilation: Pick<Compilation, 'model' | 'trees'>;
  /** The release number; 0: as shipped. */
  readonly release: number;
  /** Its changes to the shipped declarations. */
  readonly changes: readonly Change[];
  /** Version of the shipped declarations it was published on; absent: the current one. */
  readonly shipped?: string;
  /**
   * How many of its changes were set aside at the start because the shipped declarations no longer allow
   * them.
   */
  readonly setAside?: number;
};

/** The input for preparing a change of the model. */
export type ComingModel = {
  readonly model: Model;
  readonly bundle: ModelBundle;
  readonly inForce: InForce;
};

/** The model in force, which a release replaces while the server runs. */
export type ModelHolder = {
  /** The declarations as shipped. */
  readonly shipped: () => DeclarationSet;
  readonly asShipped: () => InForce;
  readonly inForce: () => InForce;
  readonly current: () => Model;
  /** The declarations from which the browser compiles the same model. */
  readonly bundle: () => ModelBundle;
  /** The preparer does whatever may fail; the function it returns applies the model and cannot fail. */
  readonly onPrepare: (preparer: (coming: ComingModel) => () => void) => () => void;
  /** Calls back after each replacement; returns a function that unsubscribes. */
  readonly onChange: (listener: (model: Model) => void) => () => void;
  /** Prepares other declarations; the returned function puts them in force for everyone at once. */
  readonly prepare: (next: InForce) => () => void;
  readonly replace: (set: DeclarationSet, compilation: InForce['compilation']) => void;
};

export type AppSettings = {
  /** IANA time zone for people whose client names none. */
  readonly timeZone: string;
  /** Hours without a call after which a login ends. */
  readonly sessionIdleHours: number;
  /** Hours after which a login ends in any case. */
  readonly sessionMaximumHours: number;
  /**
   * Wrong passwords per name and address before a wait; ten times as many per name, twenty times per address.
   */
  readonly loginAttempts: number;
  /** Seconds between heartbeats of an event stream. */
  readonly heartbeatSeconds: number;
  /** The most event streams per login, where the oldest is closed for a new one, and in total. */
  readonly streamsPerLogin: number;
  readonly streams: number;
  /** The most long lists and exports one person may read at once. */
  readonly longAnswersPerUser: number;
  /** How many files, such as reports and prints, are made at once. */
  readonly fileTurns: TurnLimits;
  /** Trusted proxies in front of the server: their number or addresses. */
  readonly trustProxy: TrustedProxies;
  /** The most one person may upload within 24 hours. */
  readonly uploadsPerDay: number;
  readonly uploadBytesPerDay: number;
  /** Milliseconds one call may compute (templates, rules, parsing files) before it is refused. */
  readonly workLimitMs: number;
  /**
   * How many drafts stay compiled, most recently used first: people switch between theirs and the one in
   * force.
   */
  readonly compiledDrafts: number;
  /** The signing secret, the same in all processes; absent: one kept in the database. */
  readonly secret?: string | undefined;
  readonly signIn?: SignInSettings | undefined;
};

/** What the operator decides about signing in. */
export type SignInSettings = {
  readonly providers: readonly GivenProvider[];
  /** Overrides what the providers say about passwords. */
  readonly password?: 'on' | 'off';
};

/** A provider of the environment. */
export type GivenProvider = {
  readonly key: string;
  readonly label: string;
  readonly labelFrench?: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes?: string;
  readonly userNameClaim?: string;
  readonly emailClaim?: string;
  readonly groupsClaim?: string;
  /** Group → roles. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  readonly createsAccounts?: boolean;
  readonly mailDomains?: readonly string[];
};

export type AppOptions = {
  readonly models: ModelHolder;
  readonly store: Store;
  /** Ports of extensions are optional: each extension provides one that runs anywhere. */
  readonly ports: Ports & Partial<ExtensionPorts>;
  readonly settings?: Partial<AppSettings>;
  /** Receives changes made outside of calls; absent: the app creates its own. */
  readonly events?: Events;
  /** Answers everything outside `/api`: the static client. */
  readonly fallback?: (request: Request) => Response | Promise<Response>;
  /** Ends the event streams when the server stops. */
  readonly stopping?: AbortSignal;
};

/** Defaults of `settings`. */
export const defaultSettings: AppSettings = {
  timeZone: 'America/Toronto',
  sessionIdleHours: 12,
  sessionMaximumHours: 24 * 7,
  loginAttempts: 5,
  heartbeatSeconds: 25,
  streamsPerLogin: 10,
  streams: 5000,
  longAnswersPerUser: 4,
  fileTurns: {
    ...{ open: 4, openOfOne: 2, long: 4, longOfOne: 2 },
    ...{ waiting: 200, waitingOfOne: 20, patience: 60_000 },
  },
  trustProxy: 0,
  uploadsPerDay: 5000,
  uploadBytesPerDay: 5 * 1024 ** 3,
  workLimitMs: 2000,
  compiledDrafts: 4,
};
