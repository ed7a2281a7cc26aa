/** Recipient addresses (`x-mailTo`): only holders of the feature may enter one outside the organization. */
import type { DataRecord, EntityModel, FieldModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import { equals } from './filters.ts';

type Reading = Pick<StoreSession, 'find'>;

/** Refuses an outside address that is new in the record. */
export async function refuseOutside(
  session: Reading,
  features: ReadonlySet<string>,
  entity: EntityModel,
  { before, after }: { readonly before?: DataRecord | undefined; readonly after: DataRecord },
): Promise<void> {
  for (const { name, mailTo } of mailFields(entity)) {
    const value = after[name];
    if (typeof value !== 'string' || value === before?.[name] || features.has(mailTo)) continue;
    if (!(await isOutside(session, value))) continue;
    const params = { value };
    const issue = {
      rule: 'mail.outside',
      path: `/${name}`,
      level: 'error',
      message: 'mail.outside',
      params,
    } as const;
    throw refusals.invalid({ issues: [issue], entity: entity.id });
  }
}

type MailField = FieldModel & { readonly mailTo: string };

export const mailFields = ({ fields }: EntityModel): readonly MailField[] =>
  fields.filter((field): field is MailField => field.mailTo !== undefined);

/** Whether mail to this address leaves the organization; false for text that is not an address. */
export async function isOutside(session: Reading, address: string): Promise<boolean> {
  const domain = domainOf(address);
  if (domain === undefined) return false;
  for (const known of await domainsIn(session))
    if (domain === known || domain.endsWith(`.${known}`)) return false;
  // An active account's confirmed address counts as inside.
  const { items } = await session.find({ entity: 'user', filter: equals('Email', address.trim()) });
  return !items.some(({ IsActive, IsEmailUnconfirmed }) => IsActive === true && IsEmailUnconfirmed !== true);
}

/** Whether the organization's domains are configured. */
export const hasDomains = async (session: Reading): Promise<boolean> => (await domainsIn(session)).length > 0;

async function domainsIn(session: Reading): Promise<readonly string[]> {
  const { items } = await session.find({ entity: 'mail-domain' });
  return items.map(({ Name }) => asciiOf(String(Name)));
}

/** The part after the last @; undefined for a shared folder's path and anything else without one. */
function domainOf(address: string): string | undefined {
  const text = address.trim();
  const at = text.lastIndexOf('@');
  if (at < 0 || text.startsWith('\\\\')) return undefined;
  return asciiOf(text.slice(at + 1));
}

/** As mail servers compare domains: lower case, punycode. Invalid domains are returned unchanged. */
function asciiOf(domain: string): string {
  const text = domain
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[>.\s]+$/u, '');
  return URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`).hostname : text;
}
