/** What a good engineer would write by hand for the prices of one product: Hono, better-sqlite3, the formula in JavaScript. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { DataRecord } from '#engine';
import { Sqlite } from '../../server/store/sqlite/driver.ts';

type Sold = {
  readonly product: DataRecord;
  readonly plans: readonly DataRecord[];
  readonly buckets: readonly DataRecord[];
};

const terms = [12, 24, 36, 48, 60, 72, 84];
const classes = ['A', 'B', 'C', 'D', 'E', 'F'];
const base = new Map(
  terms.flatMap((term, row) =>
    classes.map((name, column) => [`${term} ${name}`, 149 + 46 * row + 18 * column] as const),
  ),
);
const reserves: Readonly<Record<string, number>> = { Gold: 0.45, Silver: 0.32, Bronze: 0.2 };
const texts = {
  base: "$table('Base')",
  reserve: "$base * ($plan = 'Gold' ? 0.45 : $plan = 'Silver' ? 0.32 : 0.2)",
  administration: '25',
  commission: '($base + $reserve) * 0.1',
};
const codes = {
  base: 'DealerCost',
  reserve: 'Reserve',
  administration: 'Administration',
  commission: 'Commission',
};
const steps = Object.keys(texts) as (keyof typeof texts)[];
const rounded = (value: number): number => Math.round(value * 100 + 1e-7) / 100;

export function createHandPrices(file: string, sold: Sold) {
  const db = new Sqlite(file);
  db.pragma('journal_mode = wal');
  db.exec(`
    CREATE TABLE product (Id TEXT PRIMARY KEY, Name TEXT);
    CREATE TABLE user (Id TEXT PRIMARY KEY, UserName TEXT, Roles TEXT, IsActive INTEGER);
    CREATE TABLE session (Id TEXT PRIMARY KEY, TokenHash TEXT UNIQUE, UserId TEXT, ExpiresAt TEXT);`);
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
  db.prepare('INSERT INTO product VALUES (?, ?)').run(sold.product.Id, sold.product.Name);
  db.prepare('INSERT INTO user VALUES (?, ?, ?, ?)').run('u', 'admin', '["admin"]', 1);
  db.prepare('INSERT INTO session VALUES (?, ?, ?, ?)').run('s', hashOf('hand'), 'u', '2099-01-01');
  const session = db.prepare(
    'SELECT s.ExpiresAt, u.UserName, u.Roles, u.IsActive FROM session s JOIN user u ON u.Id = s.UserId WHERE s.TokenHash = ?',
  );
  const product = db.prepare('SELECT Id FROM product WHERE Id = ?');
  const planNamed = new Map(sold.plans.map((plan) => [String(plan.SourceName || plan.Name), plan]));
  const bucketCoded = new Map(sold.buckets.map((bucket) => [bucket.Code, bucket]));
  const app = new Hono();
  app.use(compress(), requestId(), secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }));
  app.use('/api/*', async (context, next) => {
    const token = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1];
    const found = token ? (session.get(hashOf(token)) as DataRecord | undefined) : undefined;
    if (found?.IsActive !== 1 || String(found.ExpiresAt) < new Date().toISOString())
      return context.json({ Message: 'Sign in.' }, 401);
    await next();
    context.header('cache-control', 'no-store');
  });
  app.post('/api/pricing/product/:id/calculateprice', async (context) => {
    const Id = context.req.param('id');
    if (!product.get(Id)) return context.json({ Message: 'No such record.' }, 404);
    const { Plan, Values } = (await context.req.json()) as { Plan?: unknown; Values?: DataRecord };
    const plan = planNamed.get(String(Plan));
    const term = Number(Values?.['Policy.TermMonth']);
    const name = String(Values?.['Policy.VehicleClass']);
    const cost = base.get(`${term} ${name}`);
    if (!plan || cost === undefined) return context.json({ Message: 'There is no base rate.' }, 422);
    const reserve = rounded(cost * (reserves[String(Plan)] ?? 0.2));
    const exact = (cost + reserve) * 0.1;
    const amounts = { base: cost, reserve, administration: 25, commission: rounded(exact) };
    return context.json({
      ProductId: Id,
      PlanId: plan.Id,
      Price: rounded(cost + reserve + 25 + amounts.commission),
      IsEligible: true,
      Values: { 'Policy.TermMonth': term, 'Policy.VehicleClass': name, 'Product.Plan': Plan },
      Buckets: steps.map((step) => {
        const bucket = bucketCoded.get(codes[step]);
        return {
          ...{ Id: bucket?.Id, Name: bucket?.Name, Code: codes[step] },
          ...{ IsInPrice: bucket?.IsInPrice, Amount: amounts[step] },
        };
      }),
      Steps: steps.map((step) => ({
        ...{ Name: step, Title: null, Value: String(amounts[step]), Text: texts[step] },
        Bucket: bucketCoded.get(codes[step])?.Name,
        LookUps:
          step === 'base'
            ? [{ Kind: 'table', Name: 'Base', Keys: [String(term), name], Value: String(cost) }]
            : [],
      })),
      Adjustments: [],
    });
  });
  return {
    fetch: (request: Request) => app.fetch(request),
    token: 'hand',
    close: () => db.close(),
  };
}
