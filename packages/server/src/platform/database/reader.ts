import type pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { type Answer, ask, type Statement } from './described-query.ts'
import { isConnectionLoss, isStalePlan } from './failures.ts'
import { openClient, type ServerConnection } from './primary-hosts.ts'

declare const row: unique symbol

/** A statement prepared once per connection. Its columns are named as in `T`. */
export interface NamedStatement<T extends pg.QueryResultRow> {
  readonly name: string
  readonly text: string
  readonly [row]?: T
}

export const namedStatement = <T extends pg.QueryResultRow>(
  name: string,
  text: string,
): NamedStatement<T> => ({ name, text })

/** A hot single-statement read. Must not write: it is repeated when the connection is lost. */
export type Read = <T extends pg.QueryResultRow>(
  statement: NamedStatement<T>,
  values: readonly unknown[],
) => Promise<T[]>

/** Any single-statement read, with the full result. Repeated like a hot one. */
export type Query = <T>(statement: Statement) => Promise<Answer<T>>

export interface Reader {
  readonly read: Read
  readonly query: Query
  readonly close: () => Promise<void>
}

const clientsCount = 2
const queryTimeoutMilliseconds = 30_000

/**
 * Pipelines single statements over two connections. The second is opened only when the first is
 * busy, so that an idle server keeps using the connection that has everything planned.
 */
export function openReader(connection: ServerConnection, named: boolean): Reader {
  const clients = Array.from({ length: clientsCount }, () => new PipelinedClient(connection))
  let current = 0
  let isChosen = false

  /**
   * When both are busy they alternate; statements of one tick go to one connection in one write.
   */
  function clientOfTick(): PipelinedClient {
    if (!isChosen) {
      isChosen = true
      const free = clients.findIndex((client) => client.isFree)
      current = free === -1 ? (current + 1) % clientsCount : free
      process.nextTick(() => {
        isChosen = false
      })
    }
    const client = clients[current]
    assert(client !== undefined, 'the chosen client exists')
    return client
  }

  const query: Query = (statement) => clientOfTick().query(statement)

  async function read<T extends pg.QueryResultRow>(
    { name, text }: NamedStatement<T>,
    values: readonly unknown[],
  ): Promise<T[]> {
    return (await query<T>({ name: named ? name : undefined, text, values: [...values] })).rows
  }

  const close = async () => void (await Promise.all(clients.map((client) => client.close())))
  return { read, query, close }
}

class PipelinedClient {
  readonly #connection: ServerConnection
  #opening: Promise<pg.Client> | null = null
  #current: pg.Client | null = null
  #closed = false
  #underWay = 0

  constructor(connection: ServerConnection) {
    this.#connection = connection
  }

  get isFree(): boolean {
    return this.#underWay === 0
  }

  async query<T>(statement: Statement): Promise<Answer<T>> {
    this.#underWay += 1
    try {
      return await this.#query<T>(statement)
    } finally {
      this.#underWay -= 1
    }
  }

  async #query<T>(statement: Statement): Promise<Answer<T>> {
    const client = await this.#client()
    try {
      return await ask<T>(client, statement)
    } catch (error) {
      // Repeating a read is harmless, so a restart of PostgreSQL is only a delay.
      if (this.#closed || !(isConnectionLoss(error) || isStalePlan(error))) throw error
      this.#forget(client)
    }
    return ask<T>(await this.#client(), statement)
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#opening?.catch(() => null)
    await client?.end()
  }

  #client(): Promise<pg.Client> {
    assert(!this.#closed, 'the reader is open')
    this.#opening ??= this.#open()
    return this.#opening
  }

  async #open(): Promise<pg.Client> {
    const client = openClient({
      ...this.#connection,
      pipeline: true,
      query_timeout: queryTimeoutMilliseconds,
    })
    this.#current = client
    client.on('error', () => this.#forget(client))
    client.on('end', () => this.#forget(client))
    try {
      await client.connect()
      return client
    } catch (error) {
      this.#forget(client)
      throw error
    }
  }

  #forget(client: pg.Client): void {
    if (this.#current !== client) return
    this.#current = null
    this.#opening = null
    client.end().catch(() => undefined)
  }
}
