import { chosen } from './buildParameters.mjs';

/** Typical dealership rules: term, odometer and vehicle. */
const productRules = [
  {
    text: 'Policy.TermMonth <= 84 and Vehicle.Odometer <= 160000',
    examples: [
      example('Five years on a low odometer', { 'Policy.TermMonth': 60, 'Vehicle.Odometer': 48000 }, true),
      example('Driven too far', { 'Policy.TermMonth': 60, 'Vehicle.Odometer': 181000 }, false),
    ],
  },
  {
    text: 'Policy.VehicleClass in ["A", "B", "C"] and (Vehicle.CPO or Vehicle.Odometer < 100000)',
    examples: [
      example('Certified, class B', { 'Policy.VehicleClass': 'B', 'Vehicle.CPO': true }, true),
      example(
        'Not certified and far driven',
        { 'Policy.VehicleClass': 'B', 'Vehicle.CPO': false, 'Vehicle.Odometer': 140000 },
        false,
      ),
    ],
  },
];

const planRule = 'Policy.TermMonth >= 24';
const itemRule = '$not(Policy.VehicleClass = "F")';

function example(Title, Values, Expected) {
  return { Title, Values, Expected };
}

/** Adds a rule to every third product with parameters, and to one plan and one coverage item of it. */
export function addRules(products, { plans, items }) {
  const ruled = chosen(products).filter((_, index) => index % 3 === 1);
  ruled.forEach((product, index) => {
    const { text, examples } = productRules[index % productRules.length];
    Object.assign(product, { EligibilityRuleText: text, EligibilityExamples: examples });
    const last = (list) => list.filter(({ ProductId }) => ProductId === product.Id).at(-1);
    const [plan, item] = [last(plans), last(items)];
    if (plan) plan.EligibilityRuleText = planRule;
    if (item) item.EligibilityRuleText = itemRule;
  });
}
