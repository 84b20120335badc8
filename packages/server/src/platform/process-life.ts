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
  readonly close: () => Promise<void>
}

/** What claims work. */
export interface Living {
  /** Left out where nothing that is claimed outlives the process for long. */
  readonly life?: Pick<ProcessLife, 'claimant'>
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

export function showProcessLife(
  database: Pick<Database, 'listening'>,
  log: Pick<Logger, 'warn'>,
): ProcessLife {
  const id = newId('process')
  const { opened, current, close } = holdLifeLock(database, log, prefix + id)
  return { opened, claimant: () => (current() === null ? null : id), close }
}

/** The processes among all that hold life locks. */
export const processesAmong = (names: readonly string[]): Id<'process'>[] =>
  names.flatMap((name) =>
    name.startsWith(prefix) ? (name.slice(prefix.length) as Id<'process'>) : [],
  )
