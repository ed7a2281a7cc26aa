import { storeContract } from '../storeContract.ts';
import { createMemoryStore } from './createMemoryStore.ts';

storeContract('the memory store', createMemoryStore);
