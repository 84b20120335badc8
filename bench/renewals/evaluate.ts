import { informational, type Result } from '../results.ts'
import type { Measured, Scale, Turn } from './measure.ts'

const perSecondMin = 100_000 / 300
const growthMax = 1.3
const memoryGrowthMax = 1.25

const withoutPeer = { peer: '', ratio: '' }

const perSecond = ({ renewed, seconds }: Turn): number => renewed / seconds
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)
const formatted = (count: number): string => count.toLocaleString('en')

export function evaluate({ amongFew, amongMany, full }: Measured, { few, many }: Scale): Result[] {
  const growth = amongMany.seconds / amongFew.seconds
  const memoryGrowth = full.memorySecondHalf / full.memoryFirstHalf
  return [
    {
      ...withoutPeer,
      figure: `renewals/s, of ${formatted(full.renewed)} due`,
      ours: `${perSecond(full).toFixed(0)} (${((full.cpuSeconds / full.renewed) * 1e6).toFixed(0)} µs CPU)`,
      goal: `≥ ${perSecondMin.toFixed(0)}`,
      isMet: perSecond(full) >= perSecondMin,
    },
    {
      ...withoutPeer,
      figure: 'seconds for all of them',
      ours: full.seconds.toFixed(1),
      goal: informational,
      isMet: true,
    },
    {
      ...withoutPeer,
      figure: 'peak memory in MB, in the first half and in the second',
      ours: `${megabytes(full.memoryFirstHalf)}, ${megabytes(full.memorySecondHalf)}`,
      goal: `≤ ${memoryGrowthMax} ×`,
      isMet: memoryGrowth <= memoryGrowthMax,
    },
    {
      figure: `ms per renewal, among ${formatted(many)} and among ${formatted(few)}`,
      ours: ((amongMany.seconds / amongMany.renewed) * 1000).toFixed(2),
      peer: ((amongFew.seconds / amongFew.renewed) * 1000).toFixed(2),
      ratio: growth.toFixed(2),
      goal: `≤ ${growthMax} ×`,
      isMet: growth <= growthMax,
    },
    {
      figure: 'ms to claim a batch of due subscriptions, the same',
      ours: amongMany.dueQueryMilliseconds.toFixed(1),
      peer: amongFew.dueQueryMilliseconds.toFixed(1),
      ratio: (amongMany.dueQueryMilliseconds / amongFew.dueQueryMilliseconds).toFixed(2),
      goal: informational,
      isMet: true,
    },
  ]
}
