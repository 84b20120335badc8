import { createContext, use } from 'react'
import type { Clock } from '#/entities/organization/clock.ts'
import type { Happened } from './period-ends-query.ts'

/** The last advance made on this page, or else in this browser. */
export interface Advance {
  from: Date
  to: Date
  /** Null while it is running. */
  happened: readonly Happened[] | null
  /** Why it stopped early. */
  failure: string | null
}

export type Way = (now: Date) => Date

export interface TimeTravel {
  /** Undefined while loading, or if it isn’t available. */
  clock: Clock | undefined
  mayTravel: boolean
  advance: Advance | null
  /** Advances to the instant computed from the clock at that moment. */
  travel: (way: Way) => void
  /** Opens the dialog that asks for a date, with one to begin with. */
  ask: (way?: Way) => void
  showAdvance: () => void
  dismissAdvance: () => void
}

export const TravelContext = createContext<TimeTravel | null>(null)

export function useTimeTravel(): TimeTravel {
  const travel = use(TravelContext)
  if (travel === null) throw new Error('This component needs a sandbox clock above it.')
  return travel
}
