import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import { camelCase } from './casing.ts'
import type { Query } from './reader.ts'
import { createNames } from './statement-names.ts'

/**
 * Runs kysely reads on the reader's connections: each is a single statement that waits neither for
 * another one's result nor for a free connection.
 */
export class ReadingDriver implements Driver {
  readonly #connection: ReadingConnection

  /** Unnamed behind a pooler, which shares sessions. */
  constructor(run: Query, { named }: { readonly named: boolean }) {
    const nameOf = createNames()
    this.#connection = new ReadingConnection(run, (text) => (named ? nameOf(text) : undefined))
  }

  async init(): Promise<void> {
    // The reader opens its connections on demand.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    // The connection is shared.
  }

  async destroy(): Promise<void> {
    // The owner of the reader closes it.
  }

  readonly beginTransaction = refuseTransaction
  readonly commitTransaction = refuseTransaction
  readonly rollbackTransaction = refuseTransaction
}

function refuseTransaction(): never {
  throw new Error('Reading connections have no transactions')
}

const readingKinds: readonly string[] = ['SelectQueryNode', 'RawNode']

class ReadingConnection implements DatabaseConnection {
  readonly #run: Query
  readonly #nameOf: (text: string) => string | undefined

  constructor(run: Query, nameOf: (text: string) => string | undefined) {
    this.#run = run
    this.#nameOf = nameOf
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    const { query, sql: text, parameters } = statement
    assert(readingKinds.includes(query.kind), 'reading connections only read')
    const name = this.#nameOf(text)
    const values = [...parameters]
    const { rows } = await this.#run<R>({ name, text, values, keyOf: camelCase })
    return { rows }
  }

  streamQuery(): never {
    throw new Error('Streaming by cursor is not supported')
  }
}
