import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Tables } from './database/db-types.gen.ts'
import { isDead } from './life-lock.ts'
import { addJobs } from './outbox/add-jobs.ts'
import type { Job } from './outbox/reactions.ts'
import { processesAmong } from './process-life.ts'
import { type Repetition, repeat } from './repeat.ts'

export interface Dead {
  readonly processIds: readonly Id<'process'>[]
  /** Real time. */
  readonly now: Date
}

/** What continues at once. */
interface Freed {
  readonly jobs: readonly Job[]
  /** Their names. */
  readonly sweeps: readonly string[]
}

/** Ends what dead processes had claimed. */
export type FreeClaims = (tx: Transaction<Tables>, dead: Dead) => Promise<Freed>

interface ClaimsOfDead {
  readonly database: Pick<Database, 'kysely' | 'transact'>
  readonly clock: Clock
  readonly claims: readonly FreeClaims[]
  readonly runSweeps: (names: readonly string[]) => void
}

const lookMilliseconds = 200
/**
 * A process that has only lost its connection takes its lock again within this time, so a lock counts
 * when it has been free for as long.
 */
export const deadMilliseconds = 300
/** What a process sent before it died may still be carried out for a moment. */
const keptMilliseconds = 5_000

/**
 * Looks for dead processes, and frees their claims, until it is stopped. A failure is logged once
 * until it works again.
 */
export function watchForDead(deps: ClaimsOfDead, log: Pick<Logger, 'warn'>): Repetition {
  let isWarned = false
  const look = async () => {
    try {
      await freeClaimsOfDead(deps)
      isWarned = false
    } catch (error) {
      if (!isWarned) log.warn({ err: error }, 'claims of dead processes could not be freed')
      isWarned = true
    }
  }
  return repeat(look, lookMilliseconds)
}

/** Claims of living processes aren’t touched, however slow these are: they hold their locks. */
export async function freeClaimsOfDead({
  database,
  clock,
  claims,
  runSweeps,
}: ClaimsOfDead): Promise<void> {
  const { rows } = await sql`select from life where ${isFree}`.execute(database.kysely)
  if (rows.length === 0) return
  const sweeps = await database.transact(async (tx) => {
    const dead = { processIds: processesAmong(await lockDead(tx)), now: clock.now() }
    if (dead.processIds.length === 0) return []
    const freed: Freed[] = []
    for (const free of claims) freed.push(await free(tx, dead))
    await addJobs(
      tx,
      freed.flatMap(({ jobs }) => jobs),
    )
    return freed.flatMap((one) => one.sweeps)
  })
  runSweeps(sweeps)
}

const isFree = sql.raw(isDead('name'))

/** No other process frees the same until the transaction ends. */
async function lockDead(tx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string; isDead: boolean }>`
    update life set ended_at = coalesce(ended_at, statement_timestamp())
     where ${isFree}
    returning name, ${isEndedFor(deadMilliseconds)} as "isDead"`.execute(tx)
  const dead = rows.flatMap(({ name, isDead }) => (isDead ? name : []))
  await sql`
    delete from life
     where name = any(${dead}::text[]) and ${isEndedFor(keptMilliseconds)}`.execute(tx)
  return dead
}

const isEndedFor = (milliseconds: number) =>
  sql.raw(`ended_at < statement_timestamp() - interval '${milliseconds} milliseconds'`)
