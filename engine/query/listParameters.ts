/** The parameters of a list in a query string; names are case-insensitive. */
const names = [
  'page',
  'pagesize',
  'sortfields',
  'sortdirections',
  'filterproperty',
  'filteroperator',
  'filtervalue',
  '$where',
] as const;
/** Values of each parameter, in order. */
export type ListParameters = Readonly<Record<(typeof names)[number], readonly string[]>>;

export function collectParameters(params: URLSearchParams): ListParameters {
  const all = [...params];
  const valuesOf = (name: string) =>
    all.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return Object.fromEntries(names.map((name) => [name, valuesOf(name)])) as unknown as ListParameters;
}
