/** The filter language of SCIM (RFC 7644, section 3.4.2.2), as conditions on accounts. */
import type { FilterTree } from '#engine';
import { scimRefusals } from './scimRefusals.ts';

/** The fields of an account by the names of their attributes, in lower case. */
const fields: Readonly<Record<string, string>> = {
  id: 'Id',
  username: 'UserName',
  externalid: 'ExternalId',
  displayname: 'DisplayName',
  'name.formatted': 'DisplayName',
  'name.givenname': 'GivenName',
  'name.familyname': 'FamilyName',
  active: 'IsActive',
  emails: 'Email',
  'emails.value': 'Email',
  'meta.created': 'CreatedDate',
  'meta.lastmodified': 'ModifiedDate',
};

const operators: Readonly<Record<string, string>> = {
  ...{ eq: 'eq', ne: 'ne', co: 'contains', sw: 'startsWith' },
  ...{ gt: 'gt', ge: 'ge', lt: 'lt', le: 'le' },
};

const ordered = /^(gt|ge|lt|le)$/;
const longest = 2000;
const deepest = 10;
const mostComparisons = 50;
/** A text, a bracket, or a word; the last only where a text is not closed. */
const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+|")/gy;

export const accountField = (attribute: string): string | undefined =>
  fields[attribute.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')];

/** Throws 400 `invalidFilter` for what it cannot read or does not support. */
export function accountFilter(text: string): FilterTree {
  return readFilter(text, accountCondition);
}

/** The display name asked for; lists of groups are filtered by nothing else. */
export function groupFilter(text: string): (group: Readonly<Record<string, string>>) => boolean {
  const tree = readFilter(text, (attribute, operator, value) => {
    const name = { id: 'id', displayname: 'displayName', externalid: 'externalId' }[attribute.toLowerCase()];
    if (!name || typeof value !== 'string' || !/^(eq|ne|co|sw)$/.test(operator)) throw bad(attribute);
    return compare(name, operators[operator] as string, value);
  });
  return (group) => holds(tree, group);
}

function holds(tree: FilterTree, group: Readonly<Record<string, string>>): boolean {
  if (tree.kind === 'constant') return tree.value;
  if (tree.kind === 'not') return !holds(tree.of, group);
  if (tree.kind !== 'compare')
    return tree.kind === 'and'
      ? tree.of.every((part) => holds(part, group))
      : tree.of.some((part) => holds(part, group));
  const [own, wanted] = [(group[tree.path] ?? '').toLowerCase(), String(tree.value).toLowerCase()];
  if (tree.operator === 'contains') return own.includes(wanted);
  if (tree.operator === 'startsWith') return own.startsWith(wanted);
  return (own === wanted) === (tree.operator === 'eq');
}

type Condition = (attribute: string, operator: string, value: unknown) => FilterTree;

function readFilter(text: string, condition: Condition): FilterTree {
  if (text.length > longest) throw bad(text);
  const tokens = [...text.trimEnd().matchAll(token)].map(([, word]) => word as string);
  const reader = new Reader(tokens, condition);
  const tree = reader.either(0);
  if (!reader.isAtEnd || tokens.join('').length !== withoutBlanks(text)) throw bad(text);
  return tree;
}

/** Characters outside texts that are not blanks, and all those of texts. */
function withoutBlanks(text: string): number {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '').length;
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #condition: Condition;
  #at = 0;
  #comparisons = 0;

  constructor(tokens: readonly string[], condition: Condition) {
    this.#tokens = tokens;
    this.#condition = condition;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  either(depth: number, prefix = ''): FilterTree {
    if (depth > deepest) throw bad('(');
    const of = [this.#both(depth, prefix)];
    while (this.#takes('or')) of.push(this.#both(depth, prefix));
    return of.length === 1 ? (of[0] as FilterTree) : { kind: 'or', of };
  }

  #both(depth: number, prefix: string): FilterTree {
    const of = [this.#one(depth, prefix)];
    while (this.#takes('and')) of.push(this.#one(depth, prefix));
    return of.length === 1 ? (of[0] as FilterTree) : { kind: 'and', of };
  }

  #one(depth: number, prefix: string): FilterTree {
    if (this.#takes('not')) {
      if (this.#tokens[this.#at] !== '(') throw bad('not');
      return { kind: 'not', of: this.#one(depth, prefix) };
    }
    if (this.#takes('(')) return this.#closed(')', depth, prefix);
    const attribute = prefix + this.#next();
    if (this.#takes('[')) return this.#closed(']', depth, `${attribute}.`);
    return this.#comparison(attribute);
  }

  #closed(bracket: string, depth: number, prefix: string): FilterTree {
    const tree = this.either(depth + 1, prefix);
    if (!this.#takes(bracket)) throw bad(bracket);
    return tree;
  }

  #comparison(attribute: string): FilterTree {
    this.#comparisons += 1;
    if (this.#comparisons > mostComparisons) throw bad(attribute);
    const operator = this.#next().toLowerCase();
    if (operator === 'pr') return this.#condition(attribute, 'pr', null);
    if (!Object.hasOwn(operators, operator)) throw bad(operator);
    return this.#condition(attribute, operator, readValue(this.#next()));
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const word = this.#tokens[this.#at];
    if (word === undefined) throw bad('');
    this.#at += 1;
    return word;
  }
}

function readValue(word: string): unknown {
  try {
    return JSON.parse(/^(true|false|null)$/i.test(word) ? word.toLowerCase() : word);
  } catch {
    throw bad(word);
  }
}

function accountCondition(attribute: string, operator: string, value: unknown): FilterTree {
  // Every account has one address, for work.
  if (/^emails\.type$/i.test(attribute)) return constant(operator === 'eq' && value === 'work');
  if (/^emails\.primary$/i.test(attribute)) return constant(operator === 'eq' && isTrue(value) === true);
  const field = accountField(attribute);
  if (!field) throw bad(attribute);
  if (operator === 'pr') return { kind: 'not', of: compare(field, 'eq', null) };
  return compare(field, operators[operator] as string, fitted(field, operator, value));
}

/** A value of the type of its field; what cannot be compared is refused rather than never found. */
function fitted(field: string, operator: string, value: unknown): unknown {
  if (value === null && /^(eq|ne)$/.test(operator)) return value;
  const isDate = /Date$/.test(field);
  if (ordered.test(operator) !== isDate && (isDate || ordered.test(operator))) throw bad(operator);
  if (field === 'IsActive') {
    const flag = isTrue(value);
    if (flag === undefined || !/^(eq|ne)$/.test(operator)) throw bad(String(value));
    return flag;
  }
  if (typeof value !== 'string') throw bad(String(value));
  if (field === 'Id' && !/^(eq|ne)$/.test(operator)) throw bad(operator);
  if (!isDate) return value;
  if (!/^\d{4}-\d\d-\d\dT/.test(value) || Number.isNaN(Date.parse(value))) throw bad(value);
  return new Date(value).toISOString();
}

/** Directories send flags as texts too. */
export function isTrue(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return { true: true, false: false }[String(value).toLowerCase()];
}

const compare = (path: string, operator: string, value: unknown): FilterTree =>
  ({ kind: 'compare', path, operator, value }) as FilterTree;

const constant = (value: boolean): FilterTree => ({ kind: 'constant', value });

const bad = (value: string) => scimRefusals.filter({ params: { value: value.slice(0, 60) } });
