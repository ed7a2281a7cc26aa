import { type OperationCall, refusals } from '#server/extension';

/** The provider named in the path; refuses unknown ones. */
export function providerOf(
  { runtime: { model } }: OperationCall,
  params: Readonly<Record<string, string>>,
): string {
  const { provider = '' } = params;
  const item = model.lookups
    .get('plan-code-provider')
    ?.items.find(({ Id }) => String(Id).toLowerCase() === provider.toLowerCase());
  if (!item)
    throw refusals.noSuchRecord({
      params: { entity: 'field.plan-code-file.Provider', id: provider.slice(0, 64) },
    });
  return String(item.Id);
}
