import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { type Database, writesOn } from '../../src/platform/database/database.ts'
import { NamingDriver } from '../../src/platform/database/naming-driver.ts'
import { atOnce } from '../../src/platform/database/transactions.ts'
import { SimulatedCrash } from '../crash.ts'

/** What becomes of a statement: it is carried out as it is, otherwise, or not at all. */
export type Tamper = (statement: string) => string | null

/** The same database for a process whose statements are tampered with. */
export type Tampering = (tamper: Tamper) => Database

/** In the place of the driver that the database came with: both would give the same names. */
export function openTampering(database: Database): Tampering {
  const driver = new NamingDriver(database.pool)
  return (tamper) => ({ ...database, ...writesOn(tampering(driver, tamper), atOnce) })
}

interface Death {
  readonly tamper: Tamper
  readonly hasCome: () => boolean
}

/**
 * Before its nth statement a process dies: whatever it asks from then on fails, and what it has
 * begun is undone.
 */
export function deathAt(statement: number, tamper: Tamper): Death {
  let asked = 0
  return {
    hasCome: () => asked >= statement,
    tamper: (text) => {
      asked += 1
      if (asked >= statement) throw new SimulatedCrash()
      return tamper(text)
    },
  }
}

function tampering(driver: Driver, tamper: Tamper): Driver {
  const plain = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const under = (connection: DatabaseConnection) => plain.get(connection) ?? connection
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    acquireConnection: async () => {
      const connection = await driver.acquireConnection()
      const tampered = tamperedConnection(connection, tamper)
      plain.set(tampered, connection)
      return tampered
    },
    releaseConnection: (connection) => driver.releaseConnection(under(connection)),
    beginTransaction: (connection, settings) =>
      driver.beginTransaction(under(connection), settings),
    commitTransaction: async (connection) => {
      // Who dies before the commit leaves nothing behind.
      tamper('commit')
      await driver.commitTransaction(under(connection))
    },
    rollbackTransaction: (connection) => driver.rollbackTransaction(under(connection)),
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
