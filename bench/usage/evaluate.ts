import { informational, type Result } from '../results.ts'
import { batchSize, type Measured, type UsageOptions } from './measure.ts'

const eventsMin = 30_000
const rawRatioMin = 0.3
const singlesMin = 5_000
const listMillisecondsMax = 100

const withoutPeer = { peer: '', ratio: '' }

export const evaluate = (
  { batches, raw, repeated, singles, size, lists }: Measured,
  { events }: UsageOptions,
): Result[] => {
  const perSecond = batches.requestsPerSecond * batchSize
  const ratio = perSecond / raw
  return [
    {
      ...withoutPeer,
      figure: `events/s in requests of ${batchSize} (CPU µs of the server for each)`,
      ours: `${perSecond.toFixed(0)} (${(batches.cpuMicroseconds / batchSize).toFixed(1)})`,
      goal: `≥ ${eventsMin}`,
      isMet: perSecond >= eventsMin,
    },
    {
      figure: 'the same, compared with COPY of the same rows',
      ours: perSecond.toFixed(0),
      peer: raw.toFixed(0),
      ratio: ratio.toFixed(2),
      goal: `≥ ${rawRatioMin} ×`,
      isMet: ratio >= rawRatioMin,
    },
    {
      ...withoutPeer,
      figure: 'events/s that were ingested before',
      ours: (repeated.requestsPerSecond * batchSize).toFixed(0),
      goal: informational,
      isMet: true,
    },
    {
      ...withoutPeer,
      figure: 'single events/s of 64 clients (p99 ms)',
      ours: `${singles.requestsPerSecond.toFixed(0)} (${singles.p99Milliseconds.toFixed(1)})`,
      goal: `≥ ${singlesMin}`,
      isMet: singles.requestsPerSecond >= singlesMin,
    },
    {
      ...withoutPeer,
      figure: 'bytes of an event with its indexes, and of its external id',
      ours: `${size.bytesOfEvents.toFixed(0)} + ${size.bytesOfKeys.toFixed(0)}`,
      goal: informational,
      isMet: true,
    },
    ...lists.map(([title, { p50Milliseconds, p99Milliseconds }]) => ({
      ...withoutPeer,
      figure: `list of ${events} events: ${title}, p99 ms (p50)`,
      ours: `${p99Milliseconds.toFixed(1)} (${p50Milliseconds.toFixed(1)})`,
      goal: `≤ ${listMillisecondsMax}`,
      isMet: p99Milliseconds <= listMillisecondsMax,
    })),
  ]
}
