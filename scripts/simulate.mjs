// `npm run simulate [-- people=100000 dealerships=5000 …]`: how many processes, connections and how much database an
// installation needs, from the costs of a call. docs/scale.md says which of them were measured.

/** Every figure may be given on the command line, as `name=value`. */
const usual = {
  people: 100_000,
  dealerships: 5000,
  /** Share of the people who work in the busiest hour, and the calls each makes in a minute. */
  atOnce: 0.15,
  callsPerMinute: 6,
  /** Shares of the calls; the rest are single records. */
  lists: 0.35,
  writes: 0.1,
  /** Milliseconds of processor time in our process for one call. */
  recordMs: 0.8,
  listMs: 2.2,
  writeMs: 3.5,
  /** Milliseconds for which a call holds a connection, and a change the writers' lock. */
  heldMs: 4,
  lockMs: 3,
  /** How busy a process, and the lock, may be in the busiest hour. */
  busy: 0.5,
  /** Bytes a stored record and a history entry take, with their indexes. */
  recordBytes: 3000,
  historyBytes: 700,
  recordsPerDealership: 20_000,
  changesPerPersonAndDay: 20,
  years: 7,
  pool: 12,
};

/** @param {Partial<typeof usual>} given */
export function simulate(given) {
  const of = { ...usual, ...given };
  const calls = (of.people * of.atOnce * of.callsPerMinute) / 60;
  const records = 1 - of.lists - of.writes;
  const processor = of.lists * of.listMs + of.writes * of.writeMs + records * of.recordMs;
  const processes = Math.max(2, Math.ceil((calls * processor) / 1000 / of.busy) + 1);
  const writes = calls * of.writes;
  const lock = (writes * of.lockMs) / 1000;
  const history = of.people * of.changesPerPersonAndDay * 250;
  const gigabytes = (rows, bytes) => (rows * bytes) / 1e9;
  return {
    callsPerSecond: calls,
    writesPerSecond: writes,
    processes,
    connections: processes * (of.pool + 1),
    connectionsInUse: (calls * of.heldMs) / 1000,
    lockBusy: lock,
    databasesForWrites: Math.max(1, Math.ceil(lock / of.busy)),
    recordGigabytes: gigabytes(of.dealerships * of.recordsPerDealership, of.recordBytes),
    historyRowsPerYear: history,
    historyGigabytes: gigabytes(history * of.years, of.historyBytes),
  };
}

/** @param {readonly string[]} words */
export function readGiven(words) {
  return Object.fromEntries(
    words.map((word) => {
      const [name = '', text = ''] = word.split('=');
      const value = Number(text);
      if (!(name in usual) || text === '' || !Number.isFinite(value) || value < 0)
        throw new Error(`${word}: give a number for one of ${Object.keys(usual).join(', ')}.`);
      return [name, value];
    }),
  );
}

function print(words) {
  const given = readGiven(words);
  const { people, dealerships, years } = { ...usual, ...given };
  const found = simulate(given);
  const say = (value, digits = 0) => value.toLocaleString('en-CA', { maximumFractionDigits: digits });
  console.log(`${say(people)} people in ${say(dealerships)} dealerships, in the busiest hour:`);
  console.log(`  ${say(found.callsPerSecond)} calls a second, ${say(found.writesPerSecond)} of them changes`);
  console.log(`  ${found.processes} processes, one of them spare`);
  console.log(
    `  ${say(found.connections)} connections open, ${say(found.connectionsInUse, 1)} of them in use at once`,
  );
  console.log(
    `  the writers' lock is held ${say(found.lockBusy * 100)} % of the time: ${say(found.databasesForWrites)} database(s) to write to`,
  );
  console.log(
    `  ${say(found.recordGigabytes)} GB of records; history ${say(found.historyRowsPerYear / 1e6)} million rows a year, ${say(found.historyGigabytes)} GB in ${years} years`,
  );
}

if (import.meta.url === new URL(process.argv[1] ?? '', 'file:///').href) {
  try {
    print(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
