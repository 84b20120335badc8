import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { limiter } from '../limiter.ts'
import type { Database } from './database.ts'
import type { Tables } from './db-types.gen.ts'
import { ofOneMoment } from './transactions.ts'

interface Streamed<TB extends keyof Tables, Row> {
  readonly head: string
  readonly select: (tx: Kysely<Tables>) => SelectQueryBuilder<Tables, TB, Row>
  readonly textOf: (row: Row) => string
  readonly stallMilliseconds?: number
}

const partSize = 1_000

/** Each holds a connection for as long as its reader takes. */
const streamsMax = 2
const waitingMax = 8
const limited = limiter(streamsMax, waitingMax)

/** Shorter than the time after which the database ends an idle transaction. */
const stallMillisecondsDefault = 30_000
const streamMilliseconds = 30 * 60 * 1000

/**
 * The text of all rows of one instant. A part is read from the cursor when the reader has taken the
 * one before; a reader that leaves, stops or takes too long ends the transaction.
 */
export const streamRows = <TB extends keyof Tables, Row>(
  { transact }: Pick<Database, 'transact'>,
  streamed: Streamed<TB, Row>,
): Promise<Readable> =>
  new Promise((resolve, reject) => {
    // Once the stream has begun, its own error says what was in its way.
    limited(() => transact((tx) => stream(tx, streamed, resolve), ofOneMoment)).catch(reject)
  })

async function stream<TB extends keyof Tables, Row>(
  tx: Kysely<Tables>,
  { head, select, textOf, stallMilliseconds = stallMillisecondsDefault }: Streamed<TB, Row>,
  begin: (stream: Readable) => void,
): Promise<void> {
  await sql`declare streamed no scroll cursor for ${select(tx)}`.execute(tx)
  const read = async () =>
    (await sql<Row>`fetch ${sql.lit(partSize)} from streamed`.execute(tx)).rows
  const first = await read()
  const stalled = new AbortController()
  const sent = new PassThrough({ objectMode: true, highWaterMark: 1 })
  begin(sent)

  /** Suspended for as long as the reader doesn’t take the part. */
  async function* parts(): AsyncGenerator<string> {
    let before = head
    for (let rows = first; ; rows = await read()) {
      const timer = setTimeout(() => stalled.abort(), stallMilliseconds)
      try {
        yield `${before}${rows.map(textOf).join('')}`
      } finally {
        clearTimeout(timer)
      }
      if (rows.length < partSize) return
      before = ''
    }
  }
  const signal = AbortSignal.any([stalled.signal, AbortSignal.timeout(streamMilliseconds)])
  await pipeline(parts, sent, { signal })
}
