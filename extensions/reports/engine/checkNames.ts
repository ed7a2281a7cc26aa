/** Formulas that name fields, parameters, text boxes or scopes that the definition does not have. */
import { type Reading, report, within } from './elements.ts';
import { everyPart, type Formula } from './formulaTypes.ts';
import type { Element, ReportLayout } from './types.ts';

export function checkNames(reading: Reading, root: Element, layout: ReportLayout): void {
  const names = (of: (element: Element) => boolean) =>
    new Set([...within(root)].filter(of).flatMap(({ attributes }) => attributes.Name ?? []));
  const known: Known = {
    fields: new Set(layout.dataSets.flatMap(({ fields }) => fields.map(({ name }) => name))),
    parameters: new Set(layout.parameters.map(({ name }) => name)),
    boxes: names(({ name }) => name === 'Textbox'),
    scopes: names(({ name }) => !['Textbox', 'Field', 'ReportParameter', 'QueryParameter'].includes(name)),
    variables: names(({ name }) => name === 'Variable'),
  };
  for (const { element, formula } of reading.formulas ?? [])
    for (const part of everyPart(formula)) {
      const about = unknownIn(part, known);
      if (about !== undefined) report(reading, element, about);
    }
}

type Known = Readonly<
  Record<'fields' | 'parameters' | 'boxes' | 'scopes' | 'variables', ReadonlySet<string>>
>;

function unknownIn(
  part: Formula,
  { fields, parameters, boxes, scopes, variables }: Known,
): string | undefined {
  switch (part.kind) {
    case 'field':
      // A definition without a field of its own shows those of shared data sets.
      return fields.size === 0 || fields.has(part.name) ? undefined : `Fields!${part.name}`;
    case 'parameter':
      return parameters.has(part.name) ? undefined : `Parameters!${part.name}`;
    case 'item':
      return boxes.has(part.name) ? undefined : `ReportItems!${part.name}`;
    case 'variable':
      return variables.has(part.name) ? undefined : `Variables!${part.name}`;
    case 'aggregate':
      return !part.scope || part.name === 'inscope' || scopes.has(part.scope) ? undefined : `"${part.scope}"`;
    case 'lookup':
      return scopes.has(part.set) ? undefined : `"${part.set}"`;
    default:
      return undefined;
  }
}
