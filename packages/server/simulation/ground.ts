import pino from 'pino'
import type { Clock } from '../src/platform/clock.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import type { Workshop } from '../src/platform/work.ts'
import { runOn } from '../test/sql.ts'

// What every world stands on: a real database, and a clock that only the simulation moves.
export interface Ground {
  readonly database: Database
  readonly clock: SimulatedClock
  readonly workshop: Workshop
  readonly log: pino.Logger
  // Carries out a statement as the owner of the tables.
  own(statement: string): Promise<void>
  close(): Promise<void>
}

interface SimulatedClock extends Clock {
  advance(milliseconds: number): void
}

export interface GroundUrls {
  readonly url: string
  readonly ownerUrl: string
}

export async function openGround({ url, ownerUrl }: GroundUrls): Promise<Ground> {
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ url }, log)
  const clock = simulatedClock()
  return {
    database,
    clock,
    log,
    // Nobody listens: the simulation decides when news is dispatched.
    workshop: { database, clock, wake: () => undefined },
    own: async (statement) => {
      await runOn(ownerUrl, statement)
    },
    close: database.close,
  }
}

/** The same ground at another time. */
export function freshClock(ground: Ground): Ground {
  const clock = simulatedClock()
  return { ...ground, clock, workshop: { ...ground.workshop, clock } }
}

const beginning = Date.UTC(2026, 0, 1)

function simulatedClock(): SimulatedClock {
  let elapsed = 0
  return {
    now: () => new Date(beginning + elapsed),
    monotonicMilliseconds: () => elapsed,
    advance: (milliseconds) => {
      elapsed += milliseconds
    },
  }
}
