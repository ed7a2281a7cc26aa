/** Records that are rows of another follow their own rules, on every path. */
import { describe, expect, it } from 'vitest';
import type { CaseModel, EntityModel } from '#engine';
import { creditors } from './support/creditors.ts';
import { createReplayer, type Verdict, waysOf } from './support/replayCase.ts';
import type { StoreKind } from './support/startApp.ts';

const id = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;
const [account, first, second, brand, closed] = [id(1), id(2), id(3), id(4), id(5)];

const compiled = creditors;
const { model } = compiled.compilation;
const entity = model.entities.get('creditor') as EntityModel;

type Example = {
  readonly title: string;
  readonly record: object;
  readonly stored?: object;
  readonly owner?: object;
  readonly rules: readonly string[];
  readonly at?: string;
  readonly values?: object;
};

const held = { Id: first, AccountId: account, Name: 'Royal', Kind: 'Bank', Code: 'R1' };
const examples: readonly Example[] = [
  {
    title: 'a sound one, with its default and what is computed',
    record: { Name: 'Desjardins' },
    rules: [],
    values: { Kind: 'Bank', Label: 'Desjardins of Fleet' },
  },
  { title: 'one without a name', record: { Amount: 5 }, rules: ['validation.required'], at: '/Name' },
  {
    title: 'a kind there is none of',
    record: { Name: 'A', Kind: 'Uncle' },
    rules: ['validation.enum'],
    at: '/Kind',
  },
  {
    title: 'an amount over the limit of its account',
    record: { Name: 'A', Amount: 101 },
    owner: { Limit: 100 },
    rules: ['creditor.within-limit'],
    at: '/Amount',
  },
  { title: 'an amount within it', record: { Name: 'A', Amount: 100 }, owner: { Limit: 100 }, rules: [] },
  {
    title: 'one of an account that is closed',
    record: { Name: 'A' },
    owner: { IsOpen: false },
    rules: ['creditor.account-open'],
    at: '/Name',
  },
  {
    title: 'a percent of a bank is cleared',
    record: { Name: 'A', Percent: 5 },
    rules: [],
    values: { Percent: null },
  },
  {
    title: 'a dealer without a percent',
    record: { Name: 'A', Kind: 'Dealer' },
    rules: ['creditor.percent-needed'],
    at: '/Percent',
  },
  {
    title: 'a dealer with one',
    record: { Name: 'A', Kind: 'Dealer', Percent: 5 },
    rules: [],
    values: { Percent: 5 },
  },
  {
    title: 'a new one of nothing',
    record: { Name: 'A', Amount: 0 },
    rules: ['creditor.no-zero'],
    at: '/Amount',
  },
  {
    title: 'one called as its account',
    record: { Name: 'Fleet' },
    rules: ['creditor.not-its-account'],
    at: '/Name',
  },
  { title: 'a brand that operates', record: { Name: 'A', BrandId: brand }, rules: [] },
  {
    title: 'a brand that does not',
    record: { Name: 'A', BrandId: closed },
    rules: ['creditor.brands'],
    at: '/BrandId',
  },
  {
    title: 'a stored choice may stay, though it is offered no longer',
    stored: { ...held, BrandId: closed },
    record: { BrandId: closed, Amount: 7 },
    rules: [],
    values: { Amount: 7, BrandId: closed },
  },
  {
    title: 'but is not chosen anew',
    stored: held,
    record: { BrandId: closed },
    rules: ['creditor.brands'],
    at: '/BrandId',
  },
  {
    title: 'another code',
    stored: held,
    record: { Code: 'R2' },
    rules: ['creditor.code-stays'],
    at: '/Code',
  },
  {
    title: 'an amount taken to nothing, which only a new one may not have',
    stored: held,
    record: { Amount: 0 },
    rules: [],
  },
  {
    title: 'a rule that asks what is done',
    stored: held,
    record: { Name: 'Never' },
    rules: ['creditor.changed'],
    at: '/Name',
  },
  { title: 'the same rule of a new one', record: { Name: 'Never' }, rules: [] },
  {
    title: 'a code that one of another account has',
    record: { Name: 'A', Code: 'X9' },
    rules: ['creditor.code.unique'],
    at: '/Code',
  },
];

function caseOf({ title, record, stored, owner, ...rest }: Example): CaseModel {
  const accounts = [{ Id: second, Name: 'Other' }];
  const others = {
    account: accounts,
    creditor: [{ ...held, Id: second, AccountId: second, Code: 'X9' }],
    brand: [
      { Id: brand, Name: 'Open', IsOperational: true },
      { Id: closed, Name: 'Closed', IsOperational: false },
    ],
  };
  return {
    title,
    operation: stored ? 'update' : 'create',
    given: {
      role: 'admin',
      today: '2026-11-20',
      record: stored ? record : { AccountId: account, ...record },
      stored,
      owner: { Id: account, Name: 'Fleet', IsOpen: true, ...owner },
      others,
    },
    expect: { accepted: rest.rules.length === 0, rules: rest.rules },
  } as unknown as CaseModel;
}

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[])
  describe(`one rule on every path, ${kind} store`, () => {
    const replay = createReplayer(kind, compiled);
    it.each(examples)('$title', async (example) => {
      const declared = caseOf(example);
      const ways = waysOf(model, entity, declared);
      expect(ways.map(({ list }) => list?.name)).toEqual([undefined, 'Creditors']);
      for (const way of ways) {
        const verdict: Verdict = await replay(entity, declared, way);
        const what = `${way.title}: ${JSON.stringify(verdict.answer.body)}`;
        expect(verdict.answer.status < 300, what).toBe(example.rules.length === 0);
        expect(verdict.rules, what).toEqual(example.rules);
        if (example.at) expect(verdict.at, what).toEqual([example.at]);
        for (const [name, value] of Object.entries(example.values ?? {}))
          expect(verdict.stored?.[name] ?? null, what).toBe(value);
      }
    });
  });
