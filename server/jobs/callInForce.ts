/** Lets long work continue after a release, unless the release changed what the work writes. */
import { type ModelBundle, sameValue } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';

type CallInForce = {
  /** The call under the model in force; throws if the entities it writes have changed. */
  readonly call: () => OperationCall;
  readonly write: <Result>(work: (scope: WriteScope) => Promise<Result>) => Promise<Result>;
};

export function callInForce(started: OperationCall, writes: readonly string[]): CallInForce {
  let known = started;
  const call = () => {
    const runtime = started.runtime.latest();
    if (known.runtime === runtime) return known;
    const [before, after] = [known.runtime.bundle, runtime.bundle].map((bundle) => said(bundle, writes));
    if (!sameValue(before, after)) throw refusals.jobOvertaken();
    known = { ...started, runtime };
    return known;
  };
  const write: CallInForce['write'] = async (work) => {
    for (;;) {
      const now = call();
      try {
        return await inTransaction(now, work);
      } catch (error) {
        // A release was published while it waited: retry under the new model.
        if (!(error instanceof Refusal) || error.key !== changed || now === call()) throw error;
      }
    }
  };
  return { call, write };
}

const changed = refusals.declarationsChanged().key;

/** The declarations of these entities: fields and rules. */
function said({ files }: ModelBundle, entities: readonly string[]): readonly unknown[] {
  return files
    .filter(({ file }) => /\/(entity|behaviour)\.json$/.test(file))
    .map(({ json }) => json as { readonly $id?: string; readonly for?: string })
    .filter(({ $id, for: target }) => entities.includes($id ?? target ?? ''));
}
