import pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { isConnectionLoss, isStalePlan } from './failures.ts'
import { inOneWrite } from './in-one-write.ts'

declare const row: unique symbol

/** A statement that the server plans once per connection. Its columns are named as in `T`. */
export interface NamedStatement<T extends pg.QueryResultRow> {
  readonly name: string
  readonly text: string
  readonly [row]?: T
}

export const namedStatement = <T extends pg.QueryResultRow>(
  name: string,
  text: string,
): NamedStatement<T> => ({ name, text })

/** A hot single read. For reading only: it's repeated when the connection was lost. */
export type Read = <T extends pg.QueryResultRow>(
  statement: NamedStatement<T>,
  values: readonly unknown[],
) => Promise<T[]>

/** Any single read, with all that came of it. Repeated like a hot one. */
export type Ask = <T extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<T>>

export interface Reader {
  readonly read: Read
  readonly ask: Ask
  readonly close: () => Promise<void>
}

const clientsCount = 2
const queryTimeoutMilliseconds = 30_000

/**
 * Single statements over two connections on which they don't wait for one another's answer. The
 * second is there when the first is at work: alone, one is at hand with all that it has planned.
 */
export function openReader(connection: pg.ClientConfig, named: boolean): Reader {
  const lines = Array.from({ length: clientsCount }, () => new ReadingLine(connection))
  let turn = 0
  let isTurnTaken = false

  /** Where both are at work they take turns; what is asked at once goes out on one, in one write. */
  function lineAtTurn(): ReadingLine {
    if (!isTurnTaken) {
      isTurnTaken = true
      const free = lines.findIndex((line) => line.isFree)
      turn = free === -1 ? (turn + 1) % clientsCount : free
      process.nextTick(() => {
        isTurnTaken = false
      })
    }
    const line = lines[turn]
    assert(line !== undefined, 'there is a line for every turn')
    return line
  }

  const ask = <T extends pg.QueryResultRow>(query: pg.QueryConfig) => lineAtTurn().ask<T>(query)

  async function read<T extends pg.QueryResultRow>(
    { name, text }: NamedStatement<T>,
    values: readonly unknown[],
  ): Promise<T[]> {
    return (await ask<T>({ ...(named && { name }), text, values: [...values] })).rows
  }

  const close = async () => void (await Promise.all(lines.map((line) => line.close())))
  return { read, ask, close }
}

class ReadingLine {
  readonly #connection: pg.ClientConfig
  #opening: Promise<pg.Client> | null = null
  #current: pg.Client | null = null
  #closed = false
  #underWay = 0

  constructor(connection: pg.ClientConfig) {
    this.#connection = connection
  }

  get isFree(): boolean {
    return this.#underWay === 0
  }

  async ask<T extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<T>> {
    this.#underWay += 1
    try {
      return await this.#ask<T>(query)
    } finally {
      this.#underWay -= 1
    }
  }

  async #ask<T extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<T>> {
    const client = await this.#client()
    try {
      inOneWrite(client)
      return await client.query<T>(query)
    } catch (error) {
      // Reading again is harmless, so a restart of PostgreSQL is felt as a delay only.
      if (this.#closed || !(isConnectionLoss(error) || isStalePlan(error))) throw error
      this.#forget(client)
    }
    return (await this.#client()).query<T>(query)
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
    const client = new pg.Client({
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
