/** Logs as a crash leaves them, and with disk damage. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Sqlite } from './driver.ts';
import { inspectLog } from './inspectLog.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const frame = 4096 + 24;
const records = 25;
let number = 0;

type Left = { readonly file: string; readonly log: Buffer; readonly frames: number };

/** Copies the files of a database in the middle of its work, as a crash would leave them. */
function crashed(work: (db: InstanceType<typeof Sqlite>) => void, hasIndex = true): Left {
  number += 1;
  const [source, file] = [path.join(folder, `open-${number}.db`), path.join(folder, `left-${number}.db`)];
  const db = new Sqlite(source);
  db.pragma('journal_mode = wal');
  db.pragma('wal_autocheckpoint = 100000');
  db.exec('create table t (id integer primary key, x text)');
  work(db);
  for (const suffix of ['', '-wal', ...(hasIndex ? ['-shm'] : [])])
    copyFileSync(source + suffix, file + suffix);
  db.close();
  const log = readFileSync(`${file}-wal`);
  return { file, log, frames: Math.floor((log.length - 32) / frame) };
}

const insert = (db: InstanceType<typeof Sqlite>, count = records) => {
  for (let at = 0; at < count; at++) db.prepare('insert into t (x) values (?)').run('x'.repeat(500));
};

function damaged(hasIndex: boolean, change: (log: Buffer, frames: number) => Buffer | undefined) {
  const { file, log, frames } = crashed(insert, hasIndex);
  writeFileSync(`${file}-wal`, change(log, frames) ?? log);
  return { file, frames, found: inspectLog(file) };
}

/** The number of records SQLite reads from it. */
function recordsIn(file: string): number {
  const db = new Sqlite(file);
  try {
    return (db.prepare('select count(*) as n from t').get() as { n: number }).n;
  } catch {
    return 0;
  } finally {
    db.close();
  }
}

const flip = (at: (frames: number) => number) => (log: Buffer, frames: number) => {
  log[at(frames)] = (log[at(frames)] ?? 0) ^ 1;
  return undefined;
};

const damages: Readonly<Record<string, (log: Buffer, frames: number) => Buffer | undefined>> = {
  'a bit of a page in the middle': flip((frames) => 32 + Math.floor(frames / 2) * frame + 1000),
  'a bit of the last page': flip((frames) => 32 + (frames - 1) * frame + 1000),
  'a bit of a salt of a frame': flip(() => 32 + 3 * frame + 9),
  'a bit of a checksum of a frame': flip(() => 32 + 3 * frame + 17),
  'a bit of the header': flip(() => 17),
  'the magic number': flip(() => 3),
  'zeros in the middle': (log, frames) => {
    log.fill(0, 32 + 4 * frame, 32 + (frames - 2) * frame);
    return undefined;
  },
};
/** Damage that only the index reveals. */
const cuts: typeof damages = {
  'the second half is cut off': (log) => log.subarray(0, Math.floor(log.length / 2)),
  'the second half is overwritten': (log) => log.fill(0x5a, Math.floor(log.length / 2)),
  'all is cut off': (log) => log.subarray(0, 0),
};

describe('what is damaged is found wherever SQLite would drop records', () => {
  for (const [name, change] of Object.entries({ ...damages, ...cuts }))
    it(`after a crash: ${name}`, () => {
      const { file, found } = damaged(true, change);
      expect(found).toBeDefined();
      expect(found?.lost).toBeGreaterThan(0);
      expect(recordsIn(file)).toBeLessThan(records);
    });

  for (const [name, change] of Object.entries(damages))
    it(`without the index, as after a power cut: ${name}`, () => {
      expect(damaged(false, change).found).toBeDefined();
    });

  it('every frame by itself, with the index and without', () => {
    for (const hasIndex of [true, false]) {
      const { file, log, frames } = crashed((db) => insert(db, 5), hasIndex);
      for (let at = 0; at < frames; at++) {
        const copy = Buffer.from(log);
        copy[32 + at * frame + 24 + 7] = (copy[32 + at * frame + 24 + 7] ?? 0) ^ 4;
        writeFileSync(`${file}-wal`, copy);
        expect(inspectLog(file), `frame ${at}, index ${hasIndex}`).toBeDefined();
      }
    }
  });
});

describe('what every crash leaves behind is no damage', () => {
  const sound = (work: Parameters<typeof crashed>[0], change?: (log: Buffer) => Buffer) => {
    for (const hasIndex of [true, false]) {
      const { file, log } = crashed(work, hasIndex);
      if (change) writeFileSync(`${file}-wal`, change(log));
      expect(inspectLog(file), `index ${hasIndex}`).toBeUndefined();
    }
  };
  it('a log that is whole', () => sound(insert));
  it('none at all', () => expect(inspectLog(path.join(folder, 'nowhere.db'))).toBeUndefined());
  it('a database that was closed', () => {
    const file = path.join(folder, 'closed.db');
    const db = new Sqlite(file);
    db.pragma('journal_mode = wal');
    db.exec('create table t (id integer)');
    db.close();
    expect(inspectLog(file)).toBeUndefined();
  });
  it('a frame that was cut short', () =>
    sound(insert, (log) => Buffer.concat([log, log.subarray(32, 32 + 700)])));
  it('frames of an older generation', () =>
    sound((db) => {
      insert(db);
      db.pragma('wal_checkpoint(restart)');
      insert(db, 2);
    }));
  it('everything copied back and nothing written since', () =>
    sound((db) => {
      insert(db);
      db.pragma('wal_checkpoint(full)');
    }));
  it('a large transaction that was rolled back, and smaller ones over its frames', () =>
    sound((db) => {
      insert(db, 3);
      db.pragma('cache_size = 10');
      db.exec('begin');
      insert(db, 500);
      db.exec('rollback');
      insert(db, 2);
    }));
  it('a large transaction that the crash has cut short', () =>
    sound((db) => {
      insert(db, 3);
      db.pragma('cache_size = 10');
      db.exec('begin');
      insert(db, 500);
    }));
  it('with the index: a commit that was being written', () => {
    const { file, log } = crashed(insert);
    const torn = Buffer.from(log.subarray(log.length - frame));
    torn[100] = (torn[100] ?? 0) ^ 1;
    writeFileSync(`${file}-wal`, Buffer.concat([log, torn]));
    expect(inspectLog(file)).toBeUndefined();
  });
});
