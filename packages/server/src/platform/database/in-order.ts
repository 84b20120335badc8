import type { Transaction } from 'kysely'
import type { Tables } from './db-types.gen.ts'

type Statement = (tx: Transaction<Tables>) => Promise<unknown> | null

type Results<T extends readonly Statement[]> = { [K in keyof T]: Awaited<ReturnType<T[K]>> }

/**
 * Pipelines statements of one transaction in one write, without waiting for the results in between.
 * PostgreSQL runs them in order, so locks are taken in this order and later statements see the
 * writes of earlier ones. Each step sends its first statement synchronously; what it sends
 * afterwards follows the first statements of all steps. Null skips a step.
 */
export function inOrder<const T extends readonly Statement[]>(
  tx: Transaction<Tables>,
  steps: T,
): Promise<Results<T>>
export function inOrder(
  tx: Transaction<Tables>,
  steps: readonly Statement[],
): Promise<readonly unknown[]> {
  return Promise.all(steps.map(async (step) => step(tx)))
}
