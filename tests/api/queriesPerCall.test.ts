import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { model, startApp } from './support/startApp.ts';

describe.runIf(process.env.STORES === 'postgres')('probe', () => {
  it('counts', async () => {
    const log: string[] = [];
    const real = pg.Client.prototype.query;
    pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
      const t = typeof args[0] === 'string' ? args[0] : args[0]?.text;
      log.push(String(t));
      return (real as any).apply(this, args);
    } as never;
    const began = performance.now();
    const app = await startApp({ store: 'postgres' });
    const admin = await app.as('admin');
    console.log('start', performance.now() - began);
    const out: [number, string, string[]][] = [];
    const count = async (m: string, p: string, b?: unknown) => {
      await admin(m, p, b);
      log.length = 0;
      const a = await admin(m, p, b);
      out.push([log.length, `${m} ${p} ${a.status}`, [...log]]);
      return a;
    };
    for (const route of model.routes) {
      if (route.any || route.through || route.flag) continue;
      if (route.method === 'GET' && route.operation === 'find' && !route.path.includes('{'))
        await count('GET', `${route.path}?page=1&pageSize=10`);
      const names = [...route.path.matchAll(/\{(\w+)\}/g)];
      if (route.method === 'GET' && route.operation === 'get' && names.length === 1 && route.idParameter) {
        const {
          items: [one],
        } = await app.store.find({ entity: route.entity, page: { number: 1, size: 1 } });
        if (!one) {
          out.push([-1, `none ${route.path}`, []]);
          continue;
        }
        await count('GET', route.path.replace(/\{\w+\}/, String(one.Id)));
      }
      if (route.method === 'PUT' && route.operation === 'update' && names.length <= 1) {
        const {
          items: [one],
        } = await app.store.find({ entity: route.entity, page: { number: 1, size: 1 } });
        if (!one) {
          out.push([-1, `none PUT ${route.path}`, []]);
          continue;
        }
        const get = model.routes.find(
          (r) => r.operation === 'get' && r.entity === route.entity && r.idParameter && !r.through && !r.any,
        );
        const rec = get ? (await admin('GET', get.path.replace(/\{\w+\}/, String(one.Id)))).body : one;
        const text = model.entities
          .get(route.entity)!
          .fields.find(
            (f) =>
              f.kind === 'text' &&
              !f.readOnly &&
              f.stored &&
              !/(CreatedBy|ModifiedBy|UserName)/.test(f.name) &&
              typeof rec[f.name] === 'string',
          );
        const p = route.path.replace(/\{\w+\}/, String(one.Id));
        log.length = 0;
        const { Revision, ...body } = rec;
        const a = await admin('PUT', p, { ...body, ...(text ? { [text.name]: `${rec[text.name]} x` } : {}) });
        log.length = 0;
        await admin('GET', '/product?page=1&pageSize=1');
        await new Promise((r) => setTimeout(r, 60));
        log.length = 0;
        const b = await admin('PUT', p, { ...body, ...(text ? { [text.name]: `${rec[text.name]} y` } : {}) });
        out.push([
          log.length,
          `PUT ${p} ${text?.name} ${b.status} ${b.status >= 400 ? JSON.stringify(b.body).slice(0, 300) : ''}`,
          [...log],
        ]);
      }
    }
    out.sort((x, y) => y[0] - x[0]);
    const fs = await import('node:fs');
    fs.writeFileSync(
      '/tmp/scale-counts.txt',
      out.map(([n, p, l]) => `${n} ${p}\n${l.map((t) => '      ' + t.slice(0, 9000)).join('\n')}`).join('\n'),
    );
    fs.writeFileSync('/tmp/scale-short.txt', out.map(([n, p]) => `${n} ${p}`).join('\n'));
    pg.Client.prototype.query = real;
    expect(out.length).toBeGreaterThan(1);
    await app.store.close();
  });
});
