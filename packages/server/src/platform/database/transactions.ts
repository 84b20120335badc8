import { type DatabaseConnection, type Driver, type KyselyProps, Transaction } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'

/**
 * Runs a task in a transaction. Statements issued concurrently (`Promise.all`) are sent in one
 * write when no pooler is in between. They run in the order in which they were issued; after a
 * failure the remaining ones are skipped.
 */
export type Transact = <T>(task: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>

type Run = <T>(use: (connection: DatabaseConnection) => Promise<T>) => Promise<T>

/** Pipelines the statements of one transaction over its connection. */
export type Sharing = (connection: DatabaseConnection) => Run

export const pipelined: Sharing = (connection) => (use) => use(connection)

/** For connections on which each statement waits for the previous result. */
export const sequential: Sharing = (connection) => {
  let last: Promise<unknown> = Promise.resolve()
  return (use) => {
    const next = last.then(() => use(connection))
    last = next
    return next
  }
}

export const openTransactions =
  (driver: Driver, props: Omit<KyselyProps, 'driver'>, share: Sharing): Transact =>
  async (task) => {
    const connection = await driver.acquireConnection()
    const run = share(connection)
    let isOver = false
    const executor = props.executor.withConnectionProvider({
      provideConnection: (use) =>
        run((own) => {
          assert(!isOver, 'every statement of a transaction is awaited in it')
          return use(own)
        }),
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
