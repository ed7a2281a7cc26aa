// Counts and merges results written by Vitest's JSON reporter.

/** Number of passed and failed tests; a file that fails as a whole counts as one more failure. */
export function countResults({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const having = (wanted) => tests.filter(({ status }) => status === wanted).length;
  return { passed: having('passed'), failed: having('failed') + testResults.filter(isBroken).length };
}

/** Files with a failure. */
export function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Merges the results of a run with those of a retry of its failed files. A test that failed first and then
 * passed is flaky (`unsteady`).
 */
export function replaceFailed(first, again) {
  const second = new Map(again.testResults.map((file) => [file.name, file]));
  const unsteady = first.testResults.flatMap((file) => {
    const then = second.get(file.name);
    return then ? titlesOfFailed(file).filter((title) => !titlesOfFailed(then).includes(title)) : [];
  });
  return { testResults: first.testResults.map((file) => second.get(file.name) ?? file), unsteady };
}

/** Failures of a file with their reasons: the message before the stack, truncated. */
export function failuresOf(file) {
  if (isBroken(file)) return [{ title: file.name, reason: reasonIn(file.message) }];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      title: `${file.name} > ${fullName}`,
      reason: reasonIn(failureMessages[0]),
    }));
}

const titlesOfFailed = (file) => failuresOf(file).map(({ title }) => title);

/** Whether the file failed outside its tests: it could not be loaded, or a hook failed. */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((one) => one.status === 'failed');
}

function reasonIn(text = '') {
  const lines = text.split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack < 0 ? 15 : Math.min(stack, 15))
    .join('\n    ')
    .slice(0, 2000)
    .trimEnd();
}
