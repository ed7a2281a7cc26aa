/** docs/tutorial.md, built exactly as it says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkDeclarations, type DeclarationFile, parseExpression } from '#engine';
import { declarations, startApp } from './support/startApp.ts';

type Block = { readonly file: string; readonly list?: string; readonly json: unknown };

const page = readFileSync('docs/tutorial.md', 'utf8');
const blocks: readonly Block[] = [...page.matchAll(/^```json (\S+)(?: (\w+))?\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', list, text = '']) => ({ file, list, json: JSON.parse(text) }),
);

/** The shipped declarations with the files of the page, and with what it adds to lists that are there. */
function written(): readonly DeclarationFile[] {
  const files = new Map(declarations.files.map((entry) => [entry.file, entry]));
  for (const { file, list, json } of blocks) {
    const before = files.get(file)?.json as Record<string, unknown[]> | undefined;
    if (list && before)
      files.set(file, {
        file,
        json: { ...before, [list]: [...(before[list] ?? []), ...(json as unknown[])] },
      });
    else files.set(file, { file, json });
  }
  return [...files.values()];
}

describe('the tutorial', () => {
  const set = { files: written() };
  const { findings, compilation } = checkDeclarations(set, { parse: parseExpression });

  it('leaves no finding', () => {
    expect(blocks.length).toBeGreaterThan(8);
    expect(findings.map(({ file, path, message }) => `${file}#${path} ${message}`)).toEqual([]);
  });

  it('gives a list, rules and permissions that work, in both languages', async () => {
    if (!compilation) throw new Error('The tutorial does not compile.');
    const { as } = await startApp({ store: 'sqlite', added: { set, compilation } });
    const [admin, viewer] = [await as('admin'), await as('viewer')];
    const made = await admin('POST', '/lending/loan', loan);
    expect(made).toMatchObject({ status: 201, body: { Deposit: 120 } });
    const fr = { 'accept-language': 'fr-CA' };
    const refused = async (change: object) =>
      (await admin('POST', '/lending/loan', { ...loan, ...change }, fr)).body;
    const late = JSON.stringify(await refused({ Number: 'L-2', DueOn: '2026-11-20' }));
    expect(late).toContain('Un prêt prend fin après le jour où il commence.');
    expect(late).toContain('/DueOn');
    expect(JSON.stringify(await refused({ Number: 'L-2', Lines: [] }))).toContain(
      'Ajoutez au moins un outil.',
    );
    expect(JSON.stringify(await refused({}))).toContain('Un prêt porte déjà ce numéro.');
    const costly = { Number: 'L-2', Lines: [{ Tool: 'Saw', Quantity: 1, Value: 501 }] };
    expect(JSON.stringify(await refused(costly))).toContain('Au-delà d’un dépôt');
    expect((await admin('POST', '/lending/loan', { ...loan, ...costly, IsTrusted: true })).status).toBe(201);
    expect((await viewer('GET', '/lending/loan')).body.TotalItems).toBe(2);
    expect((await viewer('DELETE', `/lending/loan/${made.body.Id}`)).status).toBe(403);
    expect((await admin('DELETE', `/lending/loan/${made.body.Id}`)).status).toBe(204);
  });
});

const loan = {
  Number: 'L-1',
  Borrower: 'Ada',
  LentOn: '2026-11-20',
  DueOn: '2026-11-27',
  Lines: [{ Tool: 'Drill', Quantity: 1, Value: 120 }],
};
