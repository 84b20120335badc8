import { describe, expect, inject, it } from 'vitest'
import { isFullRun } from '../test/full-run.ts'
import { findFault } from './find-fault.ts'
import { inFreshEnvironment } from './fresh-environment.ts'
import { openBillingEnvironment } from './shop.ts'
import { runWorlds, type WorldOptions } from './worlds.ts'

const timeout = 600_000

// Each statement takes many times as long on a cluster, so fewer worlds run there.
const isOnCluster = inject('testCluster').nodes.length > 1

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at)

const broken = (seeds: readonly number[], options: Partial<WorldOptions> = {}) =>
  inFreshEnvironment(inject('testCluster'), (environment) =>
    runWorlds(openBillingEnvironment(environment), seeds, { steps: 4, ...options }),
  )

describe('simulated billing', () => {
  const worldsAtOnce = isOnCluster ? 10 : 50
  const rounds = isFullRun ? 10 : 2
  const firsts = seedsFrom(0, isOnCluster ? 1 : rounds).map((at) => 1 + at * worldsAtOnce)

  it.each(firsts)(
    `keeps its invariants in ${worldsAtOnce} worlds from seed %i`,
    { timeout },
    async (first) => {
      expect(await broken(seedsFrom(first, worldsAtOnce))).toEqual([])
    },
  )

  it('keeps its invariants after each step', { timeout }, async () => {
    expect(
      await broken(seedsFrom(1000, isOnCluster ? 1 : 4), { steps: 16, isClose: true }),
    ).toEqual([])
  })

  it.skipIf(isOnCluster)(
    'repeats the same steps for the same seed, and others for another',
    { timeout },
    async () => {
      const transcript = async (seed: number) => {
        const lines: string[] = []
        await broken([seed], { steps: 10, write: (line) => lines.push(line) })
        return lines
      }
      const first = await transcript(7)
      expect(first).toHaveLength(10)
      expect(await transcript(7)).toEqual(first)
      expect(await transcript(8)).not.toEqual(first)
    },
  )
})

// `npm run simulate -- --faults` plants all of them.
const faults: readonly [fault: string, invariant: string, steps?: number, first?: number][] = [
  ['no events are recorded', 'event'],
  ['entries are never marked as billed', 'waiting entries', 30],
  ['nothing is posted to the ledger', 'the ledger'],
  ['collection of orders never stops', 'open'],
  ['payments are never given up', 'an order that is no longer collected', 30, 80],
  ['forgotten revoked_at', 'revoked'],
  ['forgotten due_at', 'due'],
  ['changed addresses never reach subscriptions', 'a changed billing address'],
  // In most worlds the movements of its subscription reveal it first.
  ['discounts last too long', 'a discount for one period', 20, 145],
  // Credit comes from plan changes, and is used later; few worlds pay it out.
  ['payouts take nothing from the balance', 'what customers hold', 30],
  ['credits carry no tax', 'a credit gives back the tax', 30],
  ['benefits outlive what was paid', 'nobody holds a benefit'],
  ['only the first benefit of a list is granted', 'holds the benefits of the plan'],
  ['what nobody accepted uses all credit', 'what nobody accepted', 30],
  ['changed lists take nothing', 'nobody holds a benefit', 30],
  ['changed lists reach subscriptions only', 'who has paid for a purchase', 30],
  ['the first failed payment takes the benefits', 'holds the benefits of the plan', 30],
  ['the usage of keys has no limit', 'the usage of a license key', 30],
  ['disabled keys stay valid', 'is refused', 30],
  ['keys stay valid when nobody holds them', 'is refused', 30, 8],
  ['events are counted twice', 'each event of a customer is counted once'],
  ['usage belongs to no subscription', 'what happens in a period', 30],
  ['periods never end', 'open period', 30, 3],
  ['usage is billed without its cap', 'the terms of its price', 30],
  ['what was billed early is billed again', 'no more is billed than was settled', 30, 29],
  ['periods that end stay billed in part', 'a period that is over is billed as a whole', 30, 29],
  ['usage is billed early below its threshold', 'costs as much as the threshold', 30, 53],
  ['limits don’t see what was used', 'were used within a limit', 30],
  ['what is held is left for others', 'were used within a limit', 30],
  ['nobody waits for the lock of a customer', 'were used within a limit', 30],
  ['thresholds are notified again and again', 'a threshold of a limit', 30],
  ['every event has a new value', 'counts each of its unique values once'],
  ['values that were taken back stay', 'unique values are those of the events', 30],
  ['top-ups buy without end', 'top-ups buy at most as often', 30, 37],
  ['top-ups cost what they like', 'nothing costs more than was agreed', 30, 7],
  ['half of the credits are given', 'movements of credits add up'],
  ['movements of credits are never written', 'movements of credits add up'],
  ['movements are never written', 'the sum of their movements'],
  ['ends move nothing', 'the sum of their movements'],
  ['yearly plans count as if they were monthly', 'the sum of their movements'],
  ['pauses move nothing', 'the sum of their movements', 30],
]

it.each(isOnCluster ? faults.slice(0, 1) : faults)(
  'the invariants reveal it when %s',
  { timeout },
  async (fault, invariant, steps = 10, first = 1) => {
    const found = await inFreshEnvironment(inject('testCluster'), (environment) =>
      findFault(openBillingEnvironment(environment), { fault, seeds: seedsFrom(first, 60), steps }),
    )
    expect(found?.faults.join('\n')).toContain(invariant)
  },
)
