import { uuidOf } from './uuid.mjs';

/** Typical rating tables: price by two parameters. */
const tables = [
  {
    ...{ name: 'Base rate by class and term', source: 'Factor.BaseRate', format: 'Currency' },
    ...{ x: 'Policy.TermMonth', y: 'Policy.VehicleClass' },
    value: (column, row) => Math.round((189 + 74 * column) * (1 + 0.18 * row)),
  },
  {
    ...{ name: 'Kilometre surcharge by class', source: 'Factor.KilometreSurcharge', format: 'Percentage' },
    ...{ x: 'Policy.TermKm', y: 'Policy.VehicleClass' },
    value: (column, row) => Math.round((column * 2.5 + row * 0.75) * 4) / 4,
  },
  {
    ...{ name: 'Odometer surcharge by repair limit', source: 'Factor.OdometerSurcharge', format: 'Currency' },
    ...{ x: 'Policy.LimitPerRepair', y: 'OdometerRange.Vehicle.Odometer' },
    // The highest limits are not sold for the highest odometers, so these cells are empty.
    value: (column, row) => (column > 3 && row > 3 ? undefined : 25 * column + 40 * row),
  },
];

/** Factors of the products with parameters. */
export function buildFactors(parameters, values) {
  const valuesOf = groupBy(values, ({ ParameterId }) => ParameterId);
  const own = groupBy(
    parameters.filter(({ ProductId }) => ProductId),
    ({ ProductId }) => ProductId,
  );
  return [...own].flatMap(([ProductId, list]) => {
    const named = new Map(list.map((parameter) => [parameter.SourceName, parameter]));
    return tables.map((table) =>
      factorOf(table, { ProductId, x: named.get(table.x), y: named.get(table.y), valuesOf }),
    );
  });
}

function factorOf({ name, source, format, value }, { ProductId, x, y, valuesOf }) {
  const cells = (valuesOf.get(y.Id) ?? []).flatMap((down, row) =>
    (valuesOf.get(x.Id) ?? []).map((across, column) => ({
      ...{ DecimalValue: value(column, row), ParameterValueXId: across.Id, ParameterValueYId: down.Id },
    })),
  );
  return {
    ...{
      Id: uuidOf('product-factor', ProductId, source),
      ProductId,
      ProductFactorName: name,
      SourceName: source,
    },
    ...{ DisplayFormat: format, ParameterXId: x.ParentParameterId, ParameterYId: y.ParentParameterId },
    ...{ LocalParameterXId: x.Id, LocalParameterYId: y.Id },
    ProductFactorValues: cells.filter(({ DecimalValue }) => DecimalValue !== undefined),
    ...{ CreatedDate: x.CreatedDate, CreatedBy: x.CreatedBy },
  };
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
