import { type Result, rateResult } from '../results.ts'
import { type Figures, type Pair, ratioOf } from '../rounds.ts'
import type { Limits, Measured } from './measure.ts'

const ratioMin = 5
/** A fraction of the rate without limits. */
const limitedRatioMin = 0.7
const unhashedMillisecondsMax = 2
const whileSigningInMillisecondsMax = 25

export const evaluate = ({
  sessions,
  limits,
  signIns,
  whileSigningIn,
  unhashed,
}: Measured): Result[] => [
  rateResult('get-session, requests/s', sessions, ratioMin),
  latencyResult('get-session, p99 ms', sessions, 'lower'),
  limitsResult('get-session with limits, requests/s', limits),
  rateResult('sign-in, requests/s', signIns, ratioMin),
  unhashedResult('sign-in without the hash, CPU ms', unhashed),
  latencyResult(
    'get-session while 50 sign in, p99 ms',
    whileSigningIn,
    whileSigningInMillisecondsMax,
  ),
]

function latencyResult(figure: string, { ours, peer }: Pair, goal: number | 'lower'): Result {
  const latencies = { ours: ours.p99Milliseconds, peer: peer.p99Milliseconds }
  return {
    figure,
    ours: latencies.ours.toFixed(1),
    peer: latencies.peer.toFixed(1),
    ratio: (latencies.ours / latencies.peer).toFixed(2),
    goal: goal === 'lower' ? goal : `≤ ${goal}`,
    isMet: goal === 'lower' ? latencies.ours < latencies.peer : latencies.ours <= goal,
  }
}

function limitsResult(figure: string, { limited, unlimited }: Limits): Result {
  const ratio = ratioOf(limited, unlimited)
  return {
    figure,
    ours: limited.requestsPerSecond.toFixed(0),
    peer: '',
    ratio: ratio.toFixed(2),
    goal: `≥ ${limitedRatioMin} × without`,
    isMet: ratio >= limitedRatioMin,
  }
}

function unhashedResult(figure: string, { cpuMicroseconds }: Figures): Result {
  const milliseconds = cpuMicroseconds / 1000
  return {
    figure,
    ours: milliseconds.toFixed(2),
    peer: '',
    ratio: '',
    goal: `≤ ${unhashedMillisecondsMax}`,
    isMet: milliseconds <= unhashedMillisecondsMax,
  }
}
