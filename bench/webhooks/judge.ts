import type { Judgement } from '../judgement.ts'
import type { Delay, Measured, Scale } from './measure.ts'

const perSecondMin = 1_000
const delayMillisecondsMax = 250
const delayBesideHangingMax = 500
const slowerMax = 1.5

const alone = { peer: '', ratio: '' }
const words = (count: number): string => count.toLocaleString('en')
const both = ({ p50Milliseconds, p99Milliseconds }: Delay): string =>
  `${p50Milliseconds.toFixed(1)}, ${p99Milliseconds.toFixed(1)}`
const withCpu = (delay: Delay): string =>
  `${both(delay)} (${delay.cpuMicroseconds.toFixed(0)} µs CPU)`

export function judge(measured: Measured, { waiting }: Scale): Judgement[] {
  const {
    delivered,
    seconds,
    cpuSeconds,
    amongFifty,
    besideHanging,
    alone: before,
    besideWaiting,
  } = measured
  const perSecond = delivered / seconds
  const slower = besideWaiting.p50Milliseconds / before.p50Milliseconds
  return [
    {
      ...alone,
      figure: `deliveries/s over 50 endpoints, of ${words(delivered)}`,
      ours: `${perSecond.toFixed(0)} (${((cpuSeconds / delivered) * 1e6).toFixed(0)} µs CPU)`,
      goal: `≥ ${perSecondMin}`,
      isMet: perSecond >= perSecondMin,
    },
    {
      ...alone,
      figure: `ms from commit to first byte, p50 and p99, 200 deliveries/s to 50 endpoints`,
      ours: withCpu(amongFifty),
      goal: `p99 ≤ ${delayMillisecondsMax}`,
      isMet: amongFifty.p99Milliseconds <= delayMillisecondsMax,
    },
    {
      ...alone,
      figure: 'the same to 80 endpoints, while 20 more hang',
      ours: withCpu(besideHanging),
      goal: `p99 ≤ ${delayBesideHangingMax}`,
      isMet: besideHanging.p99Milliseconds <= delayBesideHangingMax,
    },
    {
      figure: `the same of one endpoint, beside ${words(waiting)} that wait for another, and without`,
      ours: both(besideWaiting),
      peer: both(before),
      ratio: slower.toFixed(2),
      goal: `≤ ${slowerMax} ×`,
      isMet: slower <= slowerMax,
    },
  ]
}
