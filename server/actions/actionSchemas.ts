/** What the named actions answer and take; their code says more than any declaration of theirs. */
import {
  all,
  count,
  flag,
  id,
  list,
  maybeText,
  objectOf,
  pageOfItems,
  ref,
  type Schema,
  text,
} from '../http/fieldSchemas.ts';
import { reportSchemas } from './reports/reportSchemas.ts';

type ActionSchemas = { readonly answer: Schema; readonly body?: Schema };

const mapping = all({
  Type: maybeText,
  Title: maybeText,
  Field: text,
  Expression: maybeText,
  Sample: maybeText,
  IsMapped: flag,
  IsInDocument: flag,
});
const mappings = all({ Id: id, Revision: count, Items: list(mapping), TotalItems: count });
const pdfField = objectOf(
  [
    ['Name', text],
    ['Type', text],
    ['Title', maybeText],
    ['IsReadOnly', flag],
    ['MaxLength', { type: ['integer', 'null'] }],
    ['Options', list({})],
  ],
  ['Name', 'Type'],
);
const templates = all({
  Templates: list(all({ ViewName: text, Html: maybeText })),
  IsAutomaticTemplate: flag,
  ObjectId: id,
  BusinessEntityTypeId: { type: 'integer' },
  Revision: count,
});

const number: Schema = { type: 'number' };
const maybeNumber: Schema = { type: ['number', 'null'] };
const anything = list({});
const formula = all({
  ProductId: id,
  Steps: anything,
  LookUpTables: anything,
  Examples: anything,
  IsPricingFormulaValid: flag,
  Problems: list(all({ Step: text, At: count, Code: text, Message: text, Fix: maybeText })),
  Warnings: list(all({ Code: text, Name: text, Count: count })),
  Book: all({ Operands: anything, Plans: anything, LookUps: anything, Buckets: anything }),
});
const price = all({
  ProductId: id,
  PlanId: maybeText,
  Price: number,
  IsEligible: { type: ['boolean', 'null'] },
  Buckets: list(all({ Id: id, Name: text, Code: text, IsInPrice: flag, Amount: number })),
  Steps: anything,
  Adjustments: anything,
});

const changedRow = all({
  Row: count,
  Values: list(text),
  Before: number,
  After: number,
  Change: number,
  Percent: maybeNumber,
});
const changes = objectOf(
  [
    ...['Compared', 'Rises', 'Falls', 'Added', 'Gone', 'Holes', 'Negative', 'TotalItems'].map(
      (name) => [name, count] as const,
    ),
    ['MeanPercent', number],
    ...['LargestRise', 'LargestFall'].map(
      (name) => [name, { anyOf: [changedRow, { type: 'null' }] }] as const,
    ),
    [
      'Bands',
      list(
        objectOf(
          [
            ['From', number],
            ['To', number],
            ['Count', count],
          ],
          ['Count'],
        ),
      ),
    ],
    ['Dimensions', list(all({ Name: text, Label: text }))],
    ['Items', list(changedRow)],
  ],
  [
    'Compared',
    'Rises',
    'Falls',
    'Added',
    'Gone',
    'MeanPercent',
    'Bands',
    'Dimensions',
    'Items',
    'TotalItems',
  ],
);

/** By the name an `api.json` calls them. */
export const actionSchemas: Readonly<Record<string, ActionSchemas>> = {
  ...reportSchemas,
  'document.paths': { answer: pageOfItems(objectOf([['Path', text]], ['Path'])) },
  'document.info': {
    answer: all({
      Id: id,
      Name: text,
      FileName: text,
      Size: count,
      Pages: { type: ['integer', 'null'] },
      IsStampable: flag,
      Message: maybeText,
      Fields: list(pdfField),
    }),
  },
  'document.mappings': { answer: mappings },
  'document.save-mappings': {
    answer: mappings,
    body: objectOf([['Items', list({ type: ['object', 'null'] })]]),
  },
  'templates.read': { answer: templates },
  'templates.save': {
    answer: templates,
    body: objectOf([['Templates', { type: ['array', 'null'], items: { type: 'object' } }]]),
  },
  'templates.preview': {
    answer: all({ Views: list(all({ ViewName: text, Html: maybeText })), ObjectId: id }),
  },
  'place.suggest': { answer: pageOfItems({ type: 'object' }) },
  'place.lienholders-near': {
    answer: pageOfItems(
      all({ Id: id, TradingName: text, AccountFriendlyId: maybeText, Distance: maybeNumber, Label: text }),
    ),
  },
  'place.locate': {
    answer: all({ Latitude: maybeNumber, Longitude: maybeNumber }),
    body: { type: 'object' },
  },
  'pricing.formula-read': { answer: formula },
  'pricing.formula-save': { answer: formula, body: { type: 'object' } },
  'pricing.formula-remove': { answer: all({ Id: id, ProductId: id }) },
  'pricing.calculate-price': { answer: price, body: { type: 'object' } },
  'pricing.validate-loan-payment': {
    answer: all({
      ProductId: id,
      LoanPaymentAmount: number,
      IsValid: flag,
      Minimum: maybeNumber,
      Maximum: maybeNumber,
      Message: maybeText,
    }),
    body: { type: 'object' },
  },
  'adjustment.list': { answer: pageOfItems(ref('pricing-adjustment')), body: { type: 'object' } },
  'adjustment.products': { answer: pageOfItems(objectOf([['ProductId', id]], ['ProductId'])) },
  'adjustment.children-state': { answer: pageOfItems(objectOf([['ProductId', id]], ['ProductId'])) },
  'adjustment.preview': {
    answer: pageOfItems(
      objectOf(
        [
          ['ProductId', id],
          ['Name', text],
          ['Version', text],
          ['Combinations', count],
          ['Prices', count],
          ['Changed', count],
          ['Before', number],
          ['After', number],
          ['LargestRise', number],
          ['LargestFall', number],
          ['Problem', text],
          ['Reason', text],
        ],
        ['ProductId'],
      ),
    ),
  },
  'adjustment.add-products': { answer: ref('pricing-adjustment'), body: { type: 'object' } },
  'adjustment.schedule-versioning': { answer: ref('pricing-adjustment'), body: { type: 'object' } },
  'adjustment.schedule-launch': { answer: ref('pricing-adjustment'), body: { type: 'object' } },
  'adjustment.remove-product': { answer: ref('pricing-adjustment') },
  'adjustment.cancel-versioning': { answer: ref('pricing-adjustment') },
  'adjustment.cancel-launch': { answer: ref('pricing-adjustment') },
  'rate-card.of-dealer': {
    answer: pageOfItems(
      all({
        Id: text,
        Name: text,
        Brand: maybeText,
        ProductName: text,
        ProductPlanName: text,
        ProductId: id,
        PricingRateCardId: id,
      }),
    ),
  },
  'rate-card.generate': {
    answer: all({ PricingFormulaRateCardId: id, JobId: id, Combinations: count }),
    body: objectOf([['includeWarnings', flag]]),
  },
  'rate-card.cancel': { answer: all({ PricingFormulaRateCardId: id, JobId: id }) },
  'rate-card.import': { answer: all({ PricingFormulaRateCardId: id, JobId: id }) },
  'rate-card.import-to-product': { answer: ref('rate-card'), body: { type: 'object' } },
  'rate-card.remove-rates': { answer: ref('rate-card') },
  'rate-card.rates': {
    answer: pageOfItems(all({ Row: count, Values: list(text), Price: maybeNumber })),
    body: { type: 'object' },
  },
  'rate-card.compare': { answer: changes, body: { type: 'object' } },
  'rate-card.what-if': { answer: changes, body: { type: 'object' } },
  'rate-card.pivot': {
    answer: all({ Rows: list(text), Columns: list(text), Cells: list(list({})) }),
    body: { type: 'object' },
  },
  'card.tokenize': {
    answer: all({ TemporaryToken: text, MaskedNumber: text, CardType: text }),
    body: objectOf([['Number', text]], ['Number']),
  },
  'card.add': { answer: ref('payment-card'), body: { type: 'object' } },
  'user.create': { answer: ref('user'), body: { type: 'object' } },
  'user.update': { answer: ref('user'), body: { type: 'object' } },
  'user.reset-password': { answer: all({ Id: id, UserName: text, Password: text }) },
  'user.end-sessions': { answer: all({ Id: id, Ended: count }) },
  'user.remove-second-factor': { answer: all({ Id: id, WasOn: { type: 'boolean' } }) },
  'user.send-link': {
    answer: all({ Id: id, UserName: text, Email: text, Purpose: { enum: ['invite', 'reset'] } }),
  },
  'user.send-link-of': {
    answer: all({ Id: id, UserName: text, Email: text, Purpose: { enum: ['invite', 'reset'] } }),
  },
  'letter.read': { answer: ref('letter') },
  'letter.send-again': { answer: ref('letter') },
  'product.refresh-cache': { answer: ref('product') },
  'product.add-new-used-rule': {
    answer: all({ Product: ref('product'), CreatedParameterItems: list({ type: 'object' }) }),
  },
  'product-lienholders.save': {
    answer: all({
      Id: id,
      Created: count,
      Updated: count,
      Removed: count,
      ProductLienholders: list(ref('product-lienholder')),
    }),
    body: objectOf([
      ['ProductLienholders', list({ type: 'object' })],
      ['IsLenderLessorEligible', { type: 'boolean' }],
    ]),
  },
  'eligibility-codes.import': {
    answer: all({ Id: id, JobId: id, CodeListName: maybeText }),
  },
  'eligibility-codes.remove-list': { answer: ref('eligibility-code-list') },
  'eligibility-codes.remove-code': { answer: ref('eligibility-code') },
  'parameter.data-link-values': { answer: pageOfItems({ type: 'object' }) },
  'parameter.values-with-groups': { answer: pageOfItems({ type: 'object' }) },
  'parameter.draft': {
    answer: objectOf(
      [
        ['ProductId', id],
        ['Name', text],
        ['SourceName', text],
        ['ParameterValues', list({ type: 'object' })],
      ],
      ['ProductId', 'Name', 'SourceName'],
    ),
  },
  'loan-markup-splits.list': {
    answer: all({
      LowMarkupSplits: list(ref('loan-markup-split')),
      HighMarkupSplits: list(ref('loan-markup-split')),
    }),
  },
  'plan-codes.upload': {
    answer: objectOf(
      [
        ['IsSuccess', flag],
        ['WarningMessages', list(text)],
        ['ErrorMessages', list(text)],
        ['Id', id],
        ['JobId', id],
      ],
      ['IsSuccess', 'WarningMessages', 'ErrorMessages'],
    ),
  },
  'parameter.make-global': { answer: ref('parameter') },
};
