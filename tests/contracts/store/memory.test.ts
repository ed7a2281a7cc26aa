import { createMemoryStore } from '../../../server/store/memory/createMemoryStore.ts';
import { storeContract } from './storeContract.ts';

storeContract('the memory store', createMemoryStore);
