/** What a good engineer would write by hand for products alone on PostgreSQL: Hono, pg, prepared statements. */
import { createHash, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import pg from 'pg';

type Row = Record<string, unknown>;

const references = ['brand', 'underwriter', 'product-type', 'product-group'] as const;
const columnOf = (entity: string) =>
  `${entity.replace(/(^|-)(\w)/g, (_, __, c: string) => c.toUpperCase())}Id`;

const select = `select p.*, b."Name" "BrandName", b."Code" "BrandCode", u."Name" "UnderwriterName", t."Name" "TypeName",
  t."DisplayName" "TypeDisplayName", t."ProductTypeCategoryId" "TypeCategory", g."Name" "GroupName",
  g."BrandId" "GroupBrandId", gb."Name" "GroupBrandName", gb."Code" "GroupBrandCode"
  from product p join brand b on b."Id" = p."BrandId" join underwriter u on u."Id" = p."UnderwriterId"
  join "product-type" t on t."Id" = p."ProductTypeId" left join "product-group" g on g."Id" = p."ProductGroupId"
  left join brand gb on gb."Id" = g."BrandId"`;

const sessionSql = `select s."ExpiresAt", u."UserName", u."IsActive" from hand_session s join hand_user u on u."Id" = s."UserId" where s."TokenHash" = $1`;
const reportSql = `select left(p."EffectiveDate", 7) as month, d."TradingName" as dealer, sum(p."PriorPPR")::float8, sum(p."ForecastedPPR")::float8
  from "profit-per-retail" p left join dealer d on d."Id" = p."DealerId" where not p."IsDeleted" group by 1, 2 order by 1 desc, 2 limit 1000`;

const writable = [
  'BrandId',
  'UnderwriterId',
  'ProductTypeId',
  'ProductGroupId',
  'Code',
  'Description',
  'EndDate',
];
const editable = [
  ...writable,
  'Name',
  'Version',
  'IsPromotion',
  'IsStackable',
  'LaunchDate',
  'QuoteExpiryInDays',
];
const required = ['Name', 'Code', 'Version', 'Description', 'BrandId', 'UnderwriterId', 'ProductTypeId'];

/** The server, over tables of its own in `url`, filled from those of `from`, a schema of the same database. */
export async function createHandPostgres(url: string, from: string, token: string) {
  const types = {
    getTypeParser: (oid: number) => (oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid)),
  };
  const pool = new pg.Pool({ connectionString: url, max: 10, types: types as never });
  await fill(pool, from, token);
  const columns = (await pool.query('select * from product limit 0')).fields.map(({ name }) => name);
  const names = new Map<string, string>();
  const ask = async (
    client: pg.Pool | pg.PoolClient,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const name = names.get(text) ?? `h${names.size}`;
    names.set(text, name);
    return (await client.query({ name, text, values })).rows;
  };
  // Counting all rows again for each page would cost more than the page; a write makes it count again.
  const totals = new Map<string, number>();

  const list = async (query: URLSearchParams) => {
    const text = query.get('FilterValue');
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 10)];
    if (!(page >= 1) || !(size >= 1 && size <= 1000)) return undefined;
    const values = text === null ? [] : [`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`];
    const where = text === null ? '' : `where lower(p."Name") like $1`;
    const key = JSON.stringify(values);
    const counting =
      text === null
        ? 'select count(*) n from product p'
        : `select count(*) n from (select 1 from product p ${where} limit 10001) c`;
    const total = totals.get(key) ?? Number((await ask(pool, counting, values))[0]?.n);
    totals.set(key, total);
    const order = `order by p."LaunchDate" desc nulls last, p."Id" desc`;
    const rows = await ask(
      pool,
      `${select.replace('from product p', `from (select * from product p ${where} ${order} limit ${size} offset $${values.length + 1}) p`)} ${order}`,
      [...values, (page - 1) * size],
    );
    return { Items: rows.map(answerOf), TotalItems: Math.min(total, text === null ? total : 10_000) };
  };

  const errorsOf = (body: Row, stored: Row): { Key: string; Value: string }[] => {
    const next: Row = { ...stored, ...body };
    const missing = required.filter((name) => typeof next[name] !== 'string' || next[name] === '');
    const errors = missing.map((Key) => ({ Key, Value: `${Key} is required.` }));
    for (const name of ['IsPromotion', 'IsStackable'])
      if (body[name] !== undefined && typeof body[name] !== 'boolean')
        errors.push({ Key: name, Value: 'Yes or no.' });
    if (next.EndDate && String(next.EndDate) <= String(next.LaunchDate))
      errors.push({ Key: 'EndDate', Value: 'Must be after launch.' });
    return errors;
  };

  const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
  const note = (
    client: pg.PoolClient,
    id: unknown,
    changed: readonly (readonly [string, unknown, unknown])[],
    user: string,
  ) =>
    ask(
      client,
      'insert into hand_history select gen_random_uuid(), $1, f, b, a, now(), $2 from unnest($3::text[], $4::text[], $5::text[]) as c(f, b, a)',
      [
        id,
        user,
        changed.map(([name]) => name),
        ...[1, 2].map((at) => changed.map((one) => JSON.stringify(one[at] ?? null))),
      ],
    );
  const save = (body: Row, user: string) =>
    inTransaction(async (client) => {
      const [stored] = await ask(client, `${select} where p."Id" = $1 for update of p`, [body.Id]);
      if (!stored) return { status: 404 as const, body: { Message: 'No such record.' } };
      if (body.Revision !== undefined && body.Revision !== stored.Revision)
        return { status: 409 as const, body: { Message: 'Changed.', Current: answerOf(stored) } };
      const errors = errorsOf(body, stored);
      if (errors.length > 0) return { status: 422 as const, body: { ValidationErrors: errors } };
      const changed = editable.filter((name) => body[name] !== undefined && body[name] !== stored[name]);
      const sets = changed.map((name, at) => `"${name}" = $${at + 3}`).join(', ');
      if (changed.length > 0) {
        const text = `update product set ${sets}, "Revision" = "Revision" + 1, "ModifiedDate" = now()::text where "Id" = $1 and "Revision" = $2`;
        await ask(client, text, [body.Id, stored.Revision, ...changed.map((name) => body[name])]);
        await note(
          client,
          body.Id,
          changed.map((name) => [name, stored[name], body[name]] as const),
          user,
        );
        totals.clear();
      }
      const written = Object.fromEntries(changed.map((name) => [name, body[name]]));
      return {
        status: 200 as const,
        body: answerOf({ ...stored, ...written, Revision: Number(stored.Revision) + 1 }),
      };
    });
  const create = (body: Row, user: string) =>
    inTransaction(async (client) => {
      const errors = errorsOf(body, {});
      const taken = await ask(
        client,
        'select 1 from product where lower("Code") = lower($1) and lower("Version") = lower($2) limit 1',
        [body.Code, body.Version],
      );
      if (taken.length > 0) errors.push({ Key: 'Code', Value: 'Taken.' });
      for (const entity of references) {
        const id = body[columnOf(entity)];
        if (id && (await ask(client, `select 1 from "${entity}" where "Id" = $1`, [id])).length === 0)
          errors.push({ Key: columnOf(entity), Value: 'No such record.' });
      }
      if (errors.length > 0) return { status: 422 as const, body: { ValidationErrors: errors } };
      const record: Row = { ...body, Id: randomUUID(), Revision: 1, ProductStateTypeId: 1, CreatedBy: user };
      const used = columns.filter((name) => record[name] !== undefined);
      await ask(
        client,
        `insert into product (${used.map((name) => `"${name}"`).join(', ')}) values (${used.map((_, at) => `$${at + 1}`).join(', ')})`,
        used.map((name) => (typeof record[name] === 'object' ? JSON.stringify(record[name]) : record[name])),
      );
      await note(client, record.Id, [['', null, null]], user);
      totals.clear();
      const [row] = await ask(client, `${select} where p."Id" = $1`, [record.Id]);
      return { status: 200 as const, body: answerOf(row as Row) };
    });

  const app = new Hono<{ Variables: { user: string } }>();
  app.use(compress(), requestId(), secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }));
  app.use('/api/*', async (context, next) => {
    const sent = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    const [session] = await ask(pool, sessionSql, [digest(sent)]);
    if (!session?.IsActive || String(session.ExpiresAt) < new Date().toISOString())
      return context.json({ Message: 'Sign in.' }, 401);
    context.set('user', String(session.UserName));
    await next();
    context.header('cache-control', 'no-store');
  });
  app.get('/api/product', async (context) => {
    const found = await list(new URL(context.req.url).searchParams);
    return found ? context.json(found) : context.json({ Message: 'page' }, 400);
  });
  app.get('/api/product/:id', async (context) => {
    const [row] = await ask(pool, `${select} where p."Id" = $1`, [context.req.param('id')]);
    return row ? context.json(answerOf(row)) : context.json({ Message: 'No such record.' }, 404);
  });
  app.put('/api/product', async (context) => {
    const { status, body } = await save(await context.req.json(), context.get('user'));
    return context.json(body, status);
  });
  app.post('/api/product', async (context) => {
    const { status, body } = await create(await context.req.json(), context.get('user'));
    return context.json(body, status);
  });
  app.post('/api/report/query', async (context) => {
    const { rows } = await pool.query({ name: 'report', text: reportSql, rowMode: 'array' });
    return context.json({ Rows: rows, TotalItems: rows.length });
  });
  return { app: app as unknown as Hono, close: () => pool.end() };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function answerOf(row: Row): Row {
  const { BrandName, BrandCode, UnderwriterName, TypeName, TypeDisplayName, TypeCategory, ...rest } = row;
  const { GroupName, GroupBrandId, GroupBrandName, GroupBrandCode, ...own } = rest;
  const answer: Row = {};
  for (const name in own) if (own[name] !== null) answer[name] = own[name];
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
  return answer;
}

async function fill(pool: pg.Pool, from: string, token: string): Promise<void> {
  const copied = [...references, 'dealer', 'profit-per-retail', 'product'];
  for (const entity of copied) {
    const { rows } = await pool.query(
      `select column_name from information_schema.columns where table_schema = $1 and table_name = $2 and column_name !~ '~|^[$_]'`,
      [from, entity],
    );
    const columns = rows.map(({ column_name }) => `"${column_name}"`).join(', ');
    await pool.query(
      `create table "${entity}" as select ${columns} from ${from}."${entity}"; alter table "${entity}" add primary key ("Id")`,
    );
  }
  await pool.query(`create index on product ("LaunchDate" desc nulls last, "Id" desc); create index on product (lower("Code"), lower("Version"));
    create table hand_user ("Id" text primary key, "UserName" text, "IsActive" boolean);
    create table hand_session ("Id" text primary key, "TokenHash" text unique, "UserId" text, "ExpiresAt" text);
    create table hand_history (id uuid primary key, record text, field text, before text, after text, at timestamptz, by text);
    create index on hand_history (record);
    insert into hand_user values ('u', 'admin', true); insert into hand_session values ('s', '${digest(token)}', 'u', '2099-01-01'); analyze`);
}
