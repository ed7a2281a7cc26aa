import { expect, it } from 'vitest';
import { checkTree, type ExpressionType, type TypeScope } from './checkTree.ts';
import { parseExpression } from './parseExpression.ts';

const text: ExpressionType = { kind: 'text' };
const number: ExpressionType = { kind: 'number' };
const row: ExpressionType = {
  kind: 'object',
  name: 'row',
  fields: {
    Name: () => text,
    Price: () => number,
    Tags: () => ({ kind: 'list', of: () => text }),
    Parent: () => row,
  },
};
const root: ExpressionType = {
  kind: 'object',
  name: 'product',
  fields: {
    Name: () => text,
    Price: () => number,
    IsFree: () => ({ kind: 'boolean' }),
    LaunchDate: () => ({ kind: 'date' }),
    EndDate: () => ({ kind: 'date' }),
    CreatedDate: () => ({ kind: 'datetime' }),
    Brand: () => ({ kind: 'object', name: 'brand', fields: { Id: () => text } }),
    Rows: () => ({ kind: 'list', of: () => row }),
    Extra: () => ({ kind: 'object', fields: {}, open: true }),
    Anything: () => ({ kind: 'any' }),
  },
};
const scope: TypeScope = { root, vars: { record: root, today: { kind: 'date' }, row } };

function check(source: string) {
  const { tree, problems } = parseExpression(source);
  if (!tree) throw new Error(`${source}: ${problems[0]?.message}`);
  return checkTree(tree, scope);
}

it.each([
  ['Name', 'text'],
  ['Price * 2 + 1', 'number'],
  ['Price > 5 and $has(Name)', 'boolean'],
  ['LaunchDate < "2026-01-31"', 'boolean'],
  ['$addDays(LaunchDate, 3)', 'date'],
  ['$addMonths(CreatedDate, 3)', 'datetime'],
  ['$list(Rows.Name)', 'list'],
  ['Rows[0].Price', 'number'],
  ['Rows[Price > 3]', 'list'],
  ['$count(Rows[Name = "A"])', 'number'],
  ['Rows[0].Parent.Parent.Name', 'text'],
  ['"A" in Rows.Name', 'boolean'],
  ['Name in ["A", "B"]', 'boolean'],
  ['Extra.Whatever > 3', 'boolean'],
  ['Anything.a.b[c = 1]', 'any'],
  ['IsFree ? Price : 0', 'number'],
  ['IsFree ? Price : null', 'number'],
  ['IsFree ? Price : "none"', 'any'],
  ['($rows := Rows[Price > 1]; $count($rows))', 'number'],
  ['{ "n": Name }.n', 'text'],
  ['[Price, 1]', 'list'],
  ['$default(Name, "x")', 'text'],
  ['$ne(Name, $record.Name)', 'boolean'],
  ['$after($today, LaunchDate)', 'boolean'],
  ['Rows.Tags', 'list'],
  ['$total(Rows.Price)', 'number'],
  ['-Price', 'number'],
  ['"a" & Price', 'text'],
  ['Brand = $record.Brand', 'boolean'],
  ['LaunchDate ? 1 : 2', 'number'],
])('%s gives %s', (source, kind) => {
  const { type, problems } = check(source);
  expect(problems.filter((problem) => problem.level !== 'warning')).toEqual([]);
  expect(type.kind).toBe(kind);
});

it.each([
  ['Nme = "A"', 0, 'There is no field Nme in product; did you mean Name?'],
  ['Brand.Naem', 6, 'There is no field Naem in brand.'],
  ['Rows.Prise', 5, 'There is no field Prise in row; did you mean Price?'],
  ['Rows[Prise = 1]', 5, 'There is no field Prise in row; did you mean Price?'],
  ['$recrd.Name', 0, 'There is no variable $recrd here; did you mean $record?'],
  ['$cuont(Rows)', 0, 'There is no function $cuont; did you mean $count?'],
  ['$zzzzzz(Rows)', 0, 'There is no function $zzzzzz.'],
  ['Name.Length', 5, 'Length cannot be read here: the value before it is text, which has no fields.'],
  ['Name > 5', 5, 'Name is text and 5 is a number; compare like with like.'],
  ['Price = "5"', 6, 'Price is a number and "5" is text, so they are never equal; compare like with like.'],
  ['IsFree > true', 0, 'IsFree is true or false, which > cannot compare; compare a number or a text.'],
  ['null > 5', 0, 'null is null, which > cannot compare; compare a number or a text.'],
  [
    'Rows > 5',
    0,
    'Rows is a list, which > cannot compare; use $count, $max or $min, or take one item with [0].',
  ],
  ['Rows.Price * 2', 0, 'Rows.Price is a list, and * needs numbers; use $sum(…), or take one item with [0].'],
  ['Name + "x"', 0, 'Name is text, and + needs numbers; use & to join texts.'],
  ['LaunchDate + 1', 0, 'LaunchDate is a date, and + needs numbers; use $addDays(…) or $daysBetween(…).'],
  ['-Name', 0, 'Only a number can be made negative; this is text.'],
  ['Price in ["A"]', 6, 'Price is a number, but the values after in are not; compare like with like.'],
  ['Rows in [1]', 0, 'Rows is a list; left of in stands one value.'],
  ['Rows = "A"', 5, 'Rows is a list; write "A" in Rows.'],
  ['LaunchDate > "31/01/2026"', 13, 'Write a date as "2026-01-31".'],
  ['$after(LaunchDate, "soon")', 19, 'Write a date as "2026-01-31".'],
  ['$after(LaunchDate)', 0, '$after has one argument here. Write $after(a, b).'],
  ['$uppercase(Price)', 11, '$uppercase(text) takes a text as text, and this is a number.'],
  ['$addDays(Price, 1)', 9, '$addDays(date, count) takes a date as date, and this is a number.'],
  ['$sum(Rows.Name)', 5, '$sum(numbers) takes numbers as numbers, and this is a list.'],
  ['$money(IsFree)', 7, '$money(amount, [scale]) takes a number as amount, and this is true or false.'],
])('%s is refused at %i: %s', (source, at, message) => {
  const errors = check(source).problems.filter((problem) => problem.level !== 'warning');
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ at, message });
});

it.each([
  ['Name != "A"', 'missing', '!= is false when a value is missing; $ne(Name, "A") is true then.'],
  ['Name = null', 'null', 'A missing value is not null; use $empty(Name).'],
  ['Name != null', 'null', 'A missing value is not null; use $has(Name).'],
  ['1 = 1', 'constant', 'Both sides are 1; compare with something else.'],
  ['1 = 2', 'constant', 'Both sides are fixed, so this is always the same; compare a field.'],
  ['Name = Name', 'constant', 'Both sides are Name; compare with something else.'],
  ['true and IsFree', 'constant', 'A fixed true in and decides nothing or everything; remove it.'],
  ['true ? 1 : 2', 'constant', 'The test is fixed; write the part that is meant.'],
  [
    'Rows.Name',
    'one-row',
    'With one row this gives the value itself, and with none nothing; write $list(…) around it to get a list.',
  ],
  ['Rows.Name = "A"', 'list', 'Rows.Name is a list; write "A" in Rows.Name.'],
  [
    '$round(Price, 2)',
    'trap',
    '$round takes halves to the even neighbour (2.345 gives 2.34); for money use $money.',
  ],
  [
    '$sum(Rows.Price)',
    'trap',
    '$sum gives nothing when there are no rows, and adds binary fractions; $total gives 0 and adds exactly.',
  ],
  [
    'LaunchDate < CreatedDate',
    'date',
    'A date and a moment are compared as texts here; use $before or $after.',
  ],
])('%s is warned about', (source, code, message) => {
  const { problems } = check(source);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ code, message, level: 'warning' });
});

it('a good rule raises no problems', () => {
  for (const source of [
    '$after(EndDate, LaunchDate)',
    '$not(Brand.Id in ["a", "b"])',
    '$list(Rows[Price > 3].Name)',
    '$total(Rows.(Price * 2)) > 10',
    '$empty(Name) or $startsWith(Name, "X")',
    'Rows[Name = $record.Name][0].Price * 2',
  ]) {
    expect(check(source).problems).toEqual([]);
  }
});
