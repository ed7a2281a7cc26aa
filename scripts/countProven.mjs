const idPattern = /\b[CRH]-\d{3}\b/g;

/**
 * The requirement ids a test's title names.
 * @param {string} title
 * @returns {string[]}
 */
export function idsIn(title) {
  return title.match(idPattern) ?? [];
}

/**
 * The ids proven: named by at least one passing test, and by none that failed. And the names no ledger knows.
 * @param {{ ledger: { id: string }[], outcomes: { title: string, status: string }[] }} run
 */
export function countProven({ ledger, outcomes }) {
  const known = new Set(ledger.map((row) => row.id));
  const named = outcomes.flatMap(({ title, status }) => idsIn(title).map((id) => ({ id, title, status })));
  const failed = new Set(named.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const passed = named.filter(({ id, status }) => status === 'passed' && known.has(id) && !failed.has(id));
  return {
    proven: new Set(passed.map(({ id }) => id)),
    unknown: named.filter(({ id }) => !known.has(id)),
  };
}
