/** The parameters of the demo catalogue as templates: contract inputs and rating factors. */
const types = { text: 1, integer: 2, decimal: 3, boolean: 4 };

const months = (list) => list.map((IntValue) => ({ Name: `${IntValue} months`, IntValue }));
const kilometres = (list) =>
  list.map((IntValue) => ({ Name: `${IntValue.toLocaleString('en-CA').replace(/,/g, ' ')} km`, IntValue }));
const dollars = (list) =>
  list.map((DecimalValue) => ({ Name: `$${DecimalValue.toLocaleString('en-CA')}`, DecimalValue }));
const words = (list) => list.map((name) => ({ Name: name, StringValue: name }));

/** Consecutive ranges between these bounds; null means unbounded. */
const ranges = (ends) =>
  ends.slice(1).map((high, index) => {
    const low = ends[index];
    return {
      Name: `${low === null ? '(-INF' : `[${low}`},${high === null ? '+INF' : high})`,
      Range: {
        ...{ LowEndpoint: low, HighEndpoint: high },
        ...{ OpeningIntervalType: low === null ? 0 : 1, ClosingIntervalType: 0 },
      },
    };
  });

const groups = (named) =>
  Object.entries(named).map(([Name, grouped]) => ({
    Name,
    grouped: grouped.map((month) => `${month} months`),
  }));

/** `base` is the source name on which a grouping is based. */
export const templates = [
  {
    name: 'Term in months',
    source: 'Policy.TermMonth',
    type: types.integer,
    mapped: true,
    values: months([12, 24, 36, 48, 60, 72, 84]),
  },
  {
    name: 'Term in kilometres',
    source: 'Policy.TermKm',
    type: types.integer,
    mapped: true,
    values: kilometres([20000, 40000, 60000, 80000, 100000, 120000, 160000, 200000]),
  },
  {
    name: 'Vehicle class',
    source: 'Policy.VehicleClass',
    type: types.text,
    mapped: true,
    values: words(['A', 'B', 'C', 'D', 'E', 'F']),
  },
  {
    name: 'Limit per repair',
    source: 'Policy.LimitPerRepair',
    type: types.decimal,
    mapped: true,
    values: dollars([1000, 2500, 5000, 7500, 10000]),
  },
  {
    name: 'Vehicle new or used',
    source: 'Policy.VehicleNewUsed',
    type: types.text,
    mapped: true,
    values: words(['New', 'Used', 'NotNewOrUsed']),
  },
  {
    name: 'Certified pre-owned',
    source: 'Vehicle.CPO',
    type: types.boolean,
    mapped: true,
    kind: 'Vehicle',
    values: [
      { Name: 'CPO', BoolValue: true },
      { Name: 'Not CPO', BoolValue: false },
    ],
  },
  { name: 'Plan', source: 'Product.Plan', type: types.text, mapped: true, link: 'Plans of the product' },
  { name: 'Promo code', source: 'Product.PromoCode', type: types.text },
  { name: 'VIN', source: 'Vehicle.VIN', type: types.text, kind: 'Vehicle' },
  { name: 'Odometer', source: 'Vehicle.Odometer', type: types.integer, kind: 'Vehicle' },
  {
    name: 'Odometer range',
    source: 'OdometerRange.Vehicle.Odometer',
    type: types.integer,
    base: 'Vehicle.Odometer',
    range: true,
    values: ranges([0, 40000, 80000, 120000, 160000, null]),
  },
  {
    name: 'Service interval',
    source: 'PPMInterval.Policy.TermMonth',
    type: types.text,
    base: 'Policy.TermMonth',
    mapped: true,
    values: groups({ '2 services': [12, 24], '4 services': [36, 48], '6 services': [60, 72, 84] }),
  },
];

/** Lists shared by all products: read-only, for use by screens. */
export const fixedLists = [
  {
    name: 'Language',
    source: 'Contract.Language',
    type: types.text,
    mapped: true,
    values: [
      { Name: 'English (Canada)', StringValue: 'en-CA' },
      { Name: 'French (Canada)', StringValue: 'fr-CA' },
    ],
  },
  {
    name: 'Region',
    source: 'Contract.Region',
    type: types.text,
    mapped: true,
    values: Object.entries({
      AB: 'Alberta',
      BC: 'British Columbia',
      MB: 'Manitoba',
      NB: 'New Brunswick',
      NL: 'Newfoundland and Labrador',
      NS: 'Nova Scotia',
      NT: 'Northwest Territories',
      NU: 'Nunavut',
      ON: 'Ontario',
      PE: 'Prince Edward Island',
      QC: 'Quebec',
      SK: 'Saskatchewan',
      YT: 'Yukon',
    }).map(([StringValue, Name]) => ({ Name, StringValue })),
  },
  {
    name: 'Region group',
    source: 'Group.Contract.Region',
    type: types.text,
    base: 'Contract.Region',
    mapped: true,
    values: [
      {
        Name: 'Atlantic',
        grouped: ['New Brunswick', 'Newfoundland and Labrador', 'Nova Scotia', 'Prince Edward Island'],
      },
      { Name: 'Quebec', grouped: ['Quebec'] },
      { Name: 'Ontario', grouped: ['Ontario'] },
      { Name: 'West', grouped: ['Alberta', 'British Columbia', 'Manitoba', 'Saskatchewan'] },
      { Name: 'Territories', grouped: ['Northwest Territories', 'Nunavut', 'Yukon'] },
    ],
  },
];

/** Sources of the values of linked parameters. */
export const dataLinks = [
  { name: 'Plans of the product', entity: 'plan', value: 'SourceName', product: 'ProductId' },
  {
    name: 'Coverage items of the product',
    entity: 'coverage-item',
    value: 'SourceName',
    product: 'ProductId',
  },
  {
    name: 'Coverage groups of the product',
    entity: 'coverage-group',
    value: 'SourceName',
    product: 'ProductId',
  },
  { name: 'Brands', entity: 'brand', value: 'Code' },
];
