import type { MemoryPeaks } from '../memory.ts'
import { informational, type Result } from '../results.ts'
import type { Figures } from '../rounds.ts'
import { type Balances, batchSize, type Measured, type UsageOptions } from './measure.ts'

const eventsMin = 30_000
const rawRatioMin = 0.3
const singlesMin = 5_000
const listMillisecondsMax = 100
const balanceGrowthMax = 1.2
const memoryGrowthMax = 1.25
/** The memory of a shorter turn is still that of a start. */
const memorySecondsMin = 60

const withoutPeer = { peer: '', ratio: '' }

export const evaluate = (
  { batches, memory, raw, repeated, singles, balances, size, lists }: Measured,
  { events, seconds }: UsageOptions,
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
    memoryResult(memory, seconds),
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
    balanceResult(balances),
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

function memoryResult({ firstHalf, secondHalf }: MemoryPeaks, seconds: number): Result {
  const isLong = seconds >= memorySecondsMin
  return {
    ...withoutPeer,
    figure: 'peak memory in MB meanwhile, in the first half and in the second',
    ours: `${megabytes(firstHalf)}, ${megabytes(secondHalf)}`,
    goal: isLong ? `≤ ${memoryGrowthMax} ×` : informational,
    isMet: !isLong || secondHalf <= memoryGrowthMax * firstHalf,
  }
}

const megabytes = (kilobytes: number): string => (kilobytes / 1024).toFixed(0)

function balanceResult({ few, many, fewEvents, manyEvents }: Balances): Result {
  const ratio = many.p50Milliseconds / few.p50Milliseconds
  return {
    figure: `balance of a customer among ${manyEvents} events and among ${fewEvents}, p50 ms (p99)`,
    ours: latency(many),
    peer: latency(few),
    ratio: ratio.toFixed(2),
    goal: `≤ ${balanceGrowthMax} ×`,
    isMet: ratio <= balanceGrowthMax,
  }
}

const latency = ({ p50Milliseconds, p99Milliseconds }: Figures): string =>
  `${p50Milliseconds.toFixed(1)} (${p99Milliseconds.toFixed(1)})`
