import type { TestDeps } from '../test/payments.ts'
import { depsOf, type Shop } from './shop.ts'
import { crashAt } from './tampering.ts'

/** Runs a task in a process that crashes before this statement, if the task gets that far. */
export async function crashing(
  shop: Shop,
  statement: number,
  task: (deps: TestDeps) => Promise<unknown>,
): Promise<void> {
  const crash = crashAt(statement, shop.tamper)
  try {
    await task(depsOf(shop, crash.tamper))
  } catch (error) {
    if (!crash.hasHappened()) throw error
  }
}
