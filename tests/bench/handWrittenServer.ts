/** What a good engineer would write by hand for products alone: Hono, better-sqlite3, prepared statements. */
import { createHash, randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { Sqlite } from '../../server/store/sqlite/driver.ts';

export type Row = Record<string, unknown>;
export type HandData = Readonly<
  Record<'brand' | 'underwriter' | 'product-type' | 'product-group', readonly Row[]>
> & {
  /** Piece by piece: with many columns they would fill the memory. */
  readonly product: AsyncIterable<readonly Row[]>;
  readonly states: readonly { Id: number; Name: string; DisplayName: string }[];
  readonly token: string;
  readonly columns: readonly { name: string; kind: 'text' | 'number' | 'boolean' | 'json' }[];
};

const sortable: Readonly<Record<string, string>> = {
  LaunchDate: 'p.LaunchDate',
  Name: 'p.Name COLLATE NOCASE',
  Id: 'p.Id',
  Code: 'p.Code COLLATE NOCASE',
};
const quoteExpiries = new Set([1, 7, 14, 30, 60, 90, 120]);
const pageLimit = 1000;

/** The server and its database. */
export async function createHandWritten(
  file: string,
  data: HandData,
): Promise<{ readonly app: Hono; readonly close: () => void }> {
  const db = new Sqlite(file);
  for (const pragma of [
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
    'cache_size = -65536',
    'temp_store = memory',
  ])
    db.pragma(pragma);
  await fill(db, data);
  const from = `FROM product p JOIN brand b ON b.Id = p.BrandId JOIN underwriter u ON u.Id = p.UnderwriterId
    JOIN product_type t ON t.Id = p.ProductTypeId LEFT JOIN product_group g ON g.Id = p.ProductGroupId LEFT JOIN brand gb ON gb.Id = g.BrandId`;
  const select = `SELECT p.*, b.Name BrandName, b.Code BrandCode, u.Name UnderwriterName, t.Name TypeName, t.DisplayName TypeDisplayName,
    t.ProductTypeCategoryId TypeCategory, g.Name GroupName, g.BrandId GroupBrandId, gb.Name GroupBrandName, gb.Code GroupBrandCode ${from}`;
  const statements = {
    session: db.prepare(
      `SELECT s.ExpiresAt, u.Id, u.UserName, u.Roles, u.IsActive FROM session s JOIN user u ON u.Id = s.UserId WHERE s.TokenHash = ?`,
    ),
    get: db.prepare(`${select} WHERE p.Id = ?`),
    stored: db.prepare('SELECT * FROM product WHERE Id = ?'),
    exists: Object.fromEntries(
      ['brand', 'underwriter', 'product_type', 'product_group'].map((table) => [
        table,
        db.prepare(`SELECT 1 FROM ${table} WHERE Id = ?`),
      ]),
    ),
    twin: db.prepare(
      'SELECT Id FROM product WHERE Code = ? COLLATE NOCASE AND Version = ? COLLATE NOCASE AND Subversion = ? AND Id <> ?',
    ),
    history: db.prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  };
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  // Counting 100,000 rows again for each page would cost more than the page; a write makes it count again.
  const totals = new Map<string, number>();
  const states = new Map(data.states.map((state) => [state.Id, state]));
  const booleans = data.columns.filter(({ kind }) => kind === 'boolean').map(({ name }) => name);
  const lists = data.columns.filter(({ kind }) => kind === 'json').map(({ name }) => name);

  const answerOf = (row: Row): Row => {
    const {
      BrandName,
      BrandCode,
      UnderwriterName,
      TypeName,
      TypeDisplayName,
      TypeCategory,
      GroupName,
      GroupBrandId,
      GroupBrandName,
      GroupBrandCode,
      ...own
    } = row;
    const answer: Row = {};
    for (const name in own) if (own[name] !== null) answer[name] = own[name];
    for (const name of booleans) if (answer[name] !== undefined) answer[name] = answer[name] === 1;
    for (const name of lists)
      if (answer[name] !== undefined) answer[name] = JSON.parse(answer[name] as string);
    answer.Brand = { Id: own.BrandId, Name: BrandName, Code: BrandCode };
    answer.Underwriter = { Id: own.UnderwriterId, Name: UnderwriterName };
    answer.ProductType = {
      Id: own.ProductTypeId,
      Name: TypeName,
      DisplayName: TypeDisplayName,
      ProductTypeCategoryId: TypeCategory,
    };
    if (own.ProductGroupId)
      answer.ProductGroup = {
        Id: own.ProductGroupId,
        Name: GroupName,
        BrandId: GroupBrandId,
        Brand: { Id: GroupBrandId, Name: GroupBrandName, Code: GroupBrandCode },
      };
    const state = states.get(own.ProductStateTypeId as number);
    answer.ProductStateType = state;
    answer.IsReadOnly = state?.Name !== 'InDesign' && state?.Name !== 'InPricing';
    return answer;
  };

  const conditions = (query: URLSearchParams): { where: string; values: unknown[] } | string => {
    const [properties, operators, values] = [
      query.getAll('FilterProperty'),
      query.getAll('FilterOperator'),
      query.getAll('FilterValue'),
    ];
    const parts: string[] = [];
    const bound: unknown[] = [];
    for (const [index, property] of properties.entries()) {
      const [operator, value] = [operators[index], values[index] ?? ''];
      if (property === 'Name' && operator === 'contains')
        parts.push("p.Name LIKE ? ESCAPE '\\'"), bound.push(`%${value.replace(/[\\%_]/g, '\\$&')}%`);
      else if (property === 'BrandId' && operator === 'eq') parts.push('p.BrandId = ?'), bound.push(value);
      else return `${property} ${operator}`;
    }
    return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values: bound };
  };

  const list = (query: URLSearchParams): { items: Row[]; total: number } | string => {
    const found = conditions(query);
    if (typeof found === 'string') return found;
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('pageSize') ?? 10);
    if (!(page >= 1) || !(size >= 0 && size <= pageLimit)) return 'page';
    const directions = query.getAll('sortDirections');
    const order = query
      .getAll('sortFields')
      .map(
        (field, index) =>
          sortable[field] && `${sortable[field]} ${directions[index] === '0' ? 'DESC' : 'ASC'}`,
      );
    if (order.includes(undefined as never)) return 'sort';
    const key = JSON.stringify(found);
    const total =
      totals.get(key) ??
      (prepare(`SELECT count(*) n FROM product p ${found.where}`).get(...found.values) as { n: number }).n;
    totals.set(key, total);
    const rows = prepare(
      `${select} ${found.where} ORDER BY ${[...order, 'p.Id'].join(', ')} LIMIT ? OFFSET ?`,
    ).all(...found.values, size, (page - 1) * size) as Row[];
    return { items: rows.map(answerOf), total };
  };

  const errorsOf = (body: Row, stored: Row, today: string): { Key: string; Value: string }[] => {
    const errors: { Key: string; Value: string }[] = [];
    const next = { ...stored, ...body };
    for (const [name, longest] of [
      ['Name', 256],
      ['Code', 256],
      ['Version', 16],
      ['Description', 4000],
    ] as const) {
      const value = next[name];
      if (typeof value !== 'string' || value.trim() === '')
        errors.push({ Key: name, Value: `${name} is required.` });
      else if (value.length > longest)
        errors.push({ Key: name, Value: `Enter at most ${longest} characters.` });
    }
    for (const [name, table] of [
      ['BrandId', 'brand'],
      ['UnderwriterId', 'underwriter'],
      ['ProductTypeId', 'product_type'],
      ['ProductGroupId', 'product_group'],
    ] as const) {
      if (next[name] === null || next[name] === undefined) {
        if (name !== 'ProductGroupId') errors.push({ Key: name, Value: `${name} is required.` });
      } else if (next[name] !== stored[name] && !statements.exists[table]?.get(next[name]))
        errors.push({ Key: name, Value: 'No such record.' });
    }
    for (const name of ['LaunchDate', 'EndDate'])
      if (next[name] !== null && next[name] !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(next[name])))
        errors.push({ Key: name, Value: 'Enter a date.' });
    for (const name of ['IsPromotion', 'IsStackable'])
      if (body[name] !== undefined && typeof body[name] !== 'boolean')
        errors.push({ Key: name, Value: 'Yes or no.' });
    if (
      next.QuoteExpiryInDays !== stored.QuoteExpiryInDays &&
      !quoteExpiries.has(next.QuoteExpiryInDays as number)
    )
      errors.push({ Key: 'QuoteExpiryInDays', Value: 'Choose from the list.' });
    if (next.EndDate !== stored.EndDate && next.EndDate && String(next.EndDate) <= today)
      errors.push({ Key: 'EndDate', Value: 'Must be in the future.' });
    if (next.EndDate && String(next.EndDate) <= String(next.LaunchDate))
      errors.push({ Key: 'EndDate', Value: 'Must be after launch.' });
    const isMoved = ['Code', 'Version'].some((name) => next[name] !== stored[name]);
    if (isMoved && statements.twin.get(next.Code, next.Version, next.Subversion, next.Id))
      errors.push({ Key: 'Code', Value: 'Taken.' });
    return errors;
  };

  const writable = [
    'BrandId',
    'UnderwriterId',
    'ProductTypeId',
    'ProductGroupId',
    'Code',
    'Description',
    'EndDate',
    'Name',
    'Version',
    'IsPromotion',
    'IsStackable',
    'LaunchDate',
    'QuoteExpiryInDays',
  ];
  const toStore = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
  const save = db.transaction((body: Row, user: string) => {
    const stored = statements.stored.get(body.Id) as Row | undefined;
    if (!stored) return { status: 404 as const, body: { Message: 'No such record.' } };
    if (body.Revision !== undefined && body.Revision !== stored.Revision)
      return {
        status: 409 as const,
        body: { Message: 'Changed.', Current: answerOf(statements.get.get(body.Id) as Row) },
      };
    const state = states.get(stored.ProductStateTypeId as number)?.Name;
    if (state !== 'InDesign' && state !== 'InPricing')
      return { status: 422 as const, body: { Message: 'Read only.' } };
    const now = new Date().toISOString();
    const errors = errorsOf(body, stored, now.slice(0, 10));
    if (errors.length > 0)
      return { status: 422 as const, body: { Message: errors[0]?.Value, ValidationErrors: errors } };
    const changed = writable.filter(
      (name) => body[name] !== undefined && toStore(body[name]) !== stored[name],
    );
    if (changed.length > 0) {
      const sql = `UPDATE product SET ${changed.map((name) => `${name} = ?`).join(', ')}, ModifiedDate = ?, ModifiedBy = ?, Revision = Revision + 1 WHERE Id = ? AND Revision = ?`;
      prepare(sql).run(...changed.map((name) => toStore(body[name])), now, user, body.Id, stored.Revision);
      for (const name of changed)
        statements.history.run(
          randomUUID(),
          'product',
          body.Id,
          name,
          JSON.stringify(stored[name] ?? null),
          JSON.stringify(body[name]),
          now,
          user,
          'update',
        );
      totals.clear();
    }
    return { status: 200 as const, body: answerOf(statements.get.get(body.Id) as Row) };
  });

  const app = new Hono<{ Variables: { user: string; features: Set<string> } }>();
  const features = new Set(['Product.Menu', 'Product.General.Edit']);
  const contentSecurityPolicy = { defaultSrc: ["'self'"] };
  app.use(compress(), requestId(), secureHeaders({ contentSecurityPolicy }));
  app.use('*', async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.use('/api/*', async (context, next) => {
    const token = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1];
    const hash = token && createHash('sha256').update(token).digest('hex');
    const session = hash ? (statements.session.get(hash) as Row | undefined) : undefined;
    if (!session || session.IsActive !== 1 || String(session.ExpiresAt) < new Date().toISOString())
      return context.json({ Message: 'Sign in.' }, 401);
    context.set('user', String(session.UserName));
    context.set('features', features);
    return next();
  });
  app.get('/api/product', (context) => {
    if (!context.get('features').has('Product.Menu')) return context.json({ Message: 'Product.Menu' }, 403);
    const found = list(new URL(context.req.url).searchParams);
    if (typeof found === 'string') return context.json({ Message: `Not known: ${found}` }, 400);
    return context.json({ Items: found.items, TotalItems: found.total });
  });
  app.get('/api/product/:id', (context) => {
    const row = statements.get.get(context.req.param('id')) as Row | undefined;
    return row ? context.json(answerOf(row)) : context.json({ Message: 'No such record.' }, 404);
  });
  app.put('/api/product', async (context) => {
    if (!context.get('features').has('Product.General.Edit'))
      return context.json({ Message: 'Product.General.Edit' }, 403);
    const body = (await context.req.json()) as Row;
    const result = save.immediate(body, context.get('user'));
    return context.json(result.body, result.status);
  });
  return { app: app as unknown as Hono, close: () => db.close() };
}

async function fill(db: Database, data: HandData): Promise<void> {
  const type = { text: 'TEXT', number: 'NUMERIC', boolean: 'INTEGER', json: 'TEXT' };
  db.exec(`
    CREATE TABLE brand (Id TEXT PRIMARY KEY, Name TEXT, Code TEXT);
    CREATE TABLE underwriter (Id TEXT PRIMARY KEY, Name TEXT);
    CREATE TABLE product_type (Id TEXT PRIMARY KEY, Name TEXT, DisplayName TEXT, ProductTypeCategoryId INTEGER);
    CREATE TABLE product_group (Id TEXT PRIMARY KEY, Name TEXT, BrandId TEXT);
    CREATE TABLE user (Id TEXT PRIMARY KEY, UserName TEXT, Roles TEXT, IsActive INTEGER);
    CREATE TABLE session (Id TEXT PRIMARY KEY, TokenHash TEXT UNIQUE, UserId TEXT, ExpiresAt TEXT);
    CREATE TABLE history (Id TEXT PRIMARY KEY, Entity TEXT, RecordId TEXT, Field TEXT, PreviousValue TEXT, CurrentValue TEXT, ChangedAt TEXT, ChangedBy TEXT, Operation TEXT);
    CREATE INDEX history_record ON history (RecordId); CREATE INDEX history_at ON history (ChangedAt);
    CREATE TABLE product (${data.columns.map(({ name, kind }) => `${name} ${type[kind]}${name === 'Id' ? ' PRIMARY KEY' : ''}`).join(', ')});`);
  const insert = (table: string, names: readonly string[], rows: readonly Row[]) => {
    const statement = db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of rows) statement.run(...names.map((name) => storable(row[name])));
  };
  db.transaction(() => {
    insert('brand', ['Id', 'Name', 'Code'], data.brand);
    insert('underwriter', ['Id', 'Name'], data.underwriter);
    insert('product_type', ['Id', 'Name', 'DisplayName', 'ProductTypeCategoryId'], data['product-type']);
    insert('product_group', ['Id', 'Name', 'BrandId'], data['product-group']);
    insert(
      'user',
      ['Id', 'UserName', 'Roles', 'IsActive'],
      [{ Id: 'u', UserName: 'admin', Roles: '["admin"]', IsActive: 1 }],
    );
    const hash = createHash('sha256').update(data.token).digest('hex');
    insert(
      'session',
      ['Id', 'TokenHash', 'UserId', 'ExpiresAt'],
      [{ Id: 's', TokenHash: hash, UserId: 'u', ExpiresAt: '2099-01-01' }],
    );
  })();
  const columns = data.columns.map(({ name }) => name);
  const insertProducts = db.transaction((rows: readonly Row[]) => insert('product', columns, rows));
  for await (const rows of data.product) insertProducts(rows);
  db.exec(`CREATE INDEX product_launch ON product (LaunchDate); CREATE INDEX product_name ON product (Name COLLATE NOCASE);
    CREATE INDEX product_brand ON product (BrandId); CREATE UNIQUE INDEX product_code ON product (Code COLLATE NOCASE, Version COLLATE NOCASE, Subversion); ANALYZE;`);
}

function storable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}
