import { type Driver, type KyselyProps, Transaction } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'

/**
 * Runs a task in a transaction. Statements issued concurrently (`Promise.all`) are sent in one
 * write. They run in the order in which they were issued; after a failure the remaining ones are
 * skipped.
 */
export type Transact = <T>(task: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>

export const openTransactions =
  (driver: Driver, props: Omit<KyselyProps, 'driver'>): Transact =>
  async (task) => {
    const connection = await driver.acquireConnection()
    let isOver = false
    const executor = props.executor.withConnectionProvider({
      provideConnection: async (use) => {
        assert(!isOver, 'every statement of a transaction is awaited in it')
        return use(connection)
      },
    })
    try {
      await driver.beginTransaction(connection, {})
      const answer = await task(new Transaction<Tables>({ ...props, driver, executor }))
      isOver = true
      await driver.commitTransaction(connection)
      return answer
    } catch (error) {
      isOver = true
      await driver.rollbackTransaction(connection)
      throw error
    } finally {
      await driver.releaseConnection(connection)
    }
  }
