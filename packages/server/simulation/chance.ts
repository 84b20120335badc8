import { assert } from '../src/kernel/assert.ts'

// Random draws from a seed, the same on every machine.
export interface Chance {
  // Both ends are included.
  whole(min: number, max: number): number
  oneIn(times: number): boolean
  pick<T>(things: readonly T[]): T
  weighted<T extends { readonly weight: number }>(things: readonly T[]): T
  uuid(): string
}

export function createChance(seed: string): Chance {
  const draw = drawsFrom(seed)
  const whole = (min: number, max: number): number => min + (draw() % (max - min + 1))
  return {
    whole,
    oneIn: (times) => whole(1, times) === 1,
    pick: (things) => drawn(things[whole(0, things.length - 1)]),
    weighted: (things) => {
      let left = whole(
        1,
        things.reduce((total, { weight }) => total + weight, 0),
      )
      return drawn(things.find(({ weight }) => (left -= weight) <= 0))
    },
    uuid: () => {
      const hex = [draw(), draw(), draw(), draw()]
        .map((word) => word.toString(16).padStart(8, '0'))
        .join('')
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
    },
  }
}

function drawn<T>(thing: T | undefined): T {
  assert(thing !== undefined, 'nothing can be drawn from nothing')
  return thing
}

// mulberry32 over an FNV-1a hash of the seed: short, even enough, and the same everywhere.
function drawsFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
