import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { camelCase } from './casing.ts'
import { type Answer, ask } from './described-query.ts'
import { isAbortedBefore, isStalePlan } from './failures.ts'
import { createNames, type NameOf } from './statement-names.ts'

interface Sessions {
  /** Whether transactions write to several nodes of a cluster. */
  readonly isDistributed: boolean
  /** Behind a pooler sessions are shared, so there statements have no names. */
  readonly areShared: boolean
  /** There it is assumed in each transaction. */
  readonly role: string | undefined
}

/**
 * Citus would commit what one worker has written before what the coordinator has, and a crash in
 * between would lose the events of a change. It commits in two phases once a table that it manages
 * on the coordinator is written to, even if no row is.
 */
const commitTogether = '; delete from member where false'

/** Runs kysely statements on the connections of a pool and names repeated ones. */
export class NamingDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #nameOf: NameOf
  readonly #assumeRole: string
  readonly #commitTogether: string
  readonly #connections = new WeakMap<pg.PoolClient, NamingConnection>()

  /** Statement names belong to connections, so only one such driver may use a pool. */
  constructor(pool: pg.Pool, { isDistributed, areShared, role }: Sessions) {
    this.#pool = pool
    this.#nameOf = areShared ? () => undefined : createNames()
    const isAssumed = areShared && role !== undefined
    this.#assumeRole = isAssumed ? `; set local role ${pg.escapeIdentifier(role)}` : ''
    this.#commitTogether = isDistributed ? commitTogether : ''
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
    assert(connection instanceof NamingConnection, 'the connection belongs to this driver')
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    const together = accessMode === 'read only' ? '' : this.#commitTogether
    connection.begin(`begin${level} ${accessMode ?? ''}${this.#assumeRole}${together}`)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    assert(connection instanceof NamingConnection, 'the connection belongs to this driver')
    await connection.commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    assert(connection instanceof NamingConnection, 'the connection belongs to this driver')
    await connection.rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    assert(connection instanceof NamingConnection, 'the connection belongs to this driver')
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

const isLast = Symbol('the last statement of a transaction')

interface LastStatement extends CompiledQuery {
  readonly [isLast]: true
}

/**
 * Queues a statement for the end of its transaction: it is sent together with the commit, after
 * others queued before, and if it fails the commit fails.
 */
export const asLast = (statement: CompiledQuery): LastStatement => ({
  ...statement,
  [isLast]: true,
})

class NamingConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: NameOf
  #started: Promise<unknown> | null = null
  #last: CompiledQuery[] = []
  #isInTransaction = false
  #isStale = false
  #lastFailure: unknown = null

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  /** A connection whose cached plans are older than the tables never recovers. */
  get isStale(): boolean {
    return this.#isStale
  }

  /** Sent with the first statement, which also reports its failure. */
  begin(text: string): void {
    this.#isInTransaction = true
    this.#lastFailure = null
    this.#started = this.#query(text, [])
    this.#started.catch(() => undefined)
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isInTransaction) return this.#executeAlone(statement)
    if (!(isLast in statement)) return this.#execute(statement)
    this.#last.push(statement)
    return { rows: [] }
  }

  /** PostgreSQL turns the commit into a rollback when one of the last statements failed. */
  async commit(): Promise<void> {
    const ending = [...this.#last, CompiledQuery.raw('commit')]
    this.#last = []
    this.#isInTransaction = false
    await Promise.all(ending.map((statement) => this.#execute(statement)))
  }

  async rollback(): Promise<void> {
    this.#last = []
    this.#isInTransaction = false
    await this.#execute(CompiledQuery.raw('rollback'))
  }

  async #executeAlone<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#execute(statement)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return this.#execute(statement)
    }
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Prepared statements of a connection that is out of date are not used again.
    const isNamed = parameters.length > 0 && !this.#isStale
    const name = isNamed ? this.#nameOf(sql) : undefined
    const values = [...parameters]
    const started = this.#started
    this.#started = null
    try {
      const answer = this.#query<R>(sql, values, name)
      const [{ command, rowCount, rows }] = await Promise.all([answer, started])
      if (command === 'SELECT') return { rows }
      return { rows, numAffectedRows: BigInt(rowCount) }
    } catch (error) {
      this.#isStale ||= isStalePlan(error)
      throw this.#causeOf(error)
    }
  }

  /**
   * Statements that were sent together fail together, and their caller may hear of any of them first.
   */
  #causeOf(error: unknown): unknown {
    if (isAbortedBefore(error)) return this.#lastFailure ?? error
    this.#lastFailure = error
    return error
  }

  #query<R>(text: string, values: unknown[], name?: string): Promise<Answer<R>> {
    return ask<R>(this.#client, { name, text, values, keyOf: camelCase })
  }

  streamQuery(): never {
    throw new Error('Streaming by cursor is not supported')
  }

  release(): void {
    this.#client.release(this.#isStale)
  }
}
