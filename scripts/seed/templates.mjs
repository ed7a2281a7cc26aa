// Quote templates of the demo products: most have that of their program, some automatic ones, some none.

/** The lead text of each program, and its colour. */
const words = {
  GAP: [
    'When a vehicle is written off, insurance pays what it is worth and not what is owed. GAP pays the difference.',
    '#1b4965',
  ],
  LPP: ['Payments continue when you cannot work: life, disability and job loss, as you choose.', '#3d405b'],
  REP: ['A new vehicle in place of the one that was lost, of the same make and trim.', '#22577a'],
  LWR: ['Hand back the keys without a bill for the dents and stains of daily life.', '#5f0f40'],
  TIR: ['Potholes, nails and kerbs: tires and rims are repaired or replaced at no charge.', '#7f4f24'],
  APP: ['Paint, fabric and leather stay as they were on the day of delivery.', '#386641'],
  KEY: ['A lost or broken key is cut, programmed and in your hand within the day.', '#6d597a'],
  THF: ['Marked windows and tracking keep thieves away, and help to find what they take.', '#343a40'],
  PPM: ['Maintenance at today’s prices, at the intervals the maker asks for.', '#2a6f97'],
  MBP: [
    'Parts and labour of covered repairs, in every licensed shop in Canada and the United States.',
    '#0b3954',
  ],
  CPO: ['Certified, inspected, and covered from the first kilometre.', '#14532d'],
  OMM: ['Breakdown protection with the maintenance that prevents breakdowns.', '#7c2d12'],
};

const cell = 'padding: 6px 10px; border-bottom: 1px solid #d9dee4; text-align: left';
const paper = 'max-width: 760px; margin: 0 auto; font-family: Helvetica, Arial, sans-serif; color: #1f2933';

/**
 * The stored templates of a product, chosen by its code, so that the rest of the catalogue does not change.
 */
export function templatesOf(program, code, subversion) {
  const draw =
    [...`${code}.${subversion}`].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7) % 10;
  if (draw >= 8) return {};
  if (draw >= 6) return { IsAutomaticTemplate: true };
  const [lead, colour] = words[program.code] ?? words.MBP;
  return { ExpandedViewTemplate: expanded(lead, colour), SummaryViewTemplate: summary(lead, colour) };
}

function expanded(lead, colour) {
  return [
    `<div style="${paper}">`,
    `<p style="margin: 0; color: ${colour}; font-weight: bold">{{ Brand.Name }}</p>`,
    `<h1 style="margin: 0 0 8px; color: ${colour}">{{ Name }}</h1>`,
    `<p>${lead}</p>`,
    '{{#each Plans}}',
    `<h2 style="margin: 24px 0 4px; color: ${colour}">{{ Name }}</h2>`,
    `<table style="width: 100%; border-collapse: collapse"><tbody>{{#each PlanCoverageItems[CoverageItemId]}}`,
    `<tr><td style="${cell}">{{ CoverageItem.Name }}</td><td style="${cell}; width: 120px">{{#if IsOptional}}Optional{{else}}Included{{/if}}</td></tr>`,
    '{{/each}}</tbody></table>',
    '{{#if PlanCoverageGroups}}<p style="font-size: 13px">Packages: {{#each PlanCoverageGroups}}{{#if $index > 0}}, {{/if}}{{ CoverageGroup.Name }}{{/each}}</p>{{/if}}',
    '{{/each}}',
    '<p style="margin-top: 24px; font-size: 12px; color: #52606d">Underwritten by {{ Underwriter.Name }}. This quote holds for {{ QuoteExpiryInDays }} days.{{#if IsTransferable}} The contract may be transferred.{{/if}}{{#if IsCancellable}} It may be cancelled; the fee is {{ $currency(CancellationFee) }}.{{/if}}</p>',
    '</div>',
  ].join('\n');
}

function summary(lead, colour) {
  return [
    `<div style="${paper}">`,
    `<h1 style="margin: 0; color: ${colour}; font-size: 22px">{{ Name }}</h1>`,
    `<p>${lead}</p>`,
    '<ul>{{#each Plans}}<li><strong>{{ Name }}</strong>: {{ $count(PlanCoverageItems[IsOptional = false]) }} coverages included</li>{{/each}}</ul>',
    '<p style="font-size: 12px; color: #52606d">{{ ProductType.DisplayName }}, version {{ Version }}</p>',
    '</div>',
  ].join('\n');
}
