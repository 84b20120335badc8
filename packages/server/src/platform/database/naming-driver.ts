import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { isStalePlan } from './failures.ts'
import { inOneWrite } from './in-one-write.ts'
import { createNames, type NameOf } from './statement-names.ts'

/** Composed statements on the connections of a pool, each under its name where it comes again. */
export class NamingDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #nameOf = createNames()
  readonly #connections = new WeakMap<pg.PoolClient, NamingConnection>()

  /** Names belong to connections, so that only one such driver may be at work on a pool. */
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {
    // The pool is open already.
  }

  async acquireConnection(): Promise<NamingConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known !== undefined) return known
    const connection = new NamingConnection(client, this.#nameOf)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    assert(connection instanceof NamingConnection, 'it was acquired here')
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    connection.begin(`begin${level} ${accessMode ?? ''}`)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    assert(connection instanceof NamingConnection, 'it was acquired here')
    await connection.commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    assert(connection instanceof NamingConnection, 'it was acquired here')
    await connection.rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    assert(connection instanceof NamingConnection, 'it was acquired here')
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

const isLast = Symbol('the last of a transaction')

interface LastStatement extends CompiledQuery {
  readonly [isLast]: true
}

/**
 * Puts a statement at the end of its transaction, where nobody waits for it: it goes out together
 * with the commit, behind others that were put there before, and the commit fails if it fails.
 */
export const asLast = (statement: CompiledQuery): LastStatement => ({
  ...statement,
  [isLast]: true,
})

class NamingConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: NameOf
  #begun: Promise<unknown> | null = null
  #last: CompiledQuery[] = []
  #isStale = false

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  /** Goes out with the first statement, which tells as well if it failed. */
  begin(text: string): void {
    this.#begun = this.#ask({ text })
    this.#begun.catch(() => undefined)
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    if (!(isLast in statement)) return this.#execute(statement)
    this.#last.push(statement)
    return { rows: [] }
  }

  /** Where one of the last statements fails, PostgreSQL takes the commit for a rollback. */
  async commit(): Promise<void> {
    const ending = [...this.#last, CompiledQuery.raw('commit')]
    this.#last = []
    await Promise.all(ending.map((statement) => this.#execute(statement)))
  }

  async rollback(): Promise<void> {
    this.#last = []
    await this.#execute(CompiledQuery.raw('rollback'))
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = parameters.length === 0 ? undefined : this.#nameOf(sql)
    const values = [...parameters]
    const begun = this.#begun
    this.#begun = null
    try {
      const answer = this.#ask(
        name === undefined ? { text: sql, values } : { name, text: sql, values },
      )
      const [{ command, rowCount, rows }] = await Promise.all([answer, begun])
      if (command === 'SELECT') return { rows }
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      this.#isStale ||= isStalePlan(error)
      throw error
    }
  }

  #ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    inOneWrite(this.#client)
    return this.#client.query(query)
  }

  streamQuery(): never {
    throw new Error('Nothing here reads by cursor')
  }

  /** A connection whose plans are older than the tables never gets over it. */
  release(): void {
    this.#client.release(this.#isStale)
  }
}
