import { componentTypes } from './components.mjs';
import { uuidOf } from './uuid.mjs';

/** Coverage items, coverage groups and plans of a product, from its program. */
export function buildCoverage({ program, record: product }, random) {
  const itemId = (name) => uuidOf('coverage-item', product.Id, name);
  const groupId = (name) => uuidOf('coverage-group', product.Id, name);
  const names = random.shuffled(program.plans).slice(0, random.integer(2, Math.min(5, program.plans.length)));
  const plans = program.plans.filter((plan) => names.includes(plan));
  return {
    items: itemsOf(program, product, itemId, random),
    groups: groupsOf(program, product, itemId, groupId),
    plans: plans.map((plan, index) => planOf(plan, { program, product, index, itemId, groupId })),
  };
}

function itemsOf({ items, settings }, product, itemId, random) {
  const [low, high] = settings.price;
  return Object.entries(items).map(([name, types], index) => ({
    Id: itemId(name),
    ProductId: product.Id,
    Name: name,
    SourceName: sourceName(name),
    Price: high > 0 && random.chance(0.6) ? priceBetween(low, high, random) : 0,
    SortOrder: index,
    ...(index === 0 ? { IsPriority: true, IncludeInQuickQuote: true } : {}),
    ...(types.some((type) => type.startsWith('Service'))
      ? { LabourRateTypeSubclassId: random.integer(1, 4) }
      : {}),
    Components: componentsOf(types, random),
  }));
}

/** Prices end in .00, .50, .95 or .99, like real ones. */
function priceBetween(low, high, random) {
  return random.integer(low, high) + random.pick([0, 0, 0.5, 0.95, 0.99]);
}

function componentsOf(types, random) {
  return types.flatMap((type) => {
    const { code, parts } = componentTypes.find(({ name }) => name === type);
    const all = parts.split('|');
    return all
      .slice(0, random.integer(Math.min(4, all.length), Math.min(10, all.length)))
      .map((part) => uuidOf('component', code, part));
  });
}

function groupsOf({ groups }, product, itemId, groupId) {
  return Object.entries(groups).map(([name, items]) => ({
    Id: groupId(name),
    ProductId: product.Id,
    Name: name,
    SourceName: sourceName(name),
    Price: 0,
    CoverageItems: items.map(itemId),
  }));
}

function planOf(plan, { program, product, index, itemId, groupId }) {
  checkApart(plan, program);
  const related = (name, pairs) =>
    pairs
      .filter((pair) => pair.includes(name))
      .map(([one, other]) => (one === name ? other : one))
      .filter((other) => plan.optional.includes(other))
      .map(itemId);
  return {
    Id: uuidOf('plan', product.Id, plan.name),
    ProductId: product.Id,
    Name: plan.name,
    SourceName: sourceName(plan.name),
    SortOrder: index,
    IsFree: false,
    PlanCoverageItems: [
      ...plan.included.map((name) => ({
        CoverageItemId: itemId(name),
        IsOptional: false,
        ExcludedCoverageItems: [],
        IncludedCoverageItems: [],
      })),
      ...plan.optional.map((name) => ({
        CoverageItemId: itemId(name),
        IsOptional: true,
        ExcludedCoverageItems: related(name, program.excludes),
        IncludedCoverageItems: related(name, program.includes),
      })),
    ],
    PlanCoverageGroups: plan.groups.map((name) => ({ CoverageGroupId: groupId(name), IsOptional: true })),
    CreatedDate: product.CreatedDate,
    CreatedBy: product.CreatedBy,
  };
}

/** Ensures that the seed obeys its own rule: items of a plan's group are not in the plan separately. */
function checkApart(plan, program) {
  const held = plan.groups.flatMap(
    (name) => program.groups[name] ?? fail(`${program.type}: no group ${name}`),
  );
  for (const name of [...plan.included, ...plan.optional]) {
    if (!(name in program.items)) fail(`${program.type}, ${plan.name}: no item ${name}`);
    if (held.includes(name)) fail(`${program.type}, ${plan.name}: ${name} is in a group of the plan already`);
  }
}

function fail(message) {
  throw new Error(message);
}

function sourceName(name) {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
}
