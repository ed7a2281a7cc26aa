/** What the rule editor counts combinations from: parameters with their values, groups and ranges. */
import { beforeAll, describe, expect, it } from 'vitest';
import { countImpact, type DataRecord, type Operand, type Tree } from '#engine';
import {
  first,
  groupsOver,
  type Parameters,
  range,
  rangeOver,
  type Stored,
  startParameters,
  terms,
} from './support/startParameters.ts';

describe.each(['memory', 'sqlite'] as const)('values that a rule may use, %s store', (kind) => {
  let { admin, profiles, newProduct, create } = {} as Parameters;
  let of: Stored;
  let names: {
    readonly term: string;
    readonly group: string;
    readonly odometer: string;
    readonly driven: string;
  };
  beforeAll(async () => {
    ({ admin, profiles, newProduct, create } = await startParameters(kind));
    of = await newProduct();
    const term = (await create(terms(), { of })).body;
    const [short] = term.ParameterValues as Stored[];
    const groups = [{ Name: 'Short', GroupedParameterValues: [short?.Id] }];
    const group = (await create(groupsOver(term, groups), { of })).body;
    const { ParameterValues: _, IsMapped: __, ...captured } = terms();
    const odometer = (await create(captured, { of })).body;
    const driven = (await create(rangeOver(odometer, [range(0, 10), range(10, null)]), { of })).body;
    names = {
      term: term.SourceName,
      group: group.SourceName,
      odometer: odometer.SourceName,
      driven: driven.SourceName,
    };
  });

  const check = async (Text: string) =>
    (await admin('POST', '/rule/product/EligibilityRuleText', { Record: { Id: of.Id }, Text, Cases: [] }))
      .body;

  it('a group lists its members, a range its bounds, and both name their base parameter', async () => {
    const { Operands } = await check(`${names.term} = 24`);
    const find = (name: string) => Operands.find((one: DataRecord) => one.SourceName === name);
    expect(find(names.group)).toMatchObject({
      Follows: names.term,
      Values: [{ Value: 'Short', Members: [12] }],
    });
    expect(find(names.driven)).toMatchObject({
      Follows: names.odometer,
      Values: [
        { Range: { Low: 0, High: 10, IncludesLow: true, IncludesHigh: false } },
        { Range: { Low: 10, IncludesLow: true } },
      ],
    });
  });

  it('so that the count of combinations is exact', async () => {
    const count = async (text: string) => {
      const { Tree, Operands } = await check(text);
      const operands = (Operands as readonly DataRecord[]).map(operandOf);
      return countImpact({ tree: Tree as Tree, operands, asked: [], today: '2026-11-21' });
    };
    // Three terms, two ranges; the group is not a separate value.
    expect(await count(`${names.group} = "Short"`)).toMatchObject({ total: 6, admitted: 2, open: 0 });
    expect(await count(`${names.odometer} >= 10 and ${names.term} > 12`)).toMatchObject({
      admitted: 2,
      open: 0,
    });
    expect(await count(`${names.odometer} > 10`)).toMatchObject({ admitted: 0, open: 3 });
  });

  it('R-331 the parameters of a rule are listed with their types and values', async () => {
    const answer = await admin('GET', `/product/${of.Id}/eligibilityparameters?pageSize=0`);
    expect(first(answer)).toBe('200 undefined');
    const listed = answer.body.Items.map((one: DataRecord) => one.SourceName);
    expect(listed).toEqual(Object.values(names).toSorted());
    const term = answer.body.Items.find((one: DataRecord) => one.SourceName === names.term);
    expect(term.ParameterValues.map(({ IntValue }: DataRecord) => IntValue)).toEqual([12, 24, 36]);
    expect((await profiles('GET', `/product/${of.Id}/eligibilityparameters`)).status).toBe(403);
  });
});

function operandOf({ SourceName, Name, Type, Values, Follows }: DataRecord): Operand {
  const values = (Values as readonly DataRecord[]).map(({ Value, Members, Range }) => {
    const bounds = Range as DataRecord | undefined;
    const range = bounds && {
      low: bounds.Low,
      high: bounds.High,
      includesLow: bounds.IncludesLow,
      includesHigh: bounds.IncludesHigh,
    };
    return { value: Value, label: '', members: Members, range };
  });
  return { name: SourceName, label: Name, type: Type, values, follows: Follows } as Operand;
}
