import type { Chance } from './chance.ts'
import type { Ground } from './ground.ts'

// A world is what can happen in it and what must hold whatever happens.
export interface World {
  readonly operations: readonly Operation[]
  readonly invariants: readonly Invariant[]
}

export interface Operation {
  // How often it happens, against the others.
  readonly weight: number
  // Answers with a line for the transcript, in which nothing may stand that the seed and the
  // steps before don't decide: no id of the database, no real time, no winner of an open race.
  run(chance: Chance): Promise<string>
}

export interface Invariant {
  readonly name: string
  // Every way in which it doesn't hold.
  faults(): Promise<readonly string[]>
}

export type OpenWorld = (ground: Ground, chance: Chance) => Promise<World>
