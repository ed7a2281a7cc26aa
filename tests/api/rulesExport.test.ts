/** All rules of a product as one text. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appStores } from './support/startApp.ts';
import { type Parameters, type Stored, startParameters, terms } from './support/startParameters.ts';

for (const kind of appStores) {
  describe(`the rules of a product as a text, ${kind} store`, () => {
    let setup: Parameters;

    beforeAll(async () => {
      setup = await startParameters(kind);
    });

    /** A product with rules at every possible place. */
    async function start() {
      const { admin } = setup;
      const product = await setup.newProduct();
      const at = `/product/${product.Id}`;
      const term = (await setup.create(terms(), { of: product })).body as Stored;
      const make = async (path: string, body: object): Promise<Stored> =>
        (await admin('POST', path, body)).body;
      const item = await make('/product/coverageitem', { ProductId: product.Id, Name: 'Engine' });
      const gold = await make('/product/plan', { ProductId: product.Id, Name: 'Gold' });
      await make('/product/plan', { ProductId: product.Id, Name: 'Plain' });
      const rule = (months: number) => `${term.SourceName} <= ${months}`;
      const put = (path: string, text: string) =>
        admin('PUT', `${path}/eligibilityrule`, { EligibilityRule: text });
      const answers = [
        await put(at, `${rule(36)} and ${term.SourceName} > 1000`),
        await put(`${at}/plan/${gold.Id}`, rule(24)),
        await put(`${at}/coverageItem/${item.Id}`, rule(12)),
      ];
      const option = (path: string, months: number) =>
        admin('POST', `${path}/option`, { Parameter1Id: term.Id, OptionRuleText: rule(months) });
      answers.push(await option(at, 35), await option(`${at}/plan/${gold.Id}`, 23));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201]);
      return { product, term, rule, file: `${at}/rules/export` };
    }

    it('C-367 the rules come as a text named after product name, code, version and subversion', async () => {
      const { product, term, rule, file } = await start();
      const { status, body, headers } = await setup.viewer('GET', file);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const { Name, Code, Version, Subversion } = product;
      expect(headers.get('content-disposition')).toContain(
        `attachment; filename="${Name}-${Code}-${Version}-${Subversion}.txt"`,
      );
      const headings = [
        `Rules of ${Name}`,
        `Product: ${Name}`,
        `  ${rule(36)} and ${term.SourceName} > 1000`,
        `Option: ${term.Name}`,
        `  ${rule(35)}`,
        'Coverage Item: Engine',
        `  ${rule(12)}`,
        'Plan: Gold',
        `  ${rule(24)}`,
        `Option: ${term.Name}`,
        `  ${rule(23)}`,
      ];
      const lines = String(body).split('\n');
      expect(lines.filter((line) => headings.includes(line))).toEqual(headings);
      expect(lines).toContain(`  - ${term.Name} is more than 1,000`);
      expect(lines).not.toContain('Plan: Plain');
    });

    it('C-367 in French for French readers, and without what a person may not see', async () => {
      const { term, file } = await start();
      const french = await setup.viewer('GET', file, undefined, { 'accept-language': 'fr-CA' });
      expect(french.body).toContain('Règles de Parameters');
      expect(french.body).toContain(`En mots simples\u00a0:\n  ${term.Name}`);
      expect((await setup.profiles('GET', file)).status).toBe(403);
      const nothing = await setup.newProduct();
      const { body } = await setup.viewer('GET', `/product/${nothing.Id}/rules/export`);
      expect(body).toContain('This product has no rules.');
      const nobodys = '/product/01900f99-0000-7000-8000-00000000000f/rules/export';
      expect((await setup.viewer('GET', nobodys)).status).toBe(404);
    });
  });
}
