import { createHashing } from '../src/platform/passwords/hashing.ts'

/**
 * The real thing with as little work as there can be, for people who are made by the thousand; its
 * threads serve all servers of a process. Where the work matters, a test takes `createHashing()`.
 */
export const quickHashing = createHashing({
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
})
