/** An account as a SCIM user, and what a SCIM user says about an account. */
import type { DataRecord, Model } from '#engine';
import { formatMessage } from '#engine';
import { rolesOf } from '../operations/rightsOver.ts';
import { isTrue } from './scimFilter.ts';
import { scimRefusals } from './scimRefusals.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Values by attribute path, in lower case and without schema; null: none. */
export type Attributes = Map<string, unknown>;

const path =
  /^(?:urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:user:?)?([a-z$][\w$-]*)?(\[[^\]]{0,200}\])?(?:\.([a-z$][\w$-]*))?$/i;
const otherSchema = /^urn:[\w:.-]{1,200}$/i;

/** Adds the values of an attribute and of what is in it; attributes of other schemas are ignored. */
export function collect(into: Attributes, name: string, value: unknown): void {
  const found = path.exec(name);
  if (!found) {
    if (otherSchema.test(name)) return;
    throw scimRefusals.path({ params: { value: name.slice(0, 60) } });
  }
  const [, head = '', filter = '', sub] = found;
  // Of several addresses, the account has the one for work.
  if (filter && /^emails$/i.test(head) && /type|primary/i.test(filter) && !/work|true/i.test(filter)) return;
  const key = [head, ...(sub ? [sub] : [])]
    .filter((part) => part !== '')
    .join('.')
    .toLowerCase();
  if (head.toLowerCase() === 'emails' && !sub) return void into.set('emails.value', addressIn(value));
  if (key === 'emails.value') return void into.set(key, value ?? null);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const prefix = key === '' ? '' : `${key}.`;
    for (const [member, inner] of Object.entries(value)) collect(into, prefix + member, inner);
    return;
  }
  if (key !== '') into.set(key, value ?? null);
}

/** The primary address of a list, or the one for work, or the first. */
function addressIn(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'string') return value ?? null;
  const all = (Array.isArray(value) ? value : [value]).filter(
    (one): one is DataRecord => typeof one === 'object' && one !== null,
  );
  const chosen =
    all.find(({ primary }) => isTrue(primary) === true) ?? all.find(({ type }) => type === 'work') ?? all[0];
  return chosen?.value ?? null;
}

export type Asked = {
  /** Fields that people edit as well. */
  readonly fields: DataRecord;
  /** What only the directory writes. */
  readonly own: DataRecord;
};

/** The change of an account that these attributes ask for. */
export function askedOf(attributes: Attributes, before?: DataRecord): Asked {
  const text = (name: string): string | null | undefined => textOf(attributes, name);
  const fields: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  put(own, 'ExternalId', text('externalid'));
  put(own, 'GivenName', text('name.givenname'));
  put(own, 'FamilyName', text('name.familyname'));
  put(fields, 'UserName', text('username'));
  put(fields, 'Email', text('emails.value'));
  put(fields, 'DisplayName', displayName(attributes, before));
  put(fields, 'Language', languageIn(text('preferredlanguage') ?? text('locale') ?? undefined));
  put(fields, 'SuperiorId', text(attributes.has('manager.value') ? 'manager.value' : 'manager'));
  if (attributes.has('active')) fields.IsActive = flagOf(attributes.get('active'));
  return { fields, own };
}

function put(into: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) into[name] = value;
}

/** A path that was set to nothing counts as set. */
function textOf(attributes: Attributes, name: string): string | null | undefined {
  if (!attributes.has(name)) return undefined;
  const value = attributes.get(name);
  if (value === null || value === '') return null;
  if (typeof value !== 'string') throw scimRefusals.value({ params: { name } });
  return value;
}

function displayName(attributes: Attributes, before?: DataRecord): string | undefined {
  const named = textOf(attributes, 'displayname') ?? textOf(attributes, 'name.formatted');
  if (named) return named;
  const part = (name: string, field: string) =>
    textOf(attributes, name) ?? (before?.[field] as string | undefined);
  const isNamed = attributes.has('name.givenname') || attributes.has('name.familyname');
  const parts = [part('name.givenname', 'GivenName'), part('name.familyname', 'FamilyName')].filter(Boolean);
  if (isNamed && parts.length > 0 && isMadeUp(before)) return parts.join(' ');
  return before ? undefined : (textOf(attributes, 'username') ?? undefined);
}

/** Whether the name follows from the parts that the directory sent, and so changes with them. */
function isMadeUp(before: DataRecord | undefined): boolean {
  if (!before) return true;
  const parts = [before.GivenName, before.FamilyName].filter(Boolean).join(' ');
  return before.DisplayName === parts || before.DisplayName === before.UserName;
}

function flagOf(value: unknown): boolean {
  const flag = isTrue(Array.isArray(value) ? undefined : value);
  if (flag === undefined) throw scimRefusals.value({ params: { name: 'active' } });
  return flag;
}

/** A language that the application has; others leave the account as it is. */
function languageIn(tag: string | undefined): string | undefined {
  if (/^fr\b/i.test(tag ?? '')) return 'fr-CA';
  return /^en\b/i.test(tag ?? '') ? 'en-CA' : undefined;
}

type From = { readonly model: Model; readonly base: string };

const versionOf = ({ Revision }: DataRecord): string => `W/"${Revision}"`;

export function userResource(account: DataRecord, { model, base }: From): DataRecord {
  const { Id, Email, ExternalId, GivenName, FamilyName, SuperiorId } = account;
  const groups = rolesOf(account).filter((role) => model.roles.has(role));
  return {
    schemas: [userSchema, ...(SuperiorId ? [enterpriseSchema] : [])],
    id: Id,
    ...(ExternalId ? { externalId: ExternalId } : {}),
    userName: account.UserName,
    name: {
      formatted: account.DisplayName,
      ...(GivenName ? { givenName: GivenName } : {}),
      ...(FamilyName ? { familyName: FamilyName } : {}),
    },
    displayName: account.DisplayName,
    active: account.IsActive === true,
    ...(Email ? { emails: [{ value: Email, type: 'work', primary: true }] } : {}),
    ...(account.Language ? { preferredLanguage: account.Language } : {}),
    groups: groups.map((role) => ({
      value: role,
      display: groupName(model, role),
      $ref: `${base}/Groups/${encodeURIComponent(role)}`,
      type: 'direct',
    })),
    ...(SuperiorId
      ? { [enterpriseSchema]: { manager: { value: SuperiorId, $ref: `${base}/Users/${SuperiorId}` } } }
      : {}),
    meta: {
      resourceType: 'User',
      created: account.CreatedDate,
      lastModified: account.ModifiedDate,
      location: `${base}/Users/${Id}`,
      version: versionOf(account),
    },
  };
}

/** In one language, no matter who asks: directories find groups by it. */
export const groupName = (model: Model, role: string): string =>
  formatMessage(model, 'en-CA', `role.${role}`);
