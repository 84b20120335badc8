import { assert } from '../../kernel/assert.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/in-batches.ts'
import { namedStatement } from '../database/reader.ts'
import type { Guards, LimitVerdict } from './guards.ts'
import { networksOf } from './networks.ts'

interface CounterDeps {
  readonly database: Database
  readonly keyring: Keyring
}

interface Limit {
  readonly bucket: string
  readonly requestsMax: number
  readonly windowSeconds: number
  /**
   * Who is counted. No one may use up another caller's budget: an authenticated caller is counted
   * by identity, anyone else by network, and an account that a stranger can name (the email of a
   * sign-in) together with the stranger's network, never alone, or it could be locked out from
   * anywhere.
   */
  readonly subject: readonly string[]
}

type CountRequest = (limit: Limit) => Promise<LimitVerdict>

/** Called by the transport before it runs a handler. */
export function createLimit(deps: CounterDeps): Guards['limit'] {
  const countRequest = createRequestCounter(deps)
  return async (operation, { by, ...rule }, { subject, address }) => {
    const limit = { ...rule, bucket: rule.bucket ?? operation.name }
    if (by === 'caller' && subject !== null) {
      return countRequest({ ...limit, subject: ['caller', subject] })
    }
    for (const { name, times } of networksOf(address)) {
      const requestsMax = limit.requestsMax * times
      const verdict = await countRequest({ ...limit, requestsMax, subject: ['network', name] })
      if (!verdict.allowed) return verdict
    }
    return { allowed: true }
  }
}

/** For `GUILDHALL_RATE_LIMIT=off`. */
export const unlimited: Guards['limit'] = () => Promise.resolve({ allowed: true })

/**
 * Counts requests. At most `requestsMax` are allowed in a window that begins with the first of
 * them, across any number of processes, because they are serialized by the row's lock. Counting is
 * not part of the operation's transaction: rolled back attempts count too. Requests that arrive
 * while others are being counted are counted together by the next statement, so a busy process runs
 * a few statements instead of one per request. A request fails when the database doesn't respond:
 * letting it pass would give unlimited guesses to anyone who overloads the database, and no limited
 * endpoint works without it anyway.
 */
export function createRequestCounter({ database, keyring }: CounterDeps): CountRequest {
  const count = inBatches((batch: readonly Counted[]) => countAll(database, batch), batchMax)
  return ({ requestsMax, windowSeconds, ...named }) =>
    count({ key: limitKey(keyring, { windowSeconds, ...named }), requestsMax, windowSeconds })
}

const batchMax = 1000

interface Counted extends Pick<Limit, 'requestsMax' | 'windowSeconds'> {
  /** In hexadecimal. */
  readonly key: string
}

async function countAll(
  { read }: Database,
  batch: readonly Counted[],
): Promise<readonly LimitVerdict[]> {
  const keys = new Map<string, { hits: number; readonly windowSeconds: number }>()
  for (const { key, windowSeconds } of batch) {
    const known = keys.get(key)
    if (known === undefined) keys.set(key, { hits: 1, windowSeconds })
    else known.hits += 1
  }
  const tallies = [...keys.values()]
  const rows = await read(countStatement, [
    [...keys.keys()],
    tallies.map(({ hits }) => hits),
    tallies.map(({ windowSeconds }) => windowSeconds),
  ])
  const counts = new Map(
    rows.map(({ key, hits, retry_after_seconds: retryAfterSeconds }) => {
      const before = hits - (keys.get(key)?.hits ?? 0)
      return [key, { rank: before, retryAfterSeconds }]
    }),
  )
  return batch.map(({ key, requestsMax }) => {
    const counted = counts.get(key)
    assert(counted !== undefined, 'every key of a batch is counted')
    counted.rank += 1
    if (counted.rank <= requestsMax) return { allowed: true }
    return { allowed: false, retryAfterSeconds: counted.retryAfterSeconds }
  })
}

/** Deletes the rows of ended windows, a bounded number at a time. */
export async function sweepRateLimits(database: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(sweepText, [sweptRowsMax])
    if (rowCount === null || rowCount < sweptRowsMax) return
  }
}

const sweptRowsMax = 1000

// Rows that are locked are being counted: they are skipped instead of waited for.
const sweepText = `
  delete from rate_limit where key in (
    select key from rate_limit where ends_at <= now() order by ends_at limit $1
      for update skip locked)`

// All IPv4 addresses can be hashed within minutes, so the key is an HMAC with a secret.
const limitKey = (
  keyring: Keyring,
  { bucket, windowSeconds, subject }: Omit<Limit, 'requestsMax'>,
): string =>
  keyring.sign(['rate limit', bucket, String(windowSeconds), ...subject]).mac.toString('hex', 0, 16)

/** Enough for any limit, and far below the column's maximum. */
const hitsMax = 1_000_000_000

// The end of a window never moves: steady traffic below the limit is never refused, and the
// announced wait is exact. Time is the database's, since the clocks of machines differ; the wait is
// computed after the row was locked, which may be later than the start of the statement. Runs on
// the reader, where a repeated count after a lost connection does no harm. All processes lock the
// rows in the same order to avoid deadlocks.
const countStatement = namedStatement<{ key: string; hits: number; retry_after_seconds: number }>(
  'count_requests',
  `insert into rate_limit as counted (key, hits, ends_at)
   select decode(key, 'hex'), hits, now() + seconds * interval '1 second'
     from unnest($1::text[], $2::int[], $3::float8[]) as asked (key, hits, seconds)
    order by key
   on conflict (key) do update
     set hits = case when counted.ends_at <= now() then excluded.hits
                     else least(counted.hits, ${hitsMax}) + excluded.hits end,
         ends_at = case when counted.ends_at <= now() then excluded.ends_at
                        else counted.ends_at end
   returning encode(key, 'hex') as key, hits,
             greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int
               as retry_after_seconds`,
)
