import { it } from 'vitest';
import pg from 'pg';
import { startApp } from './support/startApp.ts';
it('times', async () => {
  const app = await startApp({ store: 'postgres' });
  const admin = await app.as('admin');
  const id = async (e: string) => String((await app.store.find({ entity: e, page: { number: 1, size: 1 } })).items[0]?.Id);
  const paths = [`/product/${await id('product')}`, `/product/${await id('product')}?include=`, `/profile/dealer/${await id('dealer')}`, '/product?page=1&pageSize=10', '/productrelationship?page=1&pageSize=10', '/product/parameter?page=1&pageSize=10'];
  const real = pg.Client.prototype.query;
  let all: any[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) { if (/^(with|select "t")/.test(args[0]?.text ?? '')) all.push([this, args[0]]); return (real as any).apply(this, args); } as never;
  for (const p of paths) {
    all = [];
    await admin('GET', p);
    const [client, q] = all.sort((a, b) => b[1].text.length - a[1].text.length)[0];
    const run = (o: any) => (real as any).call(client, o);
    for (const set of ['set jit = off', 'set join_collapse_limit = 1', 'set plan_cache_mode = force_generic_plan', 'set join_collapse_limit = 8']) {
      await run(set);
      const name = 'x' + Math.random();
      const times: number[] = [];
      for (let n = 0; n < 25; n++) { const b = performance.now(); await run({ text: q.text, values: q.values, name, rowMode: 'array' }); times.push(performance.now() - b); }
      const un: number[] = [];
      for (let n = 0; n < 8; n++) { const b = performance.now(); await run({ text: q.text, values: q.values, rowMode: 'array' }); un.push(performance.now() - b); }
      const ex = (await run({ text: 'explain (analyze, timing off) ' + q.text, values: q.values, rowMode: 'array' })).rows.map(String);
      const srt = times.sort((a, b) => a - b);
      console.log(p.slice(0, 30), set.padEnd(44), 'named best', srt[0]!.toFixed(1), srt[5]!.toFixed(1), 'unnamed best', Math.min(...un).toFixed(1), ex.slice(-2).join(' '));
    }
    await run('set plan_cache_mode = auto');
  }
  await app.store.close();
});
