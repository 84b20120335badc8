import type { Result } from '../results.ts'
import type { Delay, Measured, Scale } from './measure.ts'

const perSecondMin = 1_000
const delayMillisecondsMax = 15
const delayWithHangingMax = 500
const slowdownMax = 1.5

const withoutPeer = { peer: '', ratio: '' }
const formatted = (count: number): string => count.toLocaleString('en')
const both = ({ p50Milliseconds, p99Milliseconds }: Delay): string =>
  `${p50Milliseconds.toFixed(1)}, ${p99Milliseconds.toFixed(1)}`
const withCpu = (delay: Delay): string =>
  `${both(delay)} (${delay.cpuMicroseconds.toFixed(0)} µs CPU)`

export function evaluate(measured: Measured, { waiting }: Scale): Result[] {
  const { delivered, seconds, cpuSeconds, toFifty, withHanging, withoutBacklog, withBacklog } =
    measured
  const perSecond = delivered / seconds
  const slowdown = withBacklog.p50Milliseconds / withoutBacklog.p50Milliseconds
  return [
    {
      ...withoutPeer,
      figure: `deliveries/s over 50 endpoints, of ${formatted(delivered)}`,
      ours: `${perSecond.toFixed(0)} (${((cpuSeconds / delivered) * 1e6).toFixed(0)} µs CPU)`,
      goal: `≥ ${perSecondMin}`,
      isMet: perSecond >= perSecondMin,
    },
    {
      ...withoutPeer,
      figure: `ms from commit to first byte, p50 and p99, 200 deliveries/s to 50 endpoints`,
      ours: withCpu(toFifty),
      goal: `p99 ≤ ${delayMillisecondsMax}`,
      isMet: toFifty.p99Milliseconds <= delayMillisecondsMax,
    },
    {
      ...withoutPeer,
      figure: 'the same to 80 endpoints, while 20 more hang',
      ours: withCpu(withHanging),
      goal: `p99 ≤ ${delayWithHangingMax}`,
      isMet: withHanging.p99Milliseconds <= delayWithHangingMax,
    },
    {
      figure: `the same to one endpoint, with a backlog of ${formatted(waiting)} and without`,
      ours: both(withBacklog),
      peer: both(withoutBacklog),
      ratio: slowdown.toFixed(2),
      goal: `≤ ${slowdownMax} ×`,
      isMet: slowdown <= slowdownMax,
    },
  ]
}
