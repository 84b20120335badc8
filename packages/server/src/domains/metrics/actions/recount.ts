import type { Id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import { countAgain, listToRecount, saveRecount } from '../store/recounts.ts'
import { lockRollUp } from '../store/to-roll-up.ts'
import type { MetricsDeps } from './deps.ts'

/** In one night; the others follow in the next ones. */
const organizationsMax = 500
/** An organization is counted again at most once in a night. */
const nightMilliseconds = 12 * 3_600_000
/** Of one organization; it has at least as many where it has this many. */
const differencesMax = 100

/**
 * Counts rolled up days again from what they are made of, those first that weren’t for the longest
 * time. Nothing is corrected: a difference is for people to explain.
 */
export async function recountDays(deps: MetricsDeps, signal?: AbortSignal): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const before = new Date(deps.clock.now().getTime() - nightMilliseconds)
  const waiting = await listToRecount(kysely, { before, limit: organizationsMax })
  for (const organizationId of waiting) {
    if (signal?.aborted === true) return
    const differenceCount = await recountOf(deps, organizationId)
    if (differenceCount === 0) continue
    deps.log.error({ organizationId, differenceCount }, 'metrics differ from what they are made of')
  }
}

const recountOf = (
  { uowFactory: { database }, clock }: MetricsDeps,
  organizationId: Id<'organization'>,
): Promise<number> =>
  database.transact(async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx)
    await lockRollUp(tx, organizationId)
    const differences = await countAgain(tx, organizationId, differencesMax)
    await saveRecount(tx, { organizationId, recountedAt: clock.now(), differences })
    return differences.length
  })
