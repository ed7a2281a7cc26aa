/** The spreadsheet that a route returns or accepts. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { refersToMany, refersToOne } from '../query/refersToOne.ts';
import type { EntityModel, FieldModel, RouteModel, SheetModel } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import { ruleScope, type TypeSources } from './typeScope.ts';

type Context = {
  readonly file: string;
  readonly path: string;
  readonly types: TypeSources;
  readonly compiler: Compiler;
  readonly sheets: NonNullable<ApiDeclaration['sheets']>;
};

export function compileSheet(
  { sheet, operation }: ApiDeclaration['routes'][number],
  { file, path, types, compiler, sheets }: Context,
  entity: EntityModel,
): RouteModel['sheet'] {
  const isSheet = operation === 'download' || operation === 'upload';
  const error = (message: string) => compiler.error({ file, path }, message);
  const declared = sheet === undefined ? undefined : sheets[sheet];
  if (isSheet !== (sheet !== undefined))
    error('A download or an upload, and no other route, names its "sheet".');
  else if (sheet !== undefined && !declared) error(`There is no sheet ${sheet} in "sheets".`);
  if (!declared) return undefined;
  const key = [declared.key].flat() as unknown as SheetModel['key'];
  for (const name of key)
    if (!declared.columns.includes(name)) error(`The key ${name} is none of the columns.`);
  const names = declared.names ?? {};
  for (const name of Object.keys(names))
    if (!declared.columns.includes(name)) error(`${name} is none of the columns.`);
  for (const name of declared.columns) reportColumn(entity, name, { types, error, by: names[name] });
  const body = { kind: 'object', fields: {}, open: true } as const;
  const name = compiler.expression(declared.file, { file, path: `/sheets/${sheet}/file` }, () => {
    const scope = ruleScope(types, entity);
    return { ...scope, vars: { ...scope.vars, body } };
  });
  return { key, columns: declared.columns, names, name, replaces: declared.replaces === true };
}

type Reporting = {
  readonly types: TypeSources;
  readonly error: (message: string) => void;
  /** The field that identifies a reference in a cell. */
  readonly by?: string;
};

function reportColumn(entity: EntityModel, name: string, { types, error, by = 'Name' }: Reporting): void {
  const field = entity.fields.find((one) => one.name === name);
  if (!field) error(`${entity.id} has no field ${name}.`);
  else if (!kinds[field.kind].sheet) error(`${name} does not fit into a cell.`);
  else if (
    (refersToOne(field) || refersToMany(field)) &&
    !kinds[field.kind].isAccount &&
    !isNamed(field, types, by)
  )
    error(`${name} refers to records that have no ${by}, or "x-expand" does not carry it.`);
}

function isNamed({ ref, expand }: FieldModel, { entities }: TypeSources, by: string): boolean {
  const target = ref && entities.get(ref.entity);
  return expand?.fields.includes(by) === true && target?.fieldByPath.has(by) === true;
}
