/** The reason an operation was refused: a code, a message key, and the parameters of the message. */
import type { Issue } from '#engine';

/** Every error code of the HTTP contract and its status. */
export const statusOfCode = {
  validation: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'in-use': 409,
  'bad-request': 400,
  'too-large': 413,
  'unsupported-media': 415,
  'confirmation-required': 428,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** A finding about a record, with its cell if it came from a spreadsheet. */
export type PlacedIssue = Issue & { readonly cell?: string };

export type RefusalDetails = {
  readonly params?: Readonly<Record<string, unknown>>;
  /** Overrides the status of the code, as for 405 and 429. */
  readonly status?: number;
  /** Findings about the record, each shown at its field. */
  readonly issues?: readonly PlacedIssue[];
  /** For jobs: more findings than are reported at once, and the total number. */
  readonly findings?: { readonly kept: readonly PlacedIssue[]; readonly count: number };
  /** The entity of the issues, for labels. */
  readonly entity?: string;
  /** Additional members of the answer, such as `Current`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The message is generic: a route's own failure message is better. */
  readonly isGeneral?: boolean;
  /** The caller's revision is stale. */
  readonly isStale?: boolean;
  /** The account that was tried, for the refusal log; never sent to the caller. */
  readonly account?: string | undefined;
  readonly cause?: unknown;
};

/** A refused operation, as data. The app turns it into an answer in the person's language. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Message key. */
  readonly key: string;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, key: string, details: RefusalDetails) {
    super(`${code}: ${key}`, { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.key = key;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? statusOfCode[this.code];
  }
}

/** The query parameter that a message of the list query is about, by the start of its key. */
const parameters: readonly (readonly [prefix: string, name: string])[] = [
  ['query.page-size', 'pageSize'],
  ['query.page', 'page'],
  ['query.sort.direction', 'sortDirections'],
  ['query.sort.count', 'sortDirections'],
  ['query.sort.', 'sortFields'],
  ['query.operator.', 'FilterOperator'],
  ['query.value.', 'FilterValue'],
  ['query.filter.count', 'FilterProperty'],
  ['query.where', '$where'],
  ['query.within.', '$where'],
  ['query.groups', '$groups'],
  ['query.include', 'include'],
  ['query.total', '$total'],
];

const parameterOf = ({ message }: { readonly message: string }): string | undefined =>
  parameters.find(([prefix]) => message.startsWith(prefix))?.[1];

/** Creates the constructor of one kind of refusal. */
export const defineRefusal =
  (code: ErrorCode, key: string, fixed: RefusalDetails = {}) =>
  (details: RefusalDetails = {}): Refusal =>
    new Refusal(code, key, { ...fixed, ...details });

/** Every refusal by the server itself; those of rules use the rule's message. */
export const refusals = {
  approvalWaits: defineRefusal('conflict', 'approval.waits-already'),
  approvalByNobody: defineRefusal('conflict', 'approval.by-nobody'),
  approvalByKey: defineRefusal('forbidden', 'approval.by-key'),
  approvalOver: defineRefusal('conflict', 'approval.over'),
  approvalOwn: defineRefusal('forbidden', 'approval.own'),
  approvalNotYours: defineRefusal('forbidden', 'approval.not-yours'),
  approvalChanged: defineRefusal('conflict', 'approval.changed'),
  approvalGone: defineRefusal('conflict', 'approval.gone'),
  approvalRequester: defineRefusal('conflict', 'approval.requester-gone'),
  approvalNoNote: defineRefusal('validation', 'approval.note-required'),
  noMailServer: defineRefusal('conflict', 'letter.no-server'),
  notLoggedIn: defineRefusal('unauthenticated', 'server.not-logged-in'),
  wrongLogin: defineRefusal('unauthenticated', 'server.wrong-login'),
  passwordsOff: defineRefusal('forbidden', 'server.passwords-off'),
  noSuchProvider: defineRefusal('not-found', 'server.no-such-provider'),
  badLogoutToken: defineRefusal('bad-request', 'server.bad-logout-token'),
  providerAbove: defineRefusal('forbidden', 'sign-in-provider.above-yours'),
  providerFailed: defineRefusal('conflict', 'sign-in-provider.test.failed'),
  codeRequired: defineRefusal('unauthenticated', 'server.code-required'),
  wrongCode: defineRefusal('unauthenticated', 'server.wrong-code'),
  tooManyAttempts: defineRefusal('unauthenticated', 'server.too-many-attempts', { status: 429 }),
  cursorGone: defineRefusal('not-found', 'changes.cursor-gone', { status: 410 }),
  wrongKey: defineRefusal('unauthenticated', 'server.key.wrong'),
  keyRevoked: defineRefusal('unauthenticated', 'server.key.revoked'),
  keyExpired: defineRefusal('unauthenticated', 'server.key.expired'),
  keyInactive: defineRefusal('unauthenticated', 'server.key.inactive'),
  keyAddress: defineRefusal('forbidden', 'server.key.address'),
  keyNotHere: defineRefusal('forbidden', 'server.key.not-here'),
  keyEntity: defineRefusal('forbidden', 'server.key.entity'),
  keyAccounts: defineRefusal('forbidden', 'server.key.accounts'),
  keyInAddress: defineRefusal('bad-request', 'server.key.in-address'),
  tooManyWrongKeys: defineRefusal('unauthenticated', 'server.key.too-many-wrong', { status: 429 }),
  tooManyKeyCalls: defineRefusal('forbidden', 'server.key.too-many-calls', { status: 429 }),
  serviceAccountAbove: defineRefusal('forbidden', 'service-account.above-yours'),
  serviceAccountPerson: defineRefusal('conflict', 'service-account.person'),
  serviceAccountInactive: defineRefusal('conflict', 'service-account.inactive'),
  tooManyKeys: defineRefusal('conflict', 'service-account.keys.too-many'),
  keyOver: defineRefusal('conflict', 'service-account.key.over'),
  tooManyLists: defineRefusal('too-large', 'server.too-many-lists', { status: 429 }),
  tooManyUploads: defineRefusal('too-large', 'server.too-many-uploads', { status: 429 }),
  mustChangePassword: defineRefusal('forbidden', 'server.must-change-password'),
  wrongPassword: defineRefusal('validation', 'account.password.wrong'),
  shortPassword: defineRefusal('validation', 'account.password.short'),
  longPassword: defineRefusal('validation', 'account.password.long'),
  easyPassword: defineRefusal('validation', 'account.password.easy'),
  commonPassword: defineRefusal('validation', 'account.password.common'),
  samePassword: defineRefusal('validation', 'account.password.same'),
  secondFactorOn: defineRefusal('conflict', 'account.second-factor.on-already'),
  secondFactorNotStarted: defineRefusal('conflict', 'account.second-factor.not-started'),
  wrongSecondFactor: defineRefusal('validation', 'server.wrong-code'),
  wrongPasskey: defineRefusal('unauthenticated', 'server.wrong-passkey'),
  unprovenPasskey: defineRefusal('validation', 'server.wrong-passkey'),
  passkeysOff: defineRefusal('forbidden', 'server.passkeys-off'),
  passkeyTooMany: defineRefusal('conflict', 'account.passkey.too-many'),
  passkeyGone: defineRefusal('not-found', 'account.passkey.gone'),
  passkeyNone: defineRefusal('conflict', 'account.passkey.none-yet'),
  noSuchHook: defineRefusal('not-found', 'hook.none'),
  hookNotObject: defineRefusal('bad-request', 'hook.not-object'),
  noSuchSession: defineRefusal('not-found', 'account.session.gone'),
  programAccessOff: defineRefusal('forbidden', 'program-access.off'),
  keyOnly: defineRefusal('forbidden', 'program-access.key-only'),
  mcpNoEntity: defineRefusal('not-found', 'mcp.no-entity'),
  mcpToken: defineRefusal('conflict', 'mcp.token'),
  mcpTooLarge: defineRefusal('too-large', 'mcp.too-large'),
  accountNotYours: defineRefusal('forbidden', 'account.tie.not-yours'),
  personAbove: defineRefusal('forbidden', 'user.above-yours'),
  lastManager: defineRefusal('conflict', 'user.last-manager'),
  forbidden: defineRefusal('forbidden', 'server.forbidden'),
  nobodyMay: defineRefusal('forbidden', 'server.nobody-may'),
  foreignOrigin: defineRefusal('forbidden', 'server.foreign-origin'),
  /** Filtering a list by hidden fields would reveal them. */
  hiddenField: defineRefusal('forbidden', 'server.hidden-field'),
  noSuchPath: defineRefusal('not-found', 'server.no-such-path'),
  /** For links sent by e-mail. */
  noSuchForm: defineRefusal('not-found', 'form.no-such-form'),
  formClosed: defineRefusal('conflict', 'form.closed'),
  formBusy: defineRefusal('too-large', 'form.busy', { status: 429 }),
  formChallenge: defineRefusal('bad-request', 'form.challenge'),
  formChallengeUsed: defineRefusal('conflict', 'form.challenge-used'),
  formLanguage: defineRefusal('bad-request', 'form.language'),
  formConsent: defineRefusal('validation', 'form.consent-needed'),
  formConsentChanged: defineRefusal('conflict', 'form.consent-changed'),
  formFiles: defineRefusal('validation', 'form.files'),
  formLinkOver: defineRefusal('not-found', 'form.link-over'),
  linkOver: defineRefusal('not-found', 'account.link-over'),
  noEmail: defineRefusal('conflict', 'account.no-email'),
  emailUnconfirmed: defineRefusal('conflict', 'account.email-unconfirmed'),
  noUserName: defineRefusal('conflict', 'account.no-user-name'),
  enoughLinks: defineRefusal('conflict', 'account.enough-links'),
  letterWithoutLink: defineRefusal('conflict', 'letter.without-link'),
  recordTooLarge: defineRefusal('too-large', 'server.record-too-large'),
  tooManyRecords: defineRefusal('conflict', 'server.too-many-records'),
  outsideRowAccess: defineRefusal('forbidden', 'server.outside-row-access', { isGeneral: true }),
  noSuchRecord: defineRefusal('not-found', 'server.no-such-record', { isGeneral: true }),
  /** A path of the client, not of the API. */
  noSuchFile: defineRefusal('not-found', 'server.no-such-file'),
  notBuilt: defineRefusal('internal', 'server.not-built', { status: 503 }),
  noSuchMethod: defineRefusal('bad-request', 'server.no-such-method', { status: 405 }),
  badId: defineRefusal('bad-request', 'server.bad-id'),
  badAddress: defineRefusal('bad-request', 'server.bad-address'),
  badJson: defineRefusal('bad-request', 'server.bad-json'),
  bodyNotObject: defineRefusal('bad-request', 'server.body-not-object'),
  bodyMissing: defineRefusal('bad-request', 'server.body-missing'),
  bodyNotList: defineRefusal('bad-request', 'server.body-not-list'),
  pathMissing: defineRefusal('bad-request', 'server.path-missing'),
  tooManyTexts: defineRefusal('too-large', 'texts.too-many'),
  tooDeep: defineRefusal('bad-request', 'server.too-deep'),
  piecesTooSmall: defineRefusal('bad-request', 'server.pieces-too-small'),
  tooManyMembers: defineRefusal('bad-request', 'server.too-many-members'),
  numberInexact: defineRefusal('bad-request', 'server.number-inexact'),
  numberTooLarge: defineRefusal('bad-request', 'server.number-too-large'),
  unknownFields: defineRefusal('bad-request', 'server.unknown-fields'),
  idMissing: defineRefusal('bad-request', 'server.id-missing'),
  kindMissing: defineRefusal('bad-request', 'server.kind-missing'),
  badRevision: defineRefusal('bad-request', 'server.bad-revision'),
  /** A malformed list query, with the message of the query parser. */
  badParameter: (message: string, params: { readonly name: string } & Readonly<Record<string, unknown>>) =>
    new Refusal('bad-request', message, { params, extra: { Parameter: params.name } }),
  badQuery: (problem: { readonly message: string; readonly params: Readonly<Record<string, unknown>> }) =>
    new Refusal('bad-request', problem.message, {
      params: problem.params,
      ...(parameterOf(problem) ? { extra: { Parameter: parameterOf(problem) } } : {}),
    }),
  /** A required record does not exist; the route supplies the message. */
  closed: (message: string) => new Refusal('forbidden', message, {}),
  noSuchQuery: defineRefusal('validation', 'query.unknown'),
  /** A query beyond its limits; the message says what to narrow. */
  queryTooSlow: defineRefusal('validation', 'query.too-slow'),
  queryTooLarge: defineRefusal('validation', 'query.too-large'),
  queryMultiplies: defineRefusal('validation', 'query.multiplies'),
  /** The client stopped downloading the file. */
  queryNotFetched: defineRefusal('validation', 'query.not-fetched'),
  /** The caller has disconnected; nobody reads this. */
  queryUnwanted: defineRefusal('bad-request', 'query.unwanted'),
  queryBroken: defineRefusal('internal', 'query.broken', { status: 503, headers: { 'retry-after': '2' } }),
  tooManyOwnQueries: defineRefusal('too-large', 'query.too-many-own', {
    status: 429,
    headers: { 'retry-after': '10' },
  }),
  tooManyQueries: defineRefusal('internal', 'query.too-many', {
    status: 503,
    headers: { 'retry-after': '10' },
  }),
  badExport: defineRefusal('bad-request', 'sheet.bad-export', { extra: { Parameter: '$export' } }),
  noSuchColumn: defineRefusal('bad-request', 'sheet.no-such-path', {
    extra: { Parameter: 'exportColumns' },
  }),
  noSheet: defineRefusal('unsupported-media', 'sheet.wrong'),
  lockedSheet: defineRefusal('unsupported-media', 'sheet.locked'),
  sheetTooLarge: defineRefusal('too-large', 'sheet.large'),
  notForm: defineRefusal('unsupported-media', 'sheet.not-form'),
  /** For an uploaded spreadsheet: all wrong cells; nothing was imported. */
  sheetRefused: defineRefusal('validation', 'sheet.refused'),
  emptySheet: defineRefusal('validation', 'sheet.empty'),
  noSuchState: defineRefusal('bad-request', 'server.no-such-state'),
  tooLarge: defineRefusal('too-large', 'server.too-large'),
  notJson: defineRefusal('unsupported-media', 'server.not-json'),
  fileTooLarge: defineRefusal('too-large', 'file.too-large'),
  /** `Range` beyond the end of the file. */
  rangeOutside: defineRefusal('bad-request', 'file.range-outside', { status: 416 }),
  wrongFileType: defineRefusal('unsupported-media', 'file.wrong-type'),
  oldWorkbook: defineRefusal('unsupported-media', 'file.old-workbook'),
  emptyFile: defineRefusal('validation', 'file.empty'),
  brokenUpload: defineRefusal('bad-request', 'file.broken'),
  noSuchPersonField: defineRefusal('bad-request', 'person.no-such-field'),
  noSuchFileField: defineRefusal('bad-request', 'file.no-such-field'),
  fileNotViewable: defineRefusal('forbidden', 'file.not-viewable'),
  fileNotRemovable: defineRefusal('forbidden', 'file.not-removable'),
  badIdempotencyKey: defineRefusal('bad-request', 'server.idempotency-key.bad'),
  idempotencyKeyReused: defineRefusal('validation', 'server.idempotency-key.reused', {
    extra: { Reason: 'idempotency-key-reused' },
  }),
  callStillRunning: defineRefusal('conflict', 'server.idempotency-key.running', {
    headers: { 'retry-after': '1' },
    extra: { Reason: 'idempotency-key-running' },
  }),
  /** The call was carried out, but its answer is not known any more. */
  answerLost: defineRefusal('conflict', 'server.idempotency-key.answer-lost', {
    extra: { Reason: 'idempotency-answer-lost' },
  }),
  answerElsewhere: defineRefusal('conflict', 'server.idempotency-key.answer-elsewhere'),
  idTaken: defineRefusal('conflict', 'server.id-taken'),
  staleRevision: defineRefusal('conflict', 'server.stale-revision', { isStale: true }),
  /** A release was published between the check of a call and its write. */
  declarationsChanged: defineRefusal('conflict', 'server.declarations-changed'),
  /** For saved views. */
  noSuchList: defineRefusal('validation', 'view.no-such-list'),
  badViewName: defineRefusal('validation', 'view.name.wrong'),
  viewNameTaken: defineRefusal('conflict', 'view.name.taken'),
  badViewChoices: defineRefusal('validation', 'view.choices.wrong'),
  noSuchViewField: defineRefusal('validation', 'view.no-such-field'),
  viewRole: defineRefusal('forbidden', 'view.role'),
  viewOfOther: defineRefusal('forbidden', 'view.of-other'),
  /** For what surrounds a record. */
  noCommentText: defineRefusal('validation', 'activity.comment.empty'),
  commentTooLong: defineRefusal('validation', 'activity.comment.too-long'),
  commentOfOther: defineRefusal('forbidden', 'activity.comment.of-other'),
  commentRemoved: defineRefusal('conflict', 'activity.comment.removed'),
  tooManyComments: defineRefusal('conflict', 'activity.comment.too-many'),
  tooManyOwnComments: defineRefusal('too-large', 'activity.comment.too-many-own', { status: 429 }),
  tooManyMentions: defineRefusal('validation', 'activity.mention.too-many'),
  badMention: defineRefusal('validation', 'activity.mention.wrong'),
  tooManyFollowers: defineRefusal('conflict', 'activity.follow.too-many'),
  noSampleData: defineRefusal('conflict', 'sample.not-now'),
  sampleTaken: defineRefusal('conflict', 'sample.taken'),
  sampleInUse: defineRefusal('in-use', 'sample.in-use'),
  tooManyFavourites: defineRefusal('conflict', 'visit.too-many-favourites'),
  tooManyAttachments: defineRefusal('conflict', 'activity.file.too-many'),
  noRestore: defineRefusal('conflict', 'activity.restore.not-here'),
  nothingToRestore: defineRefusal('validation', 'activity.restore.nothing'),
  tooMuchToRestore: defineRefusal('conflict', 'activity.restore.too-much'),
  noDuplicate: defineRefusal('conflict', 'activity.duplicate.not-here'),
  /** For bulk changes. */
  noBulk: defineRefusal('validation', 'bulk.not-here'),
  noBulkField: defineRefusal('validation', 'bulk.no-such-field'),
  badBulkRows: defineRefusal('validation', 'bulk.rows-wrong'),
  bulkRefused: defineRefusal('validation', 'bulk.refused-all'),
  /** For the configurator. */
  noSuchChangeKind: defineRefusal('bad-request', 'release.no-such-kind'),
  unkeepableChange: defineRefusal('validation', 'release.unkeepable'),
  schemaUnreadable: defineRefusal('validation', 'proposal.schema-unreadable'),
  noSchema: defineRefusal('validation', 'proposal.schema-empty'),
  noSuchRelease: defineRefusal('not-found', 'release.not-there'),
  changeTwice: defineRefusal('bad-request', 'release.change-twice'),
  noteTooLong: defineRefusal('validation', 'release.note-too-long'),
  draftChanged: defineRefusal('conflict', 'release.draft-changed', { isStale: true }),
  editOvertaken: defineRefusal('conflict', 'release.edit-overtaken'),
  draftBehind: defineRefusal('conflict', 'release.behind'),
  releaseOvertaken: defineRefusal('conflict', 'release.overtaken'),
  nothingToPublish: defineRefusal('validation', 'release.nothing-to-publish'),
  draftHasErrors: defineRefusal('validation', 'release.has-errors'),
  releaseUnfit: defineRefusal('validation', 'release.unfit'),
  recordsRefuse: defineRefusal('validation', 'release.records-refuse'),
  notAffected: defineRefusal('validation', 'release.not-affected'),
  noSuchTake: defineRefusal('validation', 'release.no-such-take'),
  unresolved: defineRefusal('conflict', 'release.unresolved'),
  tooManyChanges: defineRefusal('too-large', 'release.too-many'),
  unreadableFiles: defineRefusal('validation', 'release.unreadable-files'),
  notYourButton: defineRefusal('forbidden', 'automation.button.not-yours'),
  buttonNotNow: defineRefusal('conflict', 'automation.button.not-now'),
  buttonTooOften: defineRefusal('conflict', 'automation.button.too-often', { status: 429 }),
  illegalTransition: defineRefusal('conflict', 'server.illegal-transition'),
  /** The message of the transition. */
  guardRefused: (rule: { readonly id: string; readonly message: string }) =>
    new Refusal('conflict', rule.message, { issues: [recordIssue(rule, {})] }),
  barredTransition: defineRefusal('conflict', 'server.barred-transition'),
  notTheSiblings: defineRefusal('conflict', 'server.not-the-siblings'),
  /** The message of the removal rule: `{names}` of the referring records, and its `more`. */
  inUseBy: (rule: RemovalRule, names: readonly string[], more: RefusalDetails['params'] = {}) => {
    const params = { names, ...more };
    return new Refusal('in-use', rule.message, { params, issues: [recordIssue(rule, params)] });
  },
  inUse: defineRefusal('in-use', 'server.in-use', { isGeneral: true }),
  invalid: defineRefusal('validation', 'server.invalid'),
  malformed: defineRefusal('bad-request', 'server.invalid'),
  confirm: defineRefusal('confirmation-required', 'server.confirm'),
  jobOvertaken: defineRefusal('conflict', 'job.overtaken'),
  jobFileGone: defineRefusal('conflict', 'job.file-gone'),
  importRuns: defineRefusal('conflict', 'import.runs'),
  importNotUndoable: defineRefusal('conflict', 'import.not-undoable'),
  importRecordGone: defineRefusal('conflict', 'import.record-gone'),
  importRecordChanged: defineRefusal('conflict', 'import.record-changed'),
  noImport: defineRefusal('forbidden', 'import.not-here'),
  noImportField: defineRefusal('bad-request', 'import.no-such-field'),
  importColumnTwice: defineRefusal('bad-request', 'import.column-twice'),
  noImportKey: defineRefusal('bad-request', 'import.no-such-key'),
  importNeedsKey: defineRefusal('bad-request', 'import.needs-key'),
  noImportColumns: defineRefusal('bad-request', 'import.no-columns'),
  jobRuns: defineRefusal('conflict', 'job.runs'),
  /** For the source or target of a running copy. */
  copyRuns: defineRefusal('conflict', 'copy.runs'),
  copyBroken: defineRefusal('internal', 'copy.broken'),
  jobCarriedThrough: defineRefusal('conflict', 'job.carried-through'),
  jobElsewhere: defineRefusal('conflict', 'job.elsewhere'),
  busy: defineRefusal('internal', 'server.busy', { status: 503 }),
  starting: defineRefusal('internal', 'server.starting', { status: 503, headers: { 'retry-after': '2' } }),
  stopping: defineRefusal('internal', 'server.stopping', { status: 503, headers: { 'retry-after': '5' } }),
  /** As proxies log it; the caller does not read it. */
  callerGone: defineRefusal('bad-request', 'server.caller-gone', { status: 499 }),
  vaultDown: defineRefusal('internal', 'card.vault-down', { status: 503 }),
  /** The same for every call; the call had no effect. */
  storeUnavailable: ({ reason, cause }: { readonly reason: string; readonly cause?: unknown }) =>
    new Refusal('internal', `server.store-${reason}`, {
      status: 503,
      headers: { 'retry-after': /^(busy|away|unsure)$/.test(reason) ? '2' : '30' },
      extra: { status: `database-${reason}` },
      cause,
    }),
  filesUnavailable: ({ reason, cause }: { readonly reason: string; readonly cause?: unknown }) =>
    new Refusal('internal', `file.store-${reason}`, {
      status: 503,
      headers: { 'retry-after': '30' },
      extra: { status: `files-${reason}` },
      cause,
    }),
  internal: defineRefusal('internal', 'server.internal', { isGeneral: true }),
};

type RemovalRule = { readonly id: string; readonly message: string };

/** A finding about the record as a whole. */
function recordIssue(rule: RemovalRule, params: Issue['params']): Issue {
  return { rule: rule.id, path: '', level: 'error', message: rule.message, params };
}
