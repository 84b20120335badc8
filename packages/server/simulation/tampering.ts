import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { type Database, writesOn } from '../src/platform/database/database.ts'
import { NamingDriver } from '../src/platform/database/naming-driver.ts'

/** Thrown by the simulation itself, so that no real failure is taken for it. */
class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash'
}

/** Changes a statement before it runs; null skips it. */
export type Tamper = (statement: string) => string | null

/** The database as a process with tampered statements uses it. */
export type Tampering = (tamper: Tamper) => Database

/** Replaces the database’s own driver, because two drivers would give the same statement names. */
export function openTampering(database: Database): Tampering {
  const { pool, isDistributed } = database
  const driver = new NamingDriver(pool, { isDistributed, areShared: false, role: undefined })
  return (tamper) => ({ ...database, ...writesOn(tampering(driver, tamper)) })
}

interface Crash {
  readonly tamper: Tamper
  readonly hasHappened: () => boolean
}

/**
 * A process crashes before its nth statement: every later one fails, and open work is rolled back.
 */
export function crashAt(statement: number, tamper: Tamper): Crash {
  let statements = 0
  return {
    hasHappened: () => statements >= statement,
    tamper: (text) => {
      statements += 1
      if (statements >= statement) throw new SimulatedCrash()
      return tamper(text)
    },
  }
}

function tampering(driver: Driver, tamper: Tamper): Driver {
  const originals = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const originalOf = (connection: DatabaseConnection) => originals.get(connection) ?? connection
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    acquireConnection: async () => {
      const connection = await driver.acquireConnection()
      const tampered = tamperedConnection(connection, tamper)
      originals.set(tampered, connection)
      return tampered
    },
    releaseConnection: (connection) => driver.releaseConnection(originalOf(connection)),
    beginTransaction: (connection, settings) =>
      driver.beginTransaction(originalOf(connection), settings),
    commitTransaction: async (connection) => {
      // A crash before the commit leaves nothing behind.
      tamper('commit')
      await driver.commitTransaction(originalOf(connection))
    },
    rollbackTransaction: (connection) => driver.rollbackTransaction(originalOf(connection)),
  }
}

const tamperedConnection = (
  connection: DatabaseConnection,
  tamper: Tamper,
): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const text = tamper(query.sql)
    return text === null ? { rows: [] } : connection.executeQuery<R>({ ...query, sql: text })
  },
  streamQuery: (query, size) => connection.streamQuery(query, size),
})
