import { createContext, use } from 'react'
import type { Clock, Happened } from './clock-query.ts'

/** The last journey through time that was made here. */
export interface Journey {
  from: Date
  to: Date
  /** Null as long as it's under way. */
  happened: readonly Happened[] | null
  /** Why it stopped before its end. */
  failure: string | null
}

export type Way = (now: Date) => Date

export interface TimeTravel {
  /** Undefined as long as nobody knows, or where it can't be asked. */
  clock: Clock | undefined
  mayTravel: boolean
  journey: Journey | null
  /** To where the way leads from the time that it is when it's gone. */
  travel: (way: Way) => void
  /** Asks for a day to go to. */
  ask: () => void
  showJourney: () => void
  forgetJourney: () => void
}

export const TravelContext = createContext<TimeTravel | null>(null)

export function useTimeTravel(): TimeTravel {
  const travel = use(TravelContext)
  if (travel === null) throw new Error('Nothing above this travels in time.')
  return travel
}
