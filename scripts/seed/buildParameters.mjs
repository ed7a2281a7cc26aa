import { dataLinks, fixedLists, templates } from './parameters.mjs';
import { uuidOf } from './uuid.mjs';

/** Number of products with parameters: enough to work with, few enough to start quickly. */
const productCount = 40;

/** Parameters, their values, global templates, fixed lists and data links. */
export function buildParameters(products, plans) {
  const fixed = fixedLists.map((one) => parameterOf(one, { kind: 'Fixed', among: fixedLists }));
  const global = templates.map((one) => parameterOf(one, { kind: one.kind ?? 'Global', among: templates }));
  const own = chosen(products).flatMap((product) =>
    templates.map((one) => parameterOf(filled(one, product, plans), { product, among: templates })),
  );
  return {
    'parameter-data-link': { reference: dataLinks.map(linkOf) },
    parameter: partsOf(fixed, [...global, ...own], ({ record }) => [record]),
    'parameter-value': partsOf(fixed, [...global, ...own], ({ values }) => values),
  };
}

function partsOf(fixed, others, listOf) {
  return { reference: fixed.flatMap(listOf), demo: others.flatMap(listOf) };
}

/** Products in design come first, as they can be edited. */
export function chosen(products) {
  const inDesign = products.filter(({ ProductStateTypeId }) => ProductStateTypeId === 1);
  const others = products.filter(({ ProductStateTypeId }) => [2, 3].includes(ProductStateTypeId));
  return [...inDesign, ...others].slice(0, productCount);
}

/** A linked parameter gets the values of its link for the product. */
function filled(template, product, plans) {
  if (!template.link) return template;
  const values = plans
    .filter(({ ProductId }) => ProductId === product.Id)
    .map(({ Name, SourceName }) => ({ Name, StringValue: SourceName }));
  return { ...template, values };
}

function parameterOf(one, { product, kind, among }) {
  const of = product?.Id ?? kind;
  const idOf = (source) => uuidOf('parameter', product?.Id ?? 'template', source);
  const Id = idOf(one.source);
  const isGrouped = one.base !== undefined;
  const stamp = product ? { CreatedDate: product.CreatedDate, CreatedBy: product.CreatedBy } : {};
  const record = {
    Id,
    ...(product
      ? { ProductId: product.Id, ParentParameterId: uuidOf('parameter', 'template', one.source) }
      : { TemplateKind: kind }),
    ...{ Name: one.name, SourceName: one.source, ParameterValueTypeId: one.type },
    ...{ IsMapped: one.mapped === true, IsRange: one.range === true, IsGrouped: isGrouped },
    ...(one.link ? { IsLinked: true, ParameterDataLinkId: uuidOf('parameter-data-link', one.link) } : {}),
    ...(isGrouped ? { GroupedParameterId: idOf(one.base) } : {}),
    ...stamp,
  };
  const base = among.find(({ source }) => source === one.base);
  const valueId = (source, name) => uuidOf('parameter-value', of, idOf(source), name);
  const values = (one.values ?? []).map(({ grouped, ...value }, SortOrder) => ({
    ...{ Id: valueId(one.source, value.Name), ParameterId: Id, SortOrder, ParameterValueTypeId: one.type },
    ...value,
    ...(grouped ? { GroupedParameterValues: grouped.map((name) => valueId(base.source, name)) } : {}),
    ...stamp,
  }));
  return { record, values };
}

function linkOf({ name, entity, value, product }) {
  return {
    ...{ Id: uuidOf('parameter-data-link', name), Name: name, TargetEntity: entity, LabelField: 'Name' },
    ...{ ValueField: value, ...(product ? { ProductField: product } : {}), ParameterValueTypeId: 1 },
  };
}
