import { assert } from '../../kernel/assert.ts'

/** Pseudo-random numbers: the same seed gives the same numbers. */
export interface Draws {
  /** A whole number from 0, below the bound. */
  readonly below: (bound: number) => number
  readonly oneOf: <T>(choices: readonly T[]) => T
}

export function drawsFrom(seed: number): Draws {
  let state = seed >>> 0
  // A linear congruential generator: its high bits are good enough to choose names.
  const below = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  return {
    below,
    oneOf: (choices) => {
      const choice = choices[below(choices.length)]
      assert(choice !== undefined, 'there is something to choose from')
      return choice
    },
  }
}
