import {
  type DatabaseConnection,
  type Driver,
  type KyselyProps,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'

/**
 * Runs a task in a transaction. Statements issued concurrently (`Promise.all`) are sent in one
 * write. They run in the order in which they were issued; after a failure the remaining ones are
 * skipped. The task runs again if a migration has changed a table, or Citus has divided a shard,
 * since the connection prepared a statement for it.
 */
export type Transact = <T>(
  task: (tx: Transaction<Tables>) => Promise<T>,
  settings?: TransactionSettings,
) => Promise<T>

/** Reads one moment. */
export const ofOneMoment: TransactionSettings = {
  isolationLevel: 'repeatable read',
  accessMode: 'read only',
}

type Properties = Omit<KyselyProps, 'driver'>

/** More than a pool has connections: each of them may be out of date once. */
const runsMax = 100

export const openTransactions =
  (driver: Driver, props: Properties): Transact =>
  async (task, settings = {}) => {
    for (let run = 1; ; run += 1) {
      const connection = await driver.acquireConnection()
      try {
        return await runOn(connection, { driver, props, settings, task })
      } catch (error) {
        if (!isStale(connection) || run === runsMax) throw error
      } finally {
        await driver.releaseConnection(connection)
      }
    }
  }

const isStale = (connection: DatabaseConnection): boolean =>
  'isStale' in connection && connection.isStale === true

interface Run<T> {
  readonly driver: Driver
  readonly props: Properties
  readonly settings: TransactionSettings
  readonly task: (tx: Transaction<Tables>) => Promise<T>
}

async function runOn<T>(
  connection: DatabaseConnection,
  { driver, props, settings, task }: Run<T>,
): Promise<T> {
  let isOver = false
  const executor = props.executor.withConnectionProvider({
    provideConnection: async (use) => {
      assert(!isOver, 'every statement of a transaction is awaited in it')
      return use(connection)
    },
  })
  try {
    await driver.beginTransaction(connection, settings)
    const answer = await task(new Transaction<Tables>({ ...props, driver, executor }))
    isOver = true
    await driver.commitTransaction(connection)
    return answer
  } catch (error) {
    isOver = true
    await driver.rollbackTransaction(connection)
    throw error
  }
}
