import { afterAll } from 'vitest';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import { newSchema, stopPostgres } from '../../support/postgres.ts';
import { storeContract } from './storeContract.ts';

afterAll(stopPostgres);

storeContract('PostgreSQL', async () => openPostgresStore({ url: await newSchema() }));
