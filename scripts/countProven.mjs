const idPattern = /\b[CRH]-\d{3}\b/g;

/**
 * The requirement ids that a test names in its title or its story tags.
 * @param {{ title: string, tags?: readonly string[] }} outcome
 * @returns {string[]}
 */
export function idsOf({ title, tags = [] }) {
  return [...new Set([title, ...tags].flatMap(idsIn))];
}

/**
 * The requirement ids in a text.
 * @param {string} text
 * @returns {string[]}
 */
export function idsIn(text) {
  return text.match(idPattern) ?? [];
}

/**
 * How each row of the ledger is covered; an id is in one set at most. `decided`: not testable, covered by a
 * decision; `exercised`: named by a passing test that runs behaviour; `read`: named only by passing tests
 * that read declarations. An id named by a failing test counts in neither. Also returns ids that no ledger
 * knows.
 * @param {{
 *   ledger: { id: string }[],
 *   outcomes: { title: string, tags?: readonly string[], status: string, reads?: boolean }[],
 *   decisions?: Record<string, string>,
 * }} run
 */
export function countProven({ ledger, outcomes, decisions = {} }) {
  const known = new Set(ledger.map((row) => row.id));
  const decided = new Set(Object.keys(decisions).filter((id) => known.has(id)));
  const named = outcomes.flatMap((outcome) => idsOf(outcome).map((id) => ({ ...outcome, id })));
  const failed = new Set(named.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const passed = named.filter(
    ({ id, status }) => status === 'passed' && known.has(id) && !failed.has(id) && !decided.has(id),
  );
  const exercised = new Set(passed.filter(({ reads }) => !reads).map(({ id }) => id));
  const read = new Set(passed.filter(({ id }) => !exercised.has(id)).map(({ id }) => id));
  return { exercised, read, decided, unknown: named.filter(({ id }) => !known.has(id)) };
}
