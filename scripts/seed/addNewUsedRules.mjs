import { chosen } from './buildParameters.mjs';
import { uuidOf } from './uuid.mjs';

const rules = [
  {
    Name: 'By odometer',
    Description: 'A vehicle driven no more than 20,000 km counts as new.',
    RuleText: 'Vehicle.Odometer <= 20000',
    Examples: [
      example('Demonstrator', { 'Vehicle.Odometer': 8000 }, true),
      example('Driven far', { 'Vehicle.Odometer': 64000 }, false),
    ],
  },
  {
    Name: 'Certified with low odometer',
    Description: 'Certified pre-owned vehicles count as new up to 40,000 km, others up to 5,000 km.',
    RuleText: 'Vehicle.Odometer <= 5000 or (Vehicle.CPO and Vehicle.Odometer <= 40000)',
    Examples: [
      example('Certified', { 'Vehicle.CPO': true, 'Vehicle.Odometer': 31000 }, true),
      example('Not certified', { 'Vehicle.CPO': false, 'Vehicle.Odometer': 31000 }, false),
    ],
  },
  {
    Name: 'As sold',
    Description: 'What the policy says decides.',
    RuleText: 'Policy.VehicleNewUsed = "New"',
    Examples: [example('Sold as new', { 'Policy.VehicleNewUsed': 'New' }, true)],
  },
].map((rule) => ({ Id: uuidOf('new-used-rule', rule.Name), ...rule }));

function example(Title, Values, Expected) {
  return { Title, Values, Expected };
}

/** Returns the New/Used rules; every third product with parameters gets one. */
export function addNewUsedRules(products) {
  chosen(products)
    .filter((_, index) => index % 3 === 2)
    .forEach((product, index) => {
      const { Id, RuleText } = rules[index % rules.length];
      Object.assign(product, { NewUsedRuleId: Id, NewUsedRuleText: RuleText });
    });
  return rules;
}
