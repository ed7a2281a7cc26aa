// The results of a run of Vitest, as its JSON reporter writes them: counted, and two runs made one.

/** How many tests passed and failed; a file that itself failed counts as one more. */
export function countResults({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const having = (wanted) => tests.filter(({ status }) => status === wanted).length;
  return { passed: having('passed'), failed: having('failed') + testResults.filter(isBroken).length };
}

/** The files in which something failed. */
export function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * The results of a run after its failed files were run once more: of these the second results count. What failed first
 * and passed then is unsteady.
 */
export function replaceFailed(first, again) {
  const second = new Map(again.testResults.map((file) => [file.name, file]));
  const unsteady = first.testResults.flatMap((file) => {
    const then = second.get(file.name);
    return then ? titlesOfFailed(file).filter((title) => !titlesOfFailed(then).includes(title)) : [];
  });
  return { testResults: first.testResults.map((file) => second.get(file.name) ?? file), unsteady };
}

/** What failed in a file, each with its reason: what stands before the stack, of a long one the beginning. */
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

/** No test of it failed but the file: it cannot be read, or what stands before or after its tests fails. */
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
