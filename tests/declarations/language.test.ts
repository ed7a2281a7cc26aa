import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { compileTree, defaultFunctions, parseExpression } from '#engine';
import { createDeclarationFunctions } from '../../engine/model/hostFunctions.ts';
import { templateFunctions } from '../../engine/template/templateFunctions.ts';
import examples from '../../scripts/expressionExamples.json' with { type: 'json' };
import { wordsOfLanguage } from '../../scripts/language.mjs';
import { languageDocs } from '../../scripts/languageDocs.mjs';

describe('the declaration language', () => {
  it('explains every word', async () => {
    const words = await wordsOfLanguage();
    const silent = words.filter(({ word, description }) => !description && !word.startsWith('$'));
    expect(silent.map(({ file, place }) => `${file}#${place}`)).toEqual([]);
    // Found beside their schemas: if the walk broke, it would find nothing used.
    expect(words.filter(({ uses }) => uses > 0).length / words.length).toBeGreaterThan(0.9);
  });

  it('has pages that another application (APP) does not rewrite', async () => {
    vi.stubEnv('APP', 'examples/lending');
    const pages = await languageDocs();
    vi.unstubAllEnvs();
    const changed = pages.filter(({ file, text }) => readFileSync(file, 'utf8') !== text);
    expect(changed.map(({ file }) => file)).toEqual([]);
  });
});

describe('the page about expressions', () => {
  const page = readFileSync('docs/language/expressions.md', 'utf8');
  const flags = new Map([['Maintenance', 2]]);
  const host = createDeclarationFunctions(flags, new Map([['province', new Set(['ON'])]]));
  const functions = new Map([...templateFunctions, ...host]);
  const shown = [...page.matchAll(/^ {2}`(.+)` gives `(.+)`$/gm)].map(([, text = '', gives = '']) => [
    text,
    gives,
  ]);

  it.each(shown)('is correct: %s', (text, gives) => {
    const { tree } = parseExpression(text);
    if (!tree) throw new Error('It is no expression.');
    const scope = { root: examples.record, vars: examples.variables };
    expect(compileTree(tree, { functions, text }).evaluate(scope)).toEqual(JSON.parse(gives));
  });

  it('lists every function', () => {
    const missing = [...defaultFunctions.keys(), ...functions.keys()].filter(
      (name) => !shown.some(([text]) => text?.includes(`$${name}(`)),
    );
    expect(missing).toEqual([]);
  });
});
