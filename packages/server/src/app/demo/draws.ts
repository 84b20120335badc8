import { assert } from '../../kernel/assert.ts'

/** Numbers that look random and are the same for the same seed. */
export interface Draws {
  /** A whole number from 0 up to and without the bound. */
  readonly below: (bound: number) => number
  readonly oneOf: <T>(choices: readonly T[]) => T
}

export function drawsFrom(seed: number): Draws {
  let state = seed >>> 0
  // A linear congruential generator: its high bits are good enough to deal out names.
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
