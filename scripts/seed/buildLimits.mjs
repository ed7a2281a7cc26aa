import { chosen } from './buildParameters.mjs';
import { uuidOf } from './uuid.mjs';

/** Units of measure in the lookup. */
const units = { occurrence: 2, day: 4, hour: 6 };

/** Limits of liability of the products with parameters. */
export function buildLimits(products, { plans, items }) {
  return chosen(products).flatMap((product, index) => {
    const own = (list) => list.filter(({ ProductId }) => ProductId === product.Id);
    const [first] = own(plans).toSorted((one, other) => one.SortOrder - other.SortOrder);
    const chosenValue = (source, name) => {
      const parameter = uuidOf('parameter', product.Id, source);
      return { id: parameter, value: uuidOf('parameter-value', product.Id, parameter, name) };
    };
    const lowest = chosenValue('Policy.LimitPerRepair', '$1,000');
    return [
      limit(product, 'Aggregate limit', { MaxTotalDollar: 25000, MaxNumberOfEvents: 20 }),
      limit(product, 'Annual limit', { MaxDollarPerYear: 7500, MaxNumberOfEventsPerYear: 6 }),
      ...coverageLimits(product, { plan: first, isOfPlan: index % 2 === 0, items: own(items) }),
      limit(product, 'Repairs with a $1,000 limit', {
        ParameterId: lowest.id,
        ParameterValueId: lowest.value,
        MaxDollarPerEvent: 1000,
      }),
      limit(product, 'Rental vehicle', {
        UnitOfMeasureTypeId: units.day,
        InclusionTypeId: 1,
        MaxUsagePerEvent: 10,
        MaxDollarPerUsage: 45,
        MaxDollarPerEvent: 450,
      }),
    ];
  });
}

/** Labour and money limits of one coverage in the first plan; in every other product, in all plans. */
function coverageLimits(product, { plan, isOfPlan, items }) {
  const covered = plan?.PlanCoverageItems.map(({ CoverageItemId }) => CoverageItemId) ?? [];
  const item = items.find(({ Id }) => covered.includes(Id));
  if (!item) return [];
  return [
    limit(product, `${item.Name} per repair`, {
      PlanId: isOfPlan ? plan.Id : undefined,
      CoverageItemId: item.Id,
      UnitOfMeasureTypeId: units.hour,
      MaxDollarPerEvent: 5000,
      MaxLabourHoursPerEvent: 12.5,
    }),
  ];
}

function limit(product, Name, values) {
  return {
    Id: uuidOf('limit-of-liability', product.Id, Name),
    ProductId: product.Id,
    Name,
    ...{ ParticipationTypeId: 1, InclusionTypeId: 0 },
    ...values,
    ...{ CreatedDate: product.CreatedDate, CreatedBy: product.CreatedBy },
  };
}
