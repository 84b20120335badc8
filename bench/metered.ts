import { withPostgres } from './postgres.ts'
import { eventsEach, measureMetered } from './renewals/metered.ts'
import { informational, printResults, type Result } from './results.ts'

const countDefault = 100_000
const perSecondMin = 100_000 / 360
const memoryGrowthMax = 1.25

/** Renewals of subscriptions with a metered price, whose usage is billed. */
export async function metered([given]: readonly string[]): Promise<boolean> {
  const count = Number(given ?? countDefault)
  return printResults({ rounds: 1, seconds: 0 }, () => results(count), '')
}

async function results(count: number): Promise<Result[]> {
  const { seconds, cpuSeconds, memoryFirstHalf, memorySecondHalf } = await withPostgres((urls) =>
    measureMetered(urls, count),
  )
  const perSecond = count / seconds
  const withoutPeer = { peer: '', ratio: '' }
  return [
    {
      ...withoutPeer,
      figure: `renewals/s, of ${count} with ${eventsEach} events each (CPU µs)`,
      ours: `${perSecond.toFixed(0)} (${((cpuSeconds / count) * 1e6).toFixed(0)})`,
      goal: `≥ ${perSecondMin.toFixed(0)}`,
      isMet: perSecond >= perSecondMin,
    },
    {
      ...withoutPeer,
      figure: 'seconds for all of them',
      ours: seconds.toFixed(1),
      goal: informational,
      isMet: true,
    },
    {
      ...withoutPeer,
      figure: 'peak memory in MB, in the first half and in the second',
      ours: `${megabytes(memoryFirstHalf)}, ${megabytes(memorySecondHalf)}`,
      goal: `≤ ${memoryGrowthMax} ×`,
      isMet: memorySecondHalf <= memoryGrowthMax * memoryFirstHalf,
    },
  ]
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)
