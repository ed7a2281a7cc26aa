// `node --import`: passwords cost a hundredth, so that tests that sign in over and over wait for what they test. The server itself knows no such setting.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 1024 }, done);
syncBuiltinESMExports();
