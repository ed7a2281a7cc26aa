/** docs/tutorial.md, built exactly as written. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkDeclarations, type DeclarationFile, formatMessage } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import { createReplayer } from './support/replayCase.ts';
import { declarations, startApp } from './support/startApp.ts';

type Block = { readonly file: string; readonly list?: string; readonly json: unknown };

const page = readFileSync('docs/tutorial.md', 'utf8');
const blocks: readonly Block[] = [...page.matchAll(/^```json (\S+)(?: (\w+))?\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', list, text = '']) => ({ file, list, json: JSON.parse(text) }),
);

/** The shipped declarations with the files of the page, and with its additions to existing lists. */
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
  const { findings, compilation } = checkDeclarations(set, compiledOnce);

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
    expect(late).toContain('La date de retour doit suivre la date de début. Choisissez-en une plus tardive.');
    expect(late).toContain('/DueOn');
    expect(JSON.stringify(await refused({ Number: 'L-2', Lines: [] }))).toContain(
      'Ajoutez au moins un outil.',
    );
    expect(JSON.stringify(await refused({}))).toContain('Un prêt porte déjà ce numéro.');
    const costly = { Number: 'L-2', Lines: [{ Tool: 'Saw', Quantity: 1, Value: 501 }] };
    expect(JSON.stringify(await refused(costly))).toContain('Au-delà d’un dépôt');
    expect((await admin('POST', '/lending/loan', { ...loan, ...costly, IsTrusted: true })).status).toBe(201);
    // Besides the seeded one.
    expect((await viewer('GET', '/lending/loan')).body.TotalItems).toBe(3);
    expect((await viewer('DELETE', `/lending/loan/${made.body.Id}`)).status).toBe(403);
    expect((await admin('DELETE', `/lending/loan/${made.body.Id}`)).status).toBe(204);
  });

  it('gives damages that belong to a loan, with a seed, nested paths and a choice in French', async () => {
    if (!compilation) throw new Error('The tutorial does not compile.');
    const { as } = await startApp({ store: 'sqlite', added: { set, compilation } });
    const admin = await as('admin');
    const [seeded] = (await admin('GET', '/lending/loan')).body.Items;
    const path = `/lending/loan/${seeded.Id}/damage`;
    const [saw] = (await admin('GET', path)).body.Items;
    expect(saw).toMatchObject({ Tool: 'Saw', Loan: { Number: 'S-1' }, Severity: { Name: 'Broken' } });
    expect(formatMessage(compilation.model, 'fr-CA', 'lookup.damage-severity.Broken')).toBe('Brisé');
    const drill = { Tool: 'Drill', SeverityId: 1 };
    expect((await admin('POST', path, drill)).body).toMatchObject({
      LoanId: seeded.Id,
      FoundOn: '2026-11-20',
    });
    const other = (await admin('POST', '/lending/loan', loan)).body;
    expect((await admin('GET', `/lending/loan/${other.Id}/damage`)).body.TotalItems).toBe(0);
    expect((await admin('GET', `/lending/loan/${other.Id}/damage/${saw.Id}`)).status).toBe(404);
    const change = (cost: number, revision?: number) =>
      admin('PUT', `${path}/${saw.Id}`, { Cost: cost, Revision: revision });
    expect((await change(40, saw.Revision)).body).toMatchObject({ Cost: 40, Tool: 'Saw' });
    expect((await change(50, saw.Revision)).status).toBe(409);
    expect((await change(50)).body.Cost).toBe(50);
    expect((await admin('DELETE', `/lending/loan/${seeded.Id}`)).status).toBe(204);
    expect((await admin('GET', path)).body.TotalItems ?? 0).toBe(0);
  });

  it('has examples that hold', async () => {
    if (!compilation) throw new Error('The tutorial does not compile.');
    const replay = createReplayer('memory', { set, compilation });
    for (const id of ['tool-loan', 'tool-damage']) {
      const entity = compilation.model.entities.get(id);
      if (!entity) throw new Error(`There is no ${id}.`);
      expect(entity.cases).toHaveLength(3);
      for (const example of entity.cases) {
        const { answer, rules, at } = await replay(entity, example);
        expect(answer.status < 300, example.title).toBe(example.expect.accepted);
        expect(rules, example.title).toEqual(expect.arrayContaining([...(example.expect.rules ?? [])]));
        expect(at, example.title).toEqual(expect.arrayContaining([...(example.expect.at ?? [])]));
      }
    }
  });
});

const loan = {
  Number: 'L-1',
  Borrower: 'Ada',
  LentOn: '2026-11-20',
  DueOn: '2026-11-27',
  Lines: [{ Tool: 'Drill', Quantity: 1, Value: 120 }],
};
