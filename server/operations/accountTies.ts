/**
 * Records linked to an account (`x-user`). Anyone who writes the link decides what that person sees and whether
 * they may sign in, so the link is checked where records are stored, on every write path.
 */
import type { DataRecord, EntityModel } from '#engine';
import { type Refusal, refusals } from '../errors/Refusal.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { type Holder, mayManage, refuseAbove, refuseLast } from './rightsOver.ts';
import { lookAlikeKey, mixesScripts, userNameKey } from './userNames.ts';

export const accountEntity = 'user';

/** A record before and after a write; undefined where it does not exist. */
type TieChange = { readonly before?: DataRecord | undefined; readonly after?: DataRecord | undefined };

/** Finds accounts by name, including look-alike names. */
export type Accounts = {
  /** The account with this name, and whether a different account merely looks like it. */
  readonly find: (
    session: StoreSession,
    name: string,
  ) => Promise<{ readonly account?: DataRecord; readonly isLookAlike: boolean }>;
  /** Invalidates the index after accounts were written in this transaction. */
  readonly forget: () => void;
};

type Named = { readonly id: string; readonly key: string };
type Index = ReadonlyMap<string, readonly Named[]>;

const remembered = new WeakMap<Store, { readonly state: string; readonly index: Index }>();

/** One per transaction. The index is cached across transactions until accounts are written. */
export function accountsOf(store: Store): Accounts {
  let isWritten = false;
  const indexOf = async (session: StoreSession): Promise<Index> => {
    const state = await store.stateOf([accountEntity]);
    const known = remembered.get(store);
    if (!isWritten && known?.state === state) return known.index;
    const index = await readIndex(session);
    if (!isWritten) remembered.set(store, { state, index });
    return index;
  };
  return {
    find: async (session, name) => {
      const alike = (await indexOf(session)).get(lookAlikeKey(name)) ?? [];
      const key = userNameKey(name);
      const same = alike.find((one) => one.key === key);
      const account = same && (await session.get(accountEntity, same.id));
      return { ...(account && { account }), isLookAlike: !account && alike.length > 0 };
    },
    forget: () => {
      isWritten = true;
    },
  };
}

async function readIndex(session: StoreSession): Promise<Index> {
  const index = new Map<string, Named[]>();
  const { items } = await session.find({ entity: accountEntity, only: ['Id', 'UserName'] });
  for (const { Id, UserName } of items) {
    const [name, id] = [String(UserName ?? ''), String(Id)];
    const alike = lookAlikeKey(name);
    index.set(alike, [...(index.get(alike) ?? []), { id, key: userNameKey(name) }]);
  }
  return index;
}

export type Judge = {
  readonly session: StoreSession;
  readonly holder: Holder;
  readonly accounts: Accounts;
};

/**
 * Refuses to link a record to an account, or unlink it, unless the caller may manage that account; and to
 * change what the record says about the person unless the caller holds all of their rights.
 */
export async function refuseTie(
  judge: Judge,
  entity: EntityModel,
  { before, after }: TieChange,
): Promise<void> {
  const { ofUser } = entity;
  if (!ofUser) return;
  const [was, is] = [nameIn(before, ofUser.by), nameIn(after, ofUser.by)];
  if (was !== is) {
    await refuseUntie(judge, was);
    await refuseNewTie(judge, entity, is);
    return;
  }
  const facts = [...ofUser.fields, ...(ofUser.active ? [ofUser.active] : [])];
  if (facts.every((name) => isSame(before?.[name], after?.[name]))) return;
  const { account } = await find(judge, is);
  if (account) refuseAbove(judge.holder, account);
}

/** Unlinking lifts the account's row access limits, so the caller must be allowed to manage it. */
async function refuseUntie(judge: Judge, name: string): Promise<void> {
  const { account } = await find(judge, name);
  if (account && !mayManage(judge.holder, account))
    throw refusals.accountNotYours({ params: { value: name } });
}

async function refuseNewTie(judge: Judge, entity: EntityModel, name: string): Promise<void> {
  const { account, isLookAlike } = await find(judge, name);
  if (account && !mayManage(judge.holder, account)) throw tieRefusal(entity, 'account.tie.not-yours', name);
  if (isLookAlike) throw tieRefusal(entity, 'account.name.look-alike', name);
  if (!account && mixesScripts(name)) throw tieRefusal(entity, 'account.name.scripts', name);
}

const find = ({ accounts, session }: Judge, name: string): ReturnType<Accounts['find']> =>
  name === '' ? Promise.resolve({ isLookAlike: false }) : accounts.find(session, name);
/** Refuses, after the write, to lock out the last person who could restore access for others. */
export async function refuseLastKeptOut(
  judge: Judge,
  { ofUser }: EntityModel,
  { after }: TieChange,
): Promise<void> {
  if (!ofUser?.active || after?.[ofUser.active] !== false) return;
  const { account } = await find(judge, nameIn(after, ofUser.by));
  if (account) await refuseLast(judge.session, judge.holder.model, account);
}

/** Refuses a new account whose name equals or resembles an existing one. */
export async function refuseNameTaken(judge: Judge, entity: EntityModel, name: string): Promise<void> {
  const { account, isLookAlike } = await find(judge, name);
  const issue = { path: '/UserName', level: 'error', params: { value: name } } as const;
  const message = account
    ? 'user.name.unique'
    : isLookAlike
      ? 'account.name.look-alike'
      : mixesScripts(name)
        ? 'account.name.scripts'
        : undefined;
  if (message) throw refusals.invalid({ issues: [{ ...issue, rule: message, message }], entity: entity.id });
}

/** The field of this entity's records that holds a user name. */
export function userNameField(entity: EntityModel): string | undefined {
  return entity.id === accountEntity ? 'UserName' : entity.ofUser?.by;
}

/** Whether writing these fields can link or unlink an account or change what is said about its person. */
export function concernsTie({ ofUser }: EntityModel, fields: DataRecord): boolean {
  if (!ofUser) return false;
  return [ofUser.by, ofUser.active, ...ofUser.fields].some(
    (name) => name !== undefined && Object.hasOwn(fields, name),
  );
}

function tieRefusal(entity: EntityModel, key: string, value: string): Refusal {
  const by = entity.ofUser?.by ?? '';
  const at = entity.unique.find(({ fields }) => fields.includes(by))?.at ?? by;
  const issue = { rule: key, path: `/${at}`, level: 'error', message: key, params: { value } } as const;
  return refusals.invalid({ issues: [issue], entity: entity.id });
}

const nameIn = (record: DataRecord | undefined, by: string): string => String(record?.[by] ?? '');

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
