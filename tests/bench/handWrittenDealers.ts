/** What a good engineer would write by hand for the search of dealers alone: Hono, better-sqlite3, prepared statements. */
import { createHash } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { Sqlite } from '../../server/store/sqlite/driver.ts';

type Row = Record<string, unknown>;
const columns = [
  ...['Id', 'Revision', 'TradingName', 'LegalName', 'AccountFriendlyId'],
  ...['City', 'Province', 'ProfileStatusId'],
];
const texts = new Set(['TradingName', 'LegalName', 'AccountFriendlyId', 'City']);
const token = 'hand';

export type HandDealers = { readonly app: Hono; readonly token: string; readonly close: () => void };

/** Over a database of its own with the same dealers. */
export function createHandDealers(file: string, dealers: readonly Row[]): HandDealers {
  const db = new Sqlite(file);
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'cache_size = -65536']) db.pragma(pragma);
  fill(db, dealers);
  const session = db.prepare(
    'SELECT s.ExpiresAt, u.UserName, u.IsActive FROM session s JOIN user u ON u.Id = s.UserId WHERE s.TokenHash = ?',
  );
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const app = new Hono();
  app.use(compress(), requestId(), secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }));
  app.use('/api/*', async (context, next) => {
    const given = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    const found = session.get(createHash('sha256').update(given).digest('hex')) as Row | undefined;
    if (found?.IsActive !== 1 || String(found.ExpiresAt) < new Date().toISOString())
      return context.json({ Message: 'Sign in.' }, 401);
    await next();
    return context.header('cache-control', 'no-store');
  });
  app.get('/api/profile/dealer', (context) => {
    const query = new URL(context.req.url).searchParams;
    const asked = clausesOf(query);
    if (!asked) return context.json({ Message: 'What is that?' }, 400);
    const { where, values, order } = asked;
    const size = Number(query.get('pageSize') ?? 10);
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    const { n } = prepare(`SELECT count(*) n FROM dealer ${where}`).get(...values) as { n: number };
    const rows = prepare(
      `SELECT ${columns.join(', ')} FROM dealer ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ).all(...values, size, from);
    return context.json({ Items: rows, TotalItems: n });
  });
  return { app, token, close: () => db.close() };
}

function clausesOf(query: URLSearchParams) {
  const [operators, values] = [query.getAll('FilterOperator'), query.getAll('FilterValue')];
  const parts: string[] = [];
  const bound: unknown[] = [];
  for (const [at, property] of query.getAll('FilterProperty').entries()) {
    const [operator, value = ''] = [operators[at], values[at]];
    if (!columns.includes(property) || (operator !== 'eq' && operator !== 'contains')) return undefined;
    const nocase = texts.has(property) ? ' COLLATE NOCASE' : '';
    parts.push(operator === 'eq' ? `${property} = ?${nocase}` : `${property} LIKE ? ESCAPE '\\'`);
    bound.push(operator === 'eq' ? value : `%${value.replace(/[\\%_]/g, '\\$&')}%`);
  }
  const sort = query.get('sortFields') ?? 'TradingName';
  if (!texts.has(sort)) return undefined;
  const where = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  return { where, values: bound, order: `${sort} COLLATE NOCASE, Id` };
}

function fill(db: InstanceType<typeof Sqlite>, dealers: readonly Row[]): void {
  db.exec(`CREATE TABLE user (Id TEXT PRIMARY KEY, UserName TEXT, IsActive INTEGER);
    CREATE TABLE session (Id TEXT PRIMARY KEY, TokenHash TEXT UNIQUE, UserId TEXT, ExpiresAt TEXT);
    CREATE TABLE dealer (${columns.map((name) => (name === 'Id' ? 'Id TEXT PRIMARY KEY' : name)).join(', ')});`);
  const hash = createHash('sha256').update(token).digest('hex');
  db.prepare('INSERT INTO user VALUES (?, ?, 1)').run('u', 'admin');
  db.prepare('INSERT INTO session VALUES (?, ?, ?, ?)').run('s', hash, 'u', '2099-01-01');
  const insert = db.prepare(`INSERT INTO dealer VALUES (${columns.map(() => '?').join(', ')})`);
  db.transaction(() => {
    for (const dealer of dealers) insert.run(...columns.map((name) => dealer[name] ?? null));
  })();
  for (const name of texts) db.exec(`CREATE INDEX dealer_${name} ON dealer (${name} COLLATE NOCASE, Id)`);
  db.exec('ANALYZE');
}
