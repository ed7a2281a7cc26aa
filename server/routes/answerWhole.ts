/** `GET /product?pageSize=0`: a whole list. Short lists are sent in one piece, long ones are streamed. */

import type { DataRecord } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { bodyOf, longAnswer } from '../http/longAnswer.ts';
import { jsonStream, taggedText } from '../http/respond.ts';
import { WorkBudget } from '../work/WorkBudget.ts';

type Whole = {
  readonly call: ApiCall;
  readonly status: number | undefined;
  /** Streams the list from its start; `budgetOf` gives the budget in force when each piece is produced. */
  readonly pieces: (budgetOf: () => WorkBudget) => AsyncGenerator<readonly DataRecord[], void, undefined>;
  /** The name under which the answer repeats the list. */
  readonly named: string | undefined;
  /** Extra members of an empty answer; may throw a refusal. */
  readonly ifEmpty: () => Promise<DataRecord>;
  /** What it says of itself, however long it is. */
  readonly told?: DataRecord;
};

/** Up to this many characters, a list is buffered and answered with its length and ETag. */
const shortList = 256 * 1024;

export async function answerWhole(whole: Whole): Promise<Response> {
  const { call, status, pieces, named, ifEmpty, told = {} } = whole;
  let budget = call.budget;
  const answers = pieces(() => budget);
  const start = await startOf(answers);
  if (start.isAll) {
    const list = `[${start.texts.join()}]`;
    const more = start.texts.length === 0 ? await ifEmpty() : {};
    const members = [
      `"Items":${list},"TotalItems":${start.texts.length}`,
      ...membersOf(told),
      ...(named ? [`${JSON.stringify(named)}:${list}`] : []),
      ...membersOf(more),
    ];
    return taggedText(`{${members.join()}}`, status);
  }
  // A streamed answer may take its time: it yields to other calls, so it gets a fresh budget.
  budget = new WorkBudget();
  const again = named ? { name: named, pieces: () => pieces(() => budget) } : undefined;
  try {
    return jsonStream(
      longAnswer(call, () =>
        bodyOf(wholeText({ budget, start: start.texts, answers, told, again }), () => answers.return()),
      ),
      status,
    );
  } catch (error) {
    await answers.return();
    throw error;
  }
}

type Pieces = AsyncGenerator<readonly DataRecord[], void, undefined>;

/** The first records as JSON texts, and whether those are all. */
async function startOf(answers: Pieces): Promise<{ readonly texts: string[]; readonly isAll: boolean }> {
  const texts: string[] = [];
  for (let size = 0; size < shortList; ) {
    const { done, value } = await answers.next();
    if (done) return { texts, isAll: true };
    for (const answer of value) size += texts[texts.push(JSON.stringify(answer)) - 1]?.length ?? 0;
  }
  return { texts, isAll: false };
}

type WholeText = {
  readonly budget: WorkBudget;
  readonly start: readonly string[];
  readonly answers: Pieces;
  readonly told: DataRecord;
  readonly again: { readonly name: string; readonly pieces: () => Pieces } | undefined;
};

/** One JSON object with the same member order as short lists. */
async function* wholeText({
  budget,
  start,
  answers,
  told,
  again,
}: WholeText): AsyncGenerator<string, void, undefined> {
  let count = start.length;
  yield `{"Items":[${start.join()}`;
  for await (const piece of answers) {
    await budget.yieldTurn();
    if (piece.length > 0) yield `${count > 0 ? ',' : ''}${textOf(piece)}`;
    count += piece.length;
  }
  yield [`],"TotalItems":${count}`, ...membersOf(told)].join();
  if (again) yield* secondList(budget, again);
  yield '}';
}

async function* secondList(
  budget: WorkBudget,
  { name, pieces }: NonNullable<WholeText['again']>,
): AsyncGenerator<string, void, undefined> {
  yield `,${JSON.stringify(name)}:[`;
  let before = '';
  for await (const piece of pieces()) {
    await budget.yieldTurn();
    if (piece.length === 0) continue;
    yield `${before}${textOf(piece)}`;
    before = ',';
  }
  yield ']';
}

const membersOf = (told: DataRecord): readonly string[] =>
  Object.entries(told).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);

const textOf = (piece: readonly DataRecord[]): string => piece.map((answer) => JSON.stringify(answer)).join();
