import { uuidOf } from './uuid.mjs';

/** Buckets of schemas/pricing/price-bucket/seed.json. */
const buckets = {
  dealerCost: '0e432d73-0dbc-5eca-8c6e-18bfcece2e17',
  reserve: '42374135-2784-5908-a61a-7beabcb2d3a6',
  administration: '8f035045-e9c7-5b52-9c65-2581eb4f2379',
  commission: 'e9d3a5f0-72ea-5c9f-9bf5-eea7121f74e3',
};

/** Products with prices: the values of their base tables, and the reserve share of each plan in percent. */
const priced = [
  {
    ...{ code: 'BOR-TIR-30', base: 149, perYear: 46, perClass: 18, administration: 25 },
    shares: { Bronze: 20, Silver: 32, Gold: 45 },
    cards: [
      { name: 'Autumn 2026', source: 'Generated', date: '2026-10-05T14:00:00.000Z', percent: 100 },
      { name: 'Summer 2026', source: 'Imported', date: '2026-06-15T14:00:00.000Z', percent: 96 },
    ],
  },
  {
    ...{ code: 'MRA-APP-30', base: 219, perYear: 61, perClass: 12, administration: 30 },
    shares: { Exterior: 18, InteriorAndExterior: 27, Complete: 38 },
    cards: [{ name: 'Price list 2026', source: 'Generated', date: '2026-07-02T14:00:00.000Z', percent: 100 }],
  },
];

const read = ['Policy.TermMonth', 'Policy.VehicleClass'];

/** Formulas and rate cards of a few products, which are updated to refer to them. */
export function buildPricing(products, { plans, parameters, values }) {
  const books = priced.map((prices) => {
    const product = products.find(({ Code }) => Code === prices.code);
    const [terms, classes] = read.map((source) => valuesOf(source, { product, parameters, values }));
    const own = plans.filter(({ ProductId }) => ProductId === product.Id);
    return { ...prices, product, terms, classes, plans: own.sort((a, b) => a.SortOrder - b.SortOrder) };
  });
  const formulas = books.map(formulaOf);
  for (const { product, steps } of books.map((book, at) => ({ ...book, steps: formulas[at].Steps }))) {
    product.PricingFormula = steps.map(({ Name, Expression }) => `${Name} = ${Expression}`).join('\n');
    product.IsPricingFormulaValid = true;
  }
  const made = books.flatMap((book) => book.cards.map((card) => cardOf(book, card)));
  return { formulas, cards: made.map(({ card }) => card), files: made.map(({ file }) => file) };
}

function valuesOf(source, { product, parameters, values }) {
  const parameter = parameters.find(
    ({ ProductId, SourceName }) => ProductId === product.Id && SourceName === source,
  );
  return { parameter, items: values.filter(({ ParameterId }) => ParameterId === parameter.Id) };
}

const scalar = ({ IntValue, StringValue }) => IntValue ?? StringValue;

/** The value of the base table in dollars. */
const baseOf = ({ base, perYear, perClass }, term, place) =>
  base + perYear * (term / 12 - 1) + perClass * place;

function formulaOf(book) {
  const { product, plans, shares, administration, terms, classes } = book;
  const cells = terms.items.flatMap((term) =>
    classes.items.map((one, place) =>
      [scalar(term), scalar(one), baseOf(book, scalar(term), place)].join('\t'),
    ),
  );
  const share = Object.entries(shares)
    .slice(1)
    .reduce(
      (text, [name, percent]) => `$plan = '${name}' ? ${percent / 100} : ${text}`,
      String(Object.values(shares)[0] / 100),
    );
  const step = (Name, Expression, PriceBucketId) => ({ Name, Expression, PriceBucketId, Scale: 2 });
  const [plan] = plans;
  const [term, one] = [terms.items[2], classes.items[1]];
  const values = { [read[0]]: scalar(term), [read[1]]: scalar(one) };
  return {
    Id: uuidOf('pricing-formula', product.Id),
    ProductId: product.Id,
    Steps: [
      step('base', "$table('Base')", buckets.dealerCost),
      step('reserve', `$base * (${share})`, buckets.reserve),
      step('administration', String(administration), buckets.administration),
      step('commission', '($base + $reserve) * 0.1', buckets.commission),
    ],
    LookUpTables: [{ Name: 'Base', Cells: [[...read, 'Value'].join('\t'), ...cells].join('\n') }],
    Examples: [
      {
        Title: [plan.Name, ...Object.values(values)].join(', '),
        ...{ PlanId: plan.Id, Values: values, Expected: centsOf(book, { plan, term, place: 1 }) / 100 },
      },
    ],
    Adjustments: [],
    UsedParameters: [terms, classes].map(({ parameter }, at) => ({
      ParameterId: parameter.Id,
      SourceName: read[at],
    })),
    CreatedDate: product.CreatedDate,
    CreatedBy: product.CreatedBy,
  };
}

/** Repeats the formula in whole cents, to avoid rounding errors. */
function centsOf(book, { plan, term, place }) {
  const base = baseOf(book, scalar(term), place) * 100;
  const reserve = Math.round((base * book.shares[plan.SourceName || plan.Name]) / 100);
  return base + reserve + book.administration * 100 + Math.round((base + reserve) / 10);
}

function cardOf(book, { name, source, date, percent }) {
  const { product, plans, terms, classes } = book;
  const prices = plans.flatMap((plan) =>
    terms.items.flatMap((term) =>
      classes.items.map((_, place) => Math.round((centsOf(book, { plan, term, place }) * percent) / 100)),
    ),
  );
  const content = Buffer.from(Int32Array.from(prices).buffer);
  const fileId = uuidOf('rate-card-file', product.Id, name);
  const dimension = ({ parameter, items }) => ({
    ...{ Name: parameter.SourceName, Label: parameter.Name },
    Values: items.map((one) => ({ Value: scalar(one), Label: one.Name })),
  });
  const plan = plans.map(({ Name, SourceName }) => ({ Value: SourceName || Name, Label: Name }));
  return {
    file: {
      ...{ Id: fileId, Name: 'prices.bin', ContentType: 'application/octet-stream' },
      ...{ UploadedBy: product.CreatedBy, CreatedDate: date, Content: content.toString('base64') },
    },
    card: {
      ...{ Id: uuidOf('rate-card', product.Id, name), ProductId: product.Id, Name: name },
      Dimensions: [{ Name: 'Plan', Label: 'Plan', Values: plan }, dimension(terms), dimension(classes)],
      ...{ RatesFileId: fileId, CombinationCount: prices.length, PriceCount: prices.length, Warnings: [] },
      ...{ Source: source, RatesDate: date, CreatedDate: date, CreatedBy: product.CreatedBy },
    },
  };
}
