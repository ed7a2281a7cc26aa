import { describe, expect, it } from 'vitest';
import type { ExpressionType } from '../expression/functionTypes.ts';
import { listType } from '../expression/functionTypes.ts';
import { parseExpression } from '../expression/parseExpression.ts';
import { checkTemplate } from './checkTemplate.ts';
import { parseTemplate } from './parseTemplate.ts';
import { renderTemplate } from './renderTemplate.ts';
import { TemplateError } from './TemplateError.ts';
import { templateFunctions } from './templateFunctions.ts';
import type { TypeScope } from './types.ts';

const text: ExpressionType = { kind: 'text' };
const item: ExpressionType = {
  kind: 'object',
  name: 'item',
  fields: { Name: () => text, Price: () => ({ kind: 'number' }) },
};
const plan: ExpressionType = {
  kind: 'object',
  name: 'plan',
  fields: { Name: () => text, Items: () => listType(item), IsFree: () => ({ kind: 'boolean' }) },
};
const product: ExpressionType = {
  kind: 'object',
  name: 'product',
  fields: {
    Name: () => text,
    LaunchDate: () => ({ kind: 'date' }),
    Brand: () => ({ kind: 'object', fields: { Name: () => text } }),
    Plans: () => listType(plan),
  },
};
const scope: TypeScope = { root: product, vars: { record: product }, functions: templateFunctions };
const context = { parse: parseExpression, scope };

const record = {
  Name: 'Gap & "More"',
  LaunchDate: '2026-01-31',
  Brand: { Name: 'Boréal' },
  Plans: [
    {
      Name: 'Gold',
      IsFree: true,
      Items: [
        { Name: 'Engine', Price: 1234.5 },
        { Name: 'Brakes', Price: 20 },
      ],
    },
    { Name: 'Silver', IsFree: false, Items: [] },
  ],
};

const fill = (template: string, of: unknown = record, locale: 'en-CA' | 'fr-CA' = 'en-CA') =>
  renderTemplate(template, {
    ...context,
    record: of,
    vars: { locale },
    words: { locale, yes: locale === 'en-CA' ? 'Yes' : 'Oui', no: locale === 'en-CA' ? 'No' : 'Non' },
  });
const problems = (template: string) => checkTemplate(template, context);
const found = (template: string) =>
  problems(template).map(({ message, line, column }) => `${message} ${line}:${column}`);

describe('rendering a template', () => {
  it.each([
    ['{{ Brand.Name }}', 'Boréal'],
    ['{{Name}}', 'Gap &#38; &#34;More&#34;'],
    ['{{ LaunchDate }}', 'January 31, 2026'],
    ['{{#each Plans}}{{ Name }} ({{ $count(Items) }}), {{/each}}', 'Gold (2), Silver (0), '],
    [
      '{{#each Plans}}{{#each Items}}{{ Name }} of {{ $outer.Name }} of {{ $record.Brand.Name }};{{else}}none{{/each}}{{/each}}',
      'Engine of Gold of Boréal;Brakes of Gold of Boréal;none',
    ],
    ['{{#each Plans[IsFree]}}{{ Name }}{{/each}}', 'Gold'],
    ['{{#if Plans}}some{{else}}none{{/if}}', 'some'],
    ['{{#if $count(Plans) > 5}}many{{else}}few{{/if}}', 'few'],
    ['{{ Plans.Name }}', 'Gold, Silver'],
    ['{{#each Plans}}{{ IsFree }} {{/each}}', 'Yes No '],
    ['{{! a note }}x', 'x'],
    ['{{ "}}" }}', '}}'],
    ['{{#each Plans}}{{#each Items}}{{ $currency(Price) }} {{/each}}{{/each}}', '$1,234.50 $20.00 '],
    ['{{ Missing.Name }}', ''],
  ])('%s', (template, expected) => {
    expect(fill(template)).toBe(expected);
  });

  it('formats dates, money and yes in French', () => {
    expect(fill('{{ LaunchDate }}', record, 'fr-CA')).toBe('31 janvier 2026');
    expect(fill('{{ $currency(1234.5) }}', record, 'fr-CA').replace(/\s/g, ' ')).toBe('1 234,50 $');
    expect(fill('{{ Plans[0].IsFree }}', record, 'fr-CA')).toBe('Oui');
  });

  it('never treats a value as a template or as HTML', () => {
    const hostile = { ...record, Name: '{{ Brand.Name }}<script>alert(1)</script>' };
    expect(fill('{{ Name }}', hostile)).toBe('{{ Brand.Name }}&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(fill('<b title="{{ Name }}">', { ...record, Name: '" onmouseover="x' })).not.toContain('" on');
  });

  it('leaves a value empty that cannot be computed', () => {
    expect(fill('a{{ $substring(Brand, 1) }}b', { Brand: {} })).toBe('ab');
  });

  it('stops endless nested lists', () => {
    const many = { ...record, Plans: Array.from({ length: 200 }, (_, index) => ({ Name: `P${index}` })) };
    const nested = `${'{{#each $record.Plans}}'.repeat(6)}x${'{{/each}}'.repeat(6)}`;
    expect(() => fill(nested, many)).toThrow(TemplateError);
  });
});

describe('checking a template', () => {
  it.each([
    ['<p>\n {{ Nme }}', ['template.unknown-field-near 2:5']],
    ['{{ Zzzzzz }}', ['template.unknown-field 1:4']],
    ['{{#each Plans}}{{ Brand.Name }}{{/each}}', ['template.unknown-field 1:19']],
    ['{{ Name', ['template.unclosed 1:1']],
    ['{{#each Plans}}x', ['template.not-closed 1:1']],
    ['{{#each Plans}}x{{/if}}', ['template.not-closed 1:1', 'template.not-open 1:17']],
    ['x{{/each}}', ['template.not-open 1:2']],
    ['{{else}}', ['template.else-alone 1:1']],
    ['{{#if Name}}{{else}}{{else}}{{/if}}', ['template.else-alone 1:21']],
    ['{{}}', ['template.empty 1:1']],
    ['{{#each}}x{{/each}}', ['template.empty 1:1']],
    ['{{{ Name }}}', ['template.three-braces 1:1']],
    ['{{#unless Name}}', ['template.unknown-word 1:1']],
    ['{{ Plans }}', ['template.is-list 1:1']],
    ['{{ Brand }}', ['template.is-object 1:1']],
    ['{{ Name + }}', ['template.expression 1:10']],
    ['{{ $eval("1") }}', ['template.expression 1:4']],
  ])('%s', (template, expected) => {
    expect(found(template)).toEqual(expected);
  });

  it('suggests a similar name', () => {
    expect(problems('{{ Nme }}')[0]).toMatchObject({ fix: 'Name', at: 3, length: 3 });
  });

  it('has no problems for a template that can be rendered', () => {
    expect(found('<p>{{ Name }}</p>{{#each Plans}}{{#if IsFree}}{{ $outer.Name }}{{/if}}{{/each}}')).toEqual(
      [],
    );
  });

  it.each([
    ['an open brace', '{{'.repeat(50_000)],
    ['quotation marks', `{{ ' {{ " `.repeat(15_000)],
    ['blocks', '{{#if Name}}'.repeat(16_000)],
    ['ends', '{{/if}}'.repeat(28_000)],
    ['brackets', `{{ ${'('.repeat(60_000)} }}`],
    ['ten million characters', 'x'.repeat(10_000_000)],
  ])('parses %s beyond reason without stalling, and reports it', (_, template) => {
    const { problems: said } = parseTemplate(template, parseExpression);
    expect(said.length).toBeGreaterThan(0);
    expect(said.length).toBeLessThanOrEqual(100);
  });
});
