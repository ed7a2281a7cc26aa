import { describe, expect, it } from 'vitest';
import { StartError } from '../errors/StartError.ts';
import { filesPlace } from './filesPlace.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const postgres = 'postgres://somebody:hidden@db.example.com/office';

describe('the location of files', () => {
  it('follows the database unless FILES_URL names another', () => {
    expect(filesPlace({}, 'file:data/a.db')).toEqual({ kind: 'folder', folder: 'data/a.files' });
    expect(filesPlace({ FILES_URL: ' ' }, postgres)).toEqual({ kind: 'database', url: postgres });
    const shared = { kind: 'folder', folder: '/srv/files' };
    for (const FILES_URL of ['file:/srv/files', 'file:///srv/files'])
      for (const database of ['file:data/a.db', postgres])
        expect(filesPlace({ FILES_URL }, database)).toEqual(shared);
  });

  it('is a bucket of Amazon or another service', () => {
    expect(filesPlace({ ...keys, FILES_URL: 's3://office-files' }, postgres)).toEqual({
      kind: 'bucket',
      ...{ bucket: 'office-files', prefix: '', region: 'us-east-1' },
      ...{ endpoint: 'https://s3.us-east-1.amazonaws.com', accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const FILES_URL = 's3://office-files/formwright/a/?endpoint=http://minio:9000&region=ca-central-1';
    expect(filesPlace({ ...keys, FILES_URL }, postgres)).toMatchObject({
      ...{ prefix: 'formwright/a/', endpoint: 'http://minio:9000', region: 'ca-central-1' },
    });
    expect(
      filesPlace({ ...keys, AWS_REGION: 'ca-west-1', FILES_URL: 's3://office-files' }, postgres),
    ).toMatchObject({
      endpoint: 'https://s3.ca-west-1.amazonaws.com',
    });
  });

  for (const [FILES_URL, more, said] of [
    ['data/files', keys, 'Use file:<folder>'],
    ['https://somebody:hidden@example.com/', keys, 'not understood'],
    ['file:', keys, 'not understood'],
    ['file:///%zz', keys, 'not understood'],
    ['s3://', keys, 'bucket'],
    ['s3://A_B', keys, 'names no bucket'],
    ['s3://id:hidden@office-files', keys, 'names no bucket'],
    ['s3://office-files/../other', keys, undefined],
    ['s3://office-files/%2e%2e/a', keys, undefined],
    ['s3://office-files/a b', keys, 'The prefix'],
    ['s3://office-files?endpoint=ftp://x', keys, 'no http address'],
    ['s3://office-files', {}, 'AWS_ACCESS_KEY_ID'],
    ['s3://office-files', { ...keys, AWS_SESSION_TOKEN: 'x' }, 'AWS_SESSION_TOKEN'],
  ] as const)
    it(`an impossible one is refused without repeating a secret: ${FILES_URL}`, () => {
      const read = () => filesPlace({ ...more, FILES_URL }, postgres);
      // A URL path cannot climb above its bucket.
      if (said === undefined) return expect(JSON.stringify(read())).not.toContain('..');
      expect(read).toThrow(StartError);
      expect(read).toThrow(said);
      expect(read).toThrow(/^(?!.*hidden)/s);
    });
});
