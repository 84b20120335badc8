import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Ask } from './reader.ts'
import { createNames } from './statement-names.ts'

/**
 * Composed reads over the reader's lines: each is a statement of its own, and none of them waits
 * for another one's answer, nor for a connection.
 */
export class ReadingDriver implements Driver {
  readonly #line: ReadingConnection

  /** Without names where sessions are shared behind a pooler. */
  constructor(ask: Ask, { named }: { readonly named: boolean }) {
    const nameOf = createNames()
    this.#line = new ReadingConnection(ask, (text) => (named ? nameOf(text) : undefined))
  }

  async init(): Promise<void> {
    // The reader opens its lines when they are needed.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#line
  }

  async releaseConnection(): Promise<void> {
    // It is everybody's.
  }

  async destroy(): Promise<void> {
    // Whoever opened the reader closes it.
  }

  readonly beginTransaction = refuseTransaction
  readonly commitTransaction = refuseTransaction
  readonly rollbackTransaction = refuseTransaction
}

function refuseTransaction(): never {
  throw new Error('Lines for reading have no transactions')
}

const readingKinds: readonly string[] = ['SelectQueryNode', 'RawNode']

class ReadingConnection implements DatabaseConnection {
  readonly #ask: Ask
  readonly #nameOf: (text: string) => string | undefined

  constructor(ask: Ask, nameOf: (text: string) => string | undefined) {
    this.#ask = ask
    this.#nameOf = nameOf
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    const { query, sql: text, parameters } = statement
    assert(readingKinds.includes(query.kind), 'lines for reading only read')
    const name = this.#nameOf(text)
    const { rows } = await this.#ask<R & object>({
      ...(name !== undefined && { name }),
      text,
      values: [...parameters],
    })
    return { rows }
  }

  streamQuery(): never {
    throw new Error('Nothing here reads by cursor')
  }
}
