import type { Chance } from './chance.ts'

/** Something that can happen in a simulated world. */
export interface WorldOperation {
  /** How often it happens, relative to the others. */
  readonly weight: number
  /**
   * Returns a line for the transcript that follows from the seed and the steps before: no id of the
   * database, no real time, no winner of an open race.
   */
  run(chance: Chance): Promise<string>
}
