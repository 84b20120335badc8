import type { Keyring } from '../crypto/keyring.ts'
import type { Database } from '../database/database.ts'
import { namedStatement } from '../database/reader.ts'
import type { Guards, LimitVerdict } from './guards.ts'
import { networkOf } from './rate-limit-network.ts'

interface LimitCounter {
  readonly database: Database
  readonly keyring: Keyring
}

interface Limit {
  readonly bucket: string
  readonly requestsMax: number
  readonly windowSeconds: number
  /**
   * Who is counted. Nobody may use up somebody else's budget: a caller is counted by what they
   * proved to be, anyone else by their network, and an account that a stranger can name (the
   * e-mail of a sign-in) together with the stranger's network, never alone, or it could be
   * locked from outside.
   */
  readonly subject: readonly string[]
}

/** What the transport asks before it lets a request in. */
export const createLimit =
  (counter: LimitCounter): Guards['limit'] =>
  (endpoint, rule, request) =>
    countRequest(counter, {
      ...rule,
      bucket: rule.bucket ?? endpoint.name,
      subject:
        rule.by === 'caller' && request.subject !== null
          ? ['caller', request.subject]
          : ['network', networkOf(request.address)],
    })

/** For `GUILDHALL_RATE_LIMIT=off`. */
export const unlimited: Guards['limit'] = () => Promise.resolve({ allowed: true })

/**
 * Counts one request. At most `requestsMax` are allowed in a window that begins with the first of
 * them, however many processes ask at once, because the row's lock orders them. It is no part of
 * the operation's transaction: what is rolled back has been tried all the same.
 *
 * Without an answer of the database the request fails. Letting it in would reward whoever brings
 * the database into trouble with unlimited guesses, and nothing limited works without it anyway.
 */
export async function countRequest(counter: LimitCounter, limit: Limit): Promise<LimitVerdict> {
  const values = [limitKey(counter.keyring, limit), limit.windowSeconds, limit.requestsMax]
  const [counted] = await counter.database.read(countStatement, values)
  if (counted === undefined || counted.allowed) return { allowed: true }
  return { allowed: false, retryAfterSeconds: counted.retry_after_seconds }
}

/** Deletes the rows of windows that have ended, a bounded number at a time. */
export async function sweepRateLimits(database: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(sweepText, [sweptRowsMax])
    if (rowCount === null || rowCount < sweptRowsMax) return
  }
}

const sweptRowsMax = 1000

// Rows being counted at this moment are alive: they are passed over instead of waited for.
const sweepText = `
  delete from rate_limit where key in (
    select key from rate_limit where ends_at <= now() order by ends_at limit $1
      for update skip locked)`

// An address space can be hashed through in minutes, so the key is hashed with a secret.
const limitKey = (keyring: Keyring, { bucket, windowSeconds, subject }: Limit): Buffer =>
  keyring.sign(['rate limit', bucket, String(windowSeconds), ...subject]).mac.subarray(0, 16)

// The window ends when it was going to end, whatever comes in between: steady traffic below the
// limit is never refused, and the announced wait is exact. The time is the database's, since the
// clocks of several machines differ. It runs on the reader, where counting once more after a lost
// connection does no harm.
const countStatement = namedStatement<{ allowed: boolean; retry_after_seconds: number }>(
  'count_request',
  `insert into rate_limit as counted (key, hits, ends_at)
   values ($1, 1, now() + $2 * interval '1 second')
   on conflict (key) do update
     set hits = case when counted.ends_at <= now() then 1 else least(counted.hits, $3) + 1 end,
         ends_at = case when counted.ends_at <= now() then excluded.ends_at
                        else counted.ends_at end
   returning hits <= $3 as allowed,
             greatest(1, ceil(extract(epoch from ends_at - now())))::int as retry_after_seconds`,
)
