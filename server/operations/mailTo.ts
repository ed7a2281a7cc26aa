/** Addresses that letters are sent to (`x-mailTo`): outside the organization only for who holds the feature. */
import type { DataRecord, EntityModel, FieldModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import { equals } from './filters.ts';

type Reading = Pick<StoreSession, 'find'>;

/** Refuses an address outside that is new in the record. */
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

/** Whether somebody outside would get what is sent there; what is no address gets nobody anything. */
export async function isOutside(session: Reading, address: string): Promise<boolean> {
  const domain = domainOf(address);
  if (domain === undefined) return false;
  for (const known of await domainsIn(session))
    if (domain === known || domain.endsWith(`.${known}`)) return false;
  // Whose account has the address is one of ours, as long as it is known to be theirs.
  const { items } = await session.find({ entity: 'user', filter: equals('Email', address.trim()) });
  return !items.some(({ IsActive, IsEmailUnconfirmed }) => IsActive === true && IsEmailUnconfirmed !== true);
}

/** Whether anybody has said yet which domains are the organization's. */
export const hasDomains = async (session: Reading): Promise<boolean> => (await domainsIn(session)).length > 0;

async function domainsIn(session: Reading): Promise<readonly string[]> {
  const { items } = await session.find({ entity: 'mail-domain' });
  return items.map(({ Name }) => asciiOf(String(Name)));
}

/** Behind the last @; undefined for the path of a shared folder, and for what has none. */
function domainOf(address: string): string | undefined {
  const text = address.trim();
  const at = text.lastIndexOf('@');
  if (at < 0 || text.startsWith('\\\\')) return undefined;
  return asciiOf(text.slice(at + 1));
}

/** As mail servers compare it: lower case, letters beyond ASCII in their xn-- form; what is no domain as it stands. */
function asciiOf(domain: string): string {
  const text = domain
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[>.\s]+$/u, '');
  return URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`).hostname : text;
}
