import { memoryVectorStore } from './memory-store.ts';
import { vectorStoreContract } from './vector-store.contract.ts';

vectorStoreContract('memoryVectorStore', async (dimensions) => memoryVectorStore(dimensions));
