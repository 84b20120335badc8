import { createHashing } from '../src/platform/passwords/hashing.ts'

/**
 * Real hashing with minimal cost, for tests that create many users; its threads serve all servers
 * of a process. Tests for which the cost matters use `createHashing()`.
 */
export const quickHashing = createHashing({
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
})
