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
import type { TSchema } from '../http/sent.ts';
import {
  calculateBody,
  compareBody,
  dateBody,
  generateBody,
  importToProductBody,
  lienholdersBody,
  loanPaymentBody,
  locateBody,
  mappingsBody,
  newUsedRuleBody,
  numberBody,
  ofCard,
  ofFormula,
  pageBody,
  pivotBody,
  productIdsBody,
  productsBody,
  type RecordBody,
  ratesBody,
  record,
  stampBody,
  templatesBody,
  whatIfBody,
} from './actionBodies.ts';
import { reportSchemas } from './reports/reportSchemas.ts';

/** `none` where nothing is sent; of an answer that is a file nothing more is said. */
type ActionSchemas = {
  readonly answer?: Schema;
  readonly body: 'none' | RecordBody | TSchema;
};

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
export const actionSchemas = {
  ...reportSchemas,
  'document.paths': { answer: pageOfItems(objectOf([['Path', text]], ['Path'])), body: 'none' },
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
    body: 'none',
  },
  'document.mappings': { answer: mappings, body: 'none' },
  'document.save-mappings': {
    answer: mappings,
    body: mappingsBody,
  },
  'templates.read': { answer: templates, body: 'none' },
  'templates.save': {
    answer: templates,
    body: templatesBody,
  },
  'templates.preview': {
    answer: all({ Views: list(all({ ViewName: text, Html: maybeText })), ObjectId: id }),
    body: 'none',
  },
  'lienholders.global': { answer: pageOfItems(ref('lienholder')), body: productIdsBody },
  'lienholders.product': { answer: pageOfItems(ref('lienholder')), body: productIdsBody },
  'place.suggest': { answer: pageOfItems({ type: 'object' }), body: 'none' },
  'place.lienholders-near': {
    answer: pageOfItems(
      all({ Id: id, TradingName: text, AccountFriendlyId: maybeText, Distance: maybeNumber, Label: text }),
    ),
    body: 'none',
  },
  'place.locate': {
    answer: all({ Latitude: maybeNumber, Longitude: maybeNumber }),
    body: locateBody,
  },
  'pricing.formula-read': { answer: formula, body: 'none' },
  'pricing.formula-save': { answer: formula, body: record('update', ofFormula) },
  'pricing.formula-remove': { answer: all({ Id: id, ProductId: id }), body: 'none' },
  'pricing.calculate-price': { answer: price, body: calculateBody },
  'pricing.validate-loan-payment': {
    answer: all({
      ProductId: id,
      LoanPaymentAmount: number,
      IsValid: flag,
      Minimum: maybeNumber,
      Maximum: maybeNumber,
      Message: maybeText,
    }),
    body: loanPaymentBody,
  },
  'adjustment.list': { answer: pageOfItems(ref('pricing-adjustment')), body: pageBody },
  'adjustment.products': { answer: pageOfItems(objectOf([['ProductId', id]], ['ProductId'])), body: 'none' },
  'adjustment.children-state': {
    answer: pageOfItems(objectOf([['ProductId', id]], ['ProductId'])),
    body: 'none',
  },
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
    body: 'none',
  },
  'adjustment.add-products': { answer: ref('pricing-adjustment'), body: productsBody },
  'adjustment.schedule-versioning': { answer: ref('pricing-adjustment'), body: dateBody },
  'adjustment.schedule-launch': { answer: ref('pricing-adjustment'), body: dateBody },
  'adjustment.remove-product': { answer: ref('pricing-adjustment'), body: 'none' },
  'adjustment.cancel-versioning': { answer: ref('pricing-adjustment'), body: 'none' },
  'adjustment.cancel-launch': { answer: ref('pricing-adjustment'), body: 'none' },
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
    body: 'none',
  },
  'rate-card.generate': {
    answer: all({ PricingFormulaRateCardId: id, JobId: id, Combinations: count }),
    body: generateBody,
  },
  'rate-card.cancel': { answer: all({ PricingFormulaRateCardId: id, JobId: id }), body: 'none' },
  'rate-card.import': { answer: all({ PricingFormulaRateCardId: id, JobId: id }), body: record('update') },
  'rate-card.import-to-product': { answer: ref('rate-card'), body: importToProductBody },
  'rate-card.remove-rates': { answer: ref('rate-card'), body: 'none' },
  'rate-card.rates': {
    answer: pageOfItems(all({ Row: count, Values: list(text), Price: maybeNumber })),
    body: ratesBody,
  },
  'rate-card.compare': { answer: changes, body: compareBody },
  'rate-card.what-if': { answer: changes, body: whatIfBody },
  'rate-card.pivot': {
    answer: all({ Rows: list(text), Columns: list(text), Cells: list(list({})) }),
    body: pivotBody,
  },
  'card.tokenize': {
    answer: all({ TemporaryToken: text, MaskedNumber: text, CardType: text }),
    body: numberBody,
  },
  'card.add': { answer: ref('payment-card'), body: record('update', ofCard) },
  'user.create': { answer: ref('user'), body: record('create') },
  'user.update': { answer: ref('user'), body: record('update') },
  'user.reset-password': { answer: all({ Id: id, UserName: text, Password: text }), body: 'none' },
  'user.end-sessions': { answer: all({ Id: id, Ended: count }), body: 'none' },
  'user.remove-second-factor': { answer: all({ Id: id, WasOn: { type: 'boolean' } }), body: 'none' },
  'user.send-link': {
    answer: all({ Id: id, UserName: text, Email: text, Purpose: { enum: ['invite', 'reset'] } }),
    body: 'none',
  },
  'user.send-link-of': {
    answer: all({ Id: id, UserName: text, Email: text, Purpose: { enum: ['invite', 'reset'] } }),
    body: 'none',
  },
  'letter.read': { answer: ref('letter'), body: 'none' },
  'letter.send-again': { answer: ref('letter'), body: 'none' },
  'product.refresh-cache': { answer: ref('product'), body: 'none' },
  'product.add-new-used-rule': {
    answer: all({ Product: ref('product'), CreatedParameterItems: list({ type: 'object' }) }),
    body: newUsedRuleBody,
  },
  'product-lienholders.save': {
    answer: all({
      Id: id,
      Created: count,
      Updated: count,
      Removed: count,
      ProductLienholders: list(ref('product-lienholder')),
    }),
    body: lienholdersBody,
  },
  'eligibility-codes.import': {
    answer: all({ Id: id, JobId: id, CodeListName: maybeText }),
    body: record('create'),
  },
  'eligibility-codes.remove-list': { answer: ref('eligibility-code-list'), body: 'none' },
  'eligibility-codes.remove-code': { answer: ref('eligibility-code'), body: 'none' },
  'parameter.data-link-values': { answer: pageOfItems({ type: 'object' }), body: 'none' },
  'parameter.values-with-groups': { answer: pageOfItems({ type: 'object' }), body: 'none' },
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
    body: 'none',
  },
  'loan-markup-splits.list': {
    answer: all({
      LowMarkupSplits: list(ref('loan-markup-split')),
      HighMarkupSplits: list(ref('loan-markup-split')),
    }),
    body: 'none',
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
    body: record('update'),
  },
  'parameter.make-global': { answer: ref('parameter'), body: 'none' },
  'document.stamp': { body: stampBody },
  'eligibility-codes.export': { body: 'none' },
  'plan-codes.download': { body: 'none' },
  'rules.export': { body: 'none' },
  'adjustment.download': { body: 'none' },
  'rate-card.pdf': { body: 'none' },
  'rate-card.export-csv': { body: 'none' },
  'rate-card.export-xlsx': { body: 'none' },
} satisfies Readonly<Record<string, ActionSchemas>>;

export const schemasOf = (action: string | undefined): ActionSchemas | undefined =>
  (actionSchemas as Readonly<Record<string, ActionSchemas>>)[action ?? ''];
