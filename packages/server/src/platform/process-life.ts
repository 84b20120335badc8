import type { Id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { newId } from './ids.ts'
import { holdLifeLock } from './life-lock.ts'

/** A process as others see it, who continue what it has claimed as soon as it has died. */
export interface ProcessLife {
  /** Resolves when others can see it, or it could not be shown. */
  readonly opened: Promise<void>
  /** Under which it claims work; null while others can't see whether it lives. */
  readonly claimant: () => Id<'process'> | null
  /** Lets others continue what it has claimed so far, as if it had died; at most once a minute. */
  readonly leaveClaims: () => void
  readonly close: () => Promise<void>
}

/** What claims work. */
export interface Living {
  /** Left out where nothing that is claimed outlives the process for long. */
  readonly life?: Pick<ProcessLife, 'claimant' | 'leaveClaims'>
}

export const claimantOf = ({ life }: Living): Id<'process'> | null => life?.claimant() ?? null

/** Nobody else does the claimed work until then, unless the claimant dies. */
export interface Claim {
  readonly claimant: Id<'process'> | null
  readonly now: Date
  readonly until: Date
}

export function claimFor(
  { clock, ...living }: Living & { readonly clock: Pick<Clock, 'now'> },
  milliseconds: number,
): Claim {
  const now = clock.now()
  return { claimant: claimantOf(living), now, until: new Date(now.getTime() + milliseconds) }
}

const prefix = 'process.'
/** Work that makes PostgreSQL crash isn't passed on from process to process without end. */
const restMilliseconds = 60_000

export function showProcessLife(
  database: Pick<Database, 'listening'>,
  log: Pick<Logger, 'warn'>,
): ProcessLife {
  const show = () => {
    const id = newId('process')
    return { id, lock: holdLifeLock(database, log, prefix + id) }
  }
  let shown = show()
  let leaving: Promise<void> | null = null
  let rest: NodeJS.Timeout | undefined
  const closing: Promise<void>[] = []
  const showAnew = async () => {
    const next = show()
    await next.lock.opened
    closing.push(shown.lock.close())
    shown = next
    rest = setTimeout(() => {
      leaving = null
    }, restMilliseconds)
    rest.unref()
  }
  return {
    opened: shown.lock.opened,
    claimant: () => (shown.lock.current() === null ? null : shown.id),
    leaveClaims: () => {
      leaving ??= showAnew()
    },
    close: async () => {
      await leaving
      clearTimeout(rest)
      await Promise.all([...closing, shown.lock.close()])
    },
  }
}

/** The processes among all that hold life locks. */
export const processesAmong = (names: readonly string[]): Id<'process'>[] =>
  names.flatMap((name) =>
    name.startsWith(prefix) ? (name.slice(prefix.length) as Id<'process'>) : [],
  )
