import type { Judgement } from '../judgement.ts'
import type { Measured, Scale, Turn } from './measure.ts'

const perSecondMin = 100_000 / 300
const growthMax = 1.3
const memoryGrowthMax = 1.25

const alone = { peer: '', ratio: '' }

const perSecond = ({ renewed, seconds }: Turn): number => renewed / seconds
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)
const words = (count: number): string => count.toLocaleString('en')

export function judge({ amongFew, amongMany, whole }: Measured, { few, many }: Scale): Judgement[] {
  const growth = amongMany.seconds / amongFew.seconds
  const memoryGrowth = whole.memorySecondHalf / whole.memoryFirstHalf
  return [
    {
      ...alone,
      figure: `renewals/s, of ${words(whole.renewed)} due`,
      ours: `${perSecond(whole).toFixed(0)} (${((whole.cpuSeconds / whole.renewed) * 1e6).toFixed(0)} µs CPU)`,
      goal: `≥ ${perSecondMin.toFixed(0)}`,
      isMet: perSecond(whole) >= perSecondMin,
    },
    {
      ...alone,
      figure: 'seconds for all of them',
      ours: whole.seconds.toFixed(1),
      goal: '',
      isMet: true,
    },
    {
      ...alone,
      figure: 'memory in MB, at most in the first half and in the second',
      ours: `${megabytes(whole.memoryFirstHalf)}, ${megabytes(whole.memorySecondHalf)}`,
      goal: `≤ ${memoryGrowthMax} ×`,
      isMet: memoryGrowth <= memoryGrowthMax,
    },
    {
      figure: `ms for one, among ${words(many)} and among ${words(few)}`,
      ours: ((amongMany.seconds / amongMany.renewed) * 1000).toFixed(2),
      peer: ((amongFew.seconds / amongFew.renewed) * 1000).toFixed(2),
      ratio: growth.toFixed(2),
      goal: `≤ ${growthMax} ×`,
      isMet: growth <= growthMax,
    },
    {
      figure: 'ms to claim a batch of what is due, the same',
      ours: amongMany.dueQueryMilliseconds.toFixed(1),
      peer: amongFew.dueQueryMilliseconds.toFixed(1),
      ratio: (amongMany.dueQueryMilliseconds / amongFew.dueQueryMilliseconds).toFixed(2),
      goal: '',
      isMet: true,
    },
  ]
}
