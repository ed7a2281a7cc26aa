import type { Change } from '#engine';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });

/** Changes of every kind over the insurance application, some of them wrong, in an order that a person may choose. */
export const everyChange = [
  { kind: 'field', name: 'product.OwnNote', type: 'text', title: texts('Own note') },
  {
    ...{ kind: 'place', name: 'product-create.general.item.OwnNote', screen: 'product-create' },
    ...{ block: 'general', as: 'item', section: 'sale', field: 'OwnNote', after: 'IsStackable' },
  },
  {
    ...{ kind: 'rule', name: 'product.own-note', check: '$length(OwnNote) < 9', at: ['OwnNote'] },
    ...{
      message: texts('Shorten the note.'),
      examples: [{ title: 'Short', record: { OwnNote: 'a' }, holds: true }],
    },
  },
  { kind: 'adjust', name: 'field.product.Description', maxLength: 300, was: {} },
  { kind: 'feature', name: 'Own.Read', title: texts('Read own notes') },
  { kind: 'role', name: 'own-reader', title: texts('Own reader'), add: ['Own.Read', 'Product.Menu'] },
  { kind: 'message', name: 'menu.catalogue', text: texts('Own catalogue') },
  { kind: 'lookup', name: 'province.XX', id: 99, title: texts('Elsewhere') },
  { kind: 'entity', name: 'visit', title: texts('Visit'), plural: texts('Visits'), label: texts('Name') },
  { kind: 'field', name: 'visit.Email', type: 'email', title: texts('Email') },
  {
    ...{ kind: 'field', name: 'visit.Stage', type: 'choice', title: texts('Stage'), required: true },
    default: 'Open',
    choices: ['Open', 'Closed'].map((name) => ({ name, title: texts(name) })),
  },
  {
    kind: 'field',
    name: 'visit.ProductId',
    type: 'reference',
    reference: 'product',
    title: texts('Product'),
  },
  {
    ...{ kind: 'field', name: 'product.Visits', type: 'integer', title: texts('Visits') },
    rollUp: { of: 'visit', by: 'ProductId', function: 'count' },
  },
  {
    ...{ kind: 'workflow', name: 'visit', field: 'Stage' },
    transitions: [{ id: 'close', label: texts('Close'), from: ['Open'], to: 'Closed', access: 'login' }],
  },
  { kind: 'activity', name: 'visit', activity: { comments: {} } },
  {
    ...{ kind: 'automation', name: 'visit.own-button', title: texts('Call back') },
    ...{ when: { on: 'button', icon: 'phone' }, then: [{ do: 'set', fields: { Email: "'a@example.com'" } }] },
  },
  {
    ...{ kind: 'printFormat', name: 'visit.card', title: texts('Card'), for: 'record' },
    blocks: [{ print: 'heading', text: texts('Visit {{ Name }}') }],
  },
  {
    ...{ kind: 'publicForm', name: 'visit.ask', address: 'ask-visit' },
    ...{ title: texts('Ask us'), thanks: texts('Thanks'), fields: [{ field: 'Name' }, { field: 'Email' }] },
  },
  { kind: 'section', name: 'product-create.general.own', title: texts('Own section') },
  { kind: 'related', name: 'product.own-visits', of: 'visit', by: 'ProductId' },
  {
    ...{ kind: 'block', name: 'product.own-chart', widget: 'chart', by: 'ProductId', title: texts('Chart') },
    settings: { show: 'bar', entity: 'visit', column: 'Stage' },
  },
  {
    ...{ kind: 'view', name: 'products.products.own', title: texts('Own view'), as: 'list' },
    ...{ screen: 'products', block: 'products', fields: ['Name'] },
  },
  { kind: 'field', name: 'dealer.OwnWrong', type: 'text', title: texts('Wrong'), visible: 'Nowhere = 1' },
  { kind: 'rule', name: 'plan.own-broken', check: 'Name = ', at: ['Name'], message: texts('Broken') },
] as unknown as readonly Change[];
