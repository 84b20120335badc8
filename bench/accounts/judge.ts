import { type Judgement, judgeRate } from '../judgement.ts'
import { type Figures, type Pair, ratioOf } from '../rounds.ts'
import type { Limits, Measured } from './measure.ts'

const ratioMin = 5
/** Of the rate without limits. */
const limitedMin = 0.7
const unhashedMillisecondsMax = 2
const besidesMillisecondsMax = 25

export const judge = ({ sessions, limits, signIns, besides, unhashed }: Measured): Judgement[] => [
  judgeRate('get-session, requests/s', sessions, ratioMin),
  judgeWait('get-session, p99 ms', sessions, 'lower'),
  judgeLimits('get-session with limits, requests/s', limits),
  judgeRate('sign-in, requests/s', signIns, ratioMin),
  judgeUnhashed('sign-in without the hash, CPU ms', unhashed),
  judgeWait('get-session while 50 sign in, p99 ms', besides, besidesMillisecondsMax),
]

function judgeWait(figure: string, { ours, peer }: Pair, goal: number | 'lower'): Judgement {
  const waits = { ours: ours.p99Milliseconds, peer: peer.p99Milliseconds }
  return {
    figure,
    ours: waits.ours.toFixed(1),
    peer: waits.peer.toFixed(1),
    ratio: (waits.ours / waits.peer).toFixed(2),
    goal: goal === 'lower' ? goal : `≤ ${goal}`,
    isMet: goal === 'lower' ? waits.ours < waits.peer : waits.ours <= goal,
  }
}

function judgeLimits(figure: string, { counted, free }: Limits): Judgement {
  const ratio = ratioOf(counted, free)
  return {
    figure,
    ours: counted.requestsPerSecond.toFixed(0),
    peer: '',
    ratio: ratio.toFixed(2),
    goal: `≥ ${limitedMin} × without`,
    isMet: ratio >= limitedMin,
  }
}

function judgeUnhashed(figure: string, { cpuMicroseconds }: Figures): Judgement {
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
