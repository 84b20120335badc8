import { availableParallelism, loadavg } from 'node:os'
import { printTable } from './figures.ts'
import { type Pair, type RunOptions, ratioOf } from './rounds.ts'

/** A figure, compared with the peer's and with the goal. */
export interface Result {
  readonly figure: string
  readonly ours: string
  readonly peer: string
  readonly ratio: string
  readonly goal: string
  readonly isMet: boolean
}

/** The goal of a figure that is only reported. */
export const informational = 'informational'

export function rateResult(figure: string, { ours, peer }: Pair, ratioMin: number): Result {
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

/** Measures, prints the table, and returns whether every goal is met. */
export async function printResults(
  { rounds }: RunOptions,
  measure: () => Promise<readonly Result[]>,
  peer = 'better-auth',
): Promise<boolean> {
  const loadBefore = machineLoad()
  const results = await measure()
  printTable([['', 'guildhall', peer, 'ratio', 'goal', 'met'], ...results.map(row)])
  console.log(
    `\nMedians of ${rounds} alternating rounds on ${availableParallelism()} cores; ` +
      `load average ${loadBefore} before, ${machineLoad()} after.`,
  )
  return results.every(({ isMet }) => isMet)
}

const machineLoad = (): string => (loadavg()[0] ?? Number.NaN).toFixed(2)

const row = ({ figure, ours, peer, ratio, goal, isMet }: Result): string[] => [
  figure,
  ours,
  peer,
  ratio,
  goal,
  verdict(goal, isMet),
]

function verdict(goal: string, isMet: boolean): string {
  if (goal === informational) return '–'
  return isMet ? 'yes' : 'NO'
}
