import { type DatabaseConnection, type Driver, type KyselyProps, Transaction } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'

/**
 * Carries out a task in a transaction. Statements that are asked at once (`Promise.all`) leave in
 * one write where nothing stands between us and PostgreSQL. They are carried out in the order in
 * which they were asked, and where one fails, those behind it do nothing.
 */
export type Transact = <T>(task: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>

type Ask = <T>(use: (connection: DatabaseConnection) => Promise<T>) => Promise<T>

/** How the statements of one transaction share its connection. */
export type Sharing = (connection: DatabaseConnection) => Ask

export const atOnce: Sharing = (connection) => (use) => use(connection)

/** For connections on which a statement waits for the answer of the last. */
export const oneByOne: Sharing = (connection) => {
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
    const ask = share(connection)
    let isOver = false
    const executor = props.executor.withConnectionProvider({
      provideConnection: (use) =>
        ask((own) => {
          assert(!isOver, 'whatever belongs to a transaction is awaited in it')
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
