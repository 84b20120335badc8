import { describe, expect, inject, it } from 'vitest'
import { onFreshGround } from '../fresh-ground.ts'
import { findFault } from './find-fault.ts'
import { openBillingGround } from './shop.ts'
import { type StoryOptions, tellStories } from './story.ts'

const timeout = 600_000

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at)

const broken = (seeds: readonly number[], options: Partial<StoryOptions> = {}) =>
  onFreshGround(inject('testCluster'), (ground) =>
    tellStories(openBillingGround(ground), seeds, { steps: 4, ...options }),
  )

describe('worlds of billing', () => {
  const worldsAtOnce = 50
  const firsts = seedsFrom(0, 10).map((at) => 1 + at * worldsAtOnce)

  it.each(firsts)('keep their laws: fifty from %i', { timeout }, async (first) => {
    expect(await broken(seedsFrom(first, worldsAtOnce))).toEqual([])
  })

  it('keep them after each step as well', { timeout }, async () => {
    expect(await broken(seedsFrom(1000, 4), { steps: 16, isClose: true })).toEqual([])
  })

  it('tell the same story of the same seed, and another of another', { timeout }, async () => {
    const told = async (seed: number) => {
      const lines: string[] = []
      await broken([seed], { steps: 10, write: (line) => lines.push(line) })
      return lines
    }
    const first = await told(7)
    expect(first).toHaveLength(10)
    expect(await told(7)).toEqual(first)
    expect(await told(8)).not.toEqual(first)
  })
})

// `npm run simulate -- billing --faults` plants all of them.
it.each([
  ['no news is recorded', 'told'],
  ['what waits is never marked as billed', 'what waits'],
  ['nothing is booked', 'the books'],
  ['orders are never given up', 'open'],
  ['forgotten revoked_at', 'gives'],
  ['forgotten due_at', 'due'],
])('the laws find it when %s', { timeout }, async (fault, law) => {
  const found = await onFreshGround(inject('testCluster'), (ground) =>
    findFault(openBillingGround(ground), { fault, seeds: seedsFrom(1, 60), steps: 10 }),
  )
  expect(found?.faults.join('\n')).toContain(law)
})
