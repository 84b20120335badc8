import { type Kysely, type KyselyProps, Transaction } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'
import type { NamingDriver } from './naming-driver.ts'

/**
 * Carries out a task in a transaction. Statements that are asked at once (`Promise.all`) leave in
 * one write and are carried out in the order in which they were asked; where one fails, those behind
 * it do nothing.
 */
export type Transact = <T>(task: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>

/** Behind a pooler one statement waits for the other's answer. */
export const plainTransactions =
  (kysely: Kysely<Tables>): Transact =>
  (task) =>
    kysely.transaction().execute(task)

export const pipelinedTransactions =
  (driver: NamingDriver, props: KyselyProps): Transact =>
  async (task) => {
    const connection = await driver.acquireConnection()
    let isOver = false
    const executor = props.executor.withConnectionProvider({
      provideConnection: async (use) => {
        assert(!isOver, 'whatever belongs to a transaction is awaited in it')
        return use(connection)
      },
    })
    try {
      connection.begin('begin')
      const answer = await task(new Transaction<Tables>({ ...props, executor }))
      isOver = true
      await connection.commit()
      return answer
    } catch (error) {
      isOver = true
      await connection.rollback()
      throw error
    } finally {
      connection.release()
    }
  }
