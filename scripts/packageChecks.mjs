// What `npm run dependencies` checks of packages: versions, reasons to wait, known vulnerabilities.

/**
 * @param {string} one
 * @param {string} other
 */
export function isBefore(one, other) {
  const [left, right] = [one, other].map((version) => version.split(/[.+-]/).map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at] < right[at];
}

/**
 * Known vulnerabilities among all packages of a lock file, transitive ones included.
 * @param {{ packages: Record<string, { name?: string, version?: string }> }} lock
 * @param {Record<string, { from?: string, before: string, why: string }[]>} holes
 */
export function holesIn(lock, holes) {
  const found = Object.entries(lock.packages).flatMap(([place, { name, version = '' }]) => {
    // An alias has the name of the package it stands for.
    const real = name ?? place.split('node_modules/').at(-1);
    return (holes[real] ?? [])
      .filter(({ from, before }) => isBefore(version, before) && !(from && isBefore(version, from)))
      .map(({ before, why }) => `${real} ${version}: ${why} Take ${before} or later.`);
  });
  return [...new Set(found)];
}

/**
 * The newest version to take, and what is wrong with ours. A reason to wait covers the versions from the one it
 * names, so that fixes of the line we are on are not missed.
 * @param {{ name: string, version: string, latest: string, versions: string[], wait?: { from: string } }} given
 */
export function ageOf({ name, version, latest, versions, wait }) {
  if (wait && isBefore(latest, wait.from))
    return { newest: '', trouble: `${name} waits for no reason: ${latest} is before ${wait.from}.` };
  const newest = versions
    .filter((one) => one === latest || /^[0-9.]+$/.test(one))
    .filter((one) => !isBefore(latest, one) && (!wait || isBefore(one, wait.from)))
    .reduce((best, one) => (isBefore(best, one) ? one : best), version);
  return newest === version
    ? { newest: '' }
    : {
        newest,
        trouble: `${name} ${version}: ${newest} is out. Take it, or say in docs/dependencies.json (waits) why not.`,
      };
}

/**
 * Entries of docs/dependencies.json that say nothing, or are about nothing.
 * @param {{ waits: object, kept: object, holes: object }} said
 * @param {readonly string[]} names packages of package.json
 */
export function reasonTroubles({ waits, kept, holes }, names) {
  return [
    ...Object.keys({ ...waits, ...kept })
      .filter((name) => !names.includes(name))
      .map((name) => `docs/dependencies.json names ${name}, which is not installed.`),
    ...Object.entries(waits)
      .filter(([, { from, why }]) => !/^\d+(\.\d+)*$/.test(from ?? '') || !why)
      .map(([name]) => `docs/dependencies.json: ${name} waits without a first version and a reason.`),
    ...Object.entries(kept)
      .filter(([, why]) => !why)
      .map(([name]) => `docs/dependencies.json: ${name} is kept without a reason.`),
    ...Object.entries(holes)
      .filter(([, list]) => list.some(({ before, why }) => !before || !why))
      .map(([name]) => `docs/dependencies.json: a hole of ${name} has no version or no reason.`),
  ];
}

/**
 * What `npm audit --json` found, a line for each package; undefined if the registry does not offer it.
 * @param {string} stdout
 */
export function auditTroubles(stdout) {
  try {
    const { vulnerabilities } = JSON.parse(stdout);
    return (
      vulnerabilities &&
      Object.values(vulnerabilities).map(
        ({ name, severity, range, via }) =>
          `${name} ${range}: ${severity}, ${via.map((one) => one.title ?? one).join('; ')}`,
      )
    );
  } catch {
    return undefined;
  }
}
