import { type Figures, ratioOf } from '../rounds.ts'
import type { Measured, Pair } from './measure.ts'

export interface Judgement {
  readonly figure: string
  readonly ours: string
  readonly peer: string
  readonly ratio: string
  readonly goal: string
  readonly isMet: boolean
}

const ratioMin = 5
const unhashedMillisecondsMax = 2
const besidesMillisecondsMax = 25

export const judge = ({ sessions, signIns, besides, unhashed }: Measured): Judgement[] => [
  judgeRate('get-session, requests/s', sessions),
  judgeWait('get-session, p99 ms', sessions, 'lower'),
  judgeRate('sign-in, requests/s', signIns),
  judgeUnhashed('sign-in without the hash, CPU ms', unhashed),
  judgeWait('get-session while 50 sign in, p99 ms', besides, besidesMillisecondsMax),
]

function judgeRate(figure: string, { ours, peer }: Pair): Judgement {
  const ratio = ratioOf(ours, peer)
  return {
    figure,
    ours: ours.requestsPerSecond.toFixed(0),
    peer: peer.requestsPerSecond.toFixed(0),
    ratio: ratio.toFixed(2),
    goal: `≥ ${ratioMin} ×`,
    isMet: ratio >= ratioMin,
  }
}

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
