import pino from 'pino'
import type { Clock } from '../src/platform/clock.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import type { UnitOfWorkFactory } from '../src/platform/unit-of-work.ts'
import { runOn } from '../test/sql.ts'

/** A real database, and a clock that only the simulation moves. */
export interface Environment {
  readonly database: Database
  readonly clock: SimulatedClock
  readonly uowFactory: UnitOfWorkFactory
  readonly log: pino.Logger
  /** Runs a statement as the owner of the tables. */
  runAsOwner(statement: string): Promise<void>
  close(): Promise<void>
}

interface SimulatedClock extends Clock {
  advance(milliseconds: number): void
}

export interface DatabaseUrls {
  readonly url: string
  readonly ownerUrl: string
}

export async function openEnvironment({ url, ownerUrl }: DatabaseUrls): Promise<Environment> {
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ url }, log)
  const clock = simulatedClock()
  return {
    database,
    clock,
    log,
    // Wakes nothing, because the simulation decides when events are dispatched.
    uowFactory: { database, clock, wake: () => undefined },
    runAsOwner: async (statement) => {
      await runOn(ownerUrl, statement)
    },
    close: database.close,
  }
}

/** The same environment with a new clock. */
export function freshClock(environment: Environment): Environment {
  const clock = simulatedClock()
  return { ...environment, clock, uowFactory: { ...environment.uowFactory, clock } }
}

const startMilliseconds = Date.UTC(2026, 0, 1)

function simulatedClock(): SimulatedClock {
  let elapsed = 0
  return {
    now: () => new Date(startMilliseconds + elapsed),
    monotonicMilliseconds: () => elapsed,
    advance: (milliseconds) => {
      elapsed += milliseconds
    },
  }
}
