/** The last step of jobs that produce rates: makes them effective. */
import type { DataRecord } from '#engine';
import { insertRecord, type JobWork, refusals, updateStored } from '#server/extension';
import { countOf, type Dimension } from './cardLayout.ts';

const entity = 'rate-card';

type Rates = {
  readonly file: DataRecord & { readonly Id: string };
  readonly dimensions: readonly Dimension[];
  readonly priced: number;
  readonly Warnings: readonly DataRecord[];
  readonly Source: string;
  /** The name of the change in the history. */
  readonly operation: string;
};

/** Makes all rates effective at once. */
export async function showRates(
  { call, input, complete, write }: JobWork,
  { file, dimensions, priced, Warnings, Source, operation }: Rates,
) {
  const count = countOf(dimensions);
  const result = { Id: input.RateCardId, RowCount: priced, Combinations: count, Warnings };
  await write(async (scope) => {
    const plan = scope.call.runtime.planOf(entity);
    const previous = await scope.session.get(entity, String(input.RateCardId));
    if (!previous)
      throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: String(input.RateCardId) } });
    await insertRecord(scope, scope.call.runtime.planOf('file'), file);
    const shown = {
      ...{ Dimensions: dimensions, RatesFileId: file.Id, CombinationCount: count, PriceCount: priced },
      ...{ Warnings, Source, RatesDate: call.runtime.ports.now().toISOString() },
    };
    await updateStored(scope, plan, { previous, next: { ...previous, ...shown }, operation });
    await complete(scope.session, result);
  });
  return result;
}
