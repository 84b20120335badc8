import { availableParallelism, loadavg } from 'node:os'
import { printTable } from './figures.ts'
import { type Extent, type Pair, ratioOf } from './rounds.ts'

/** A figure beside the peer's, and whether it is as good as it has to be. */
export interface Judgement {
  readonly figure: string
  readonly ours: string
  readonly peer: string
  readonly ratio: string
  readonly goal: string
  readonly isMet: boolean
}

export function judgeRate(figure: string, { ours, peer }: Pair, ratioMin: number): Judgement {
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

/** Measures, prints the table, and answers whether every goal is met. */
export async function printJudgements(
  { rounds }: Extent,
  measure: () => Promise<readonly Judgement[]>,
  peer = 'better-auth',
): Promise<boolean> {
  const loadBefore = machineLoad()
  const judgements = await measure()
  printTable([['', 'guildhall', peer, 'ratio', 'goal', 'met'], ...judgements.map(row)])
  console.log(
    `\nMedians of ${rounds} alternating rounds on ${availableParallelism()} cores; ` +
      `load average ${loadBefore} before, ${machineLoad()} after.`,
  )
  return judgements.every(({ isMet }) => isMet)
}

const machineLoad = (): string => (loadavg()[0] ?? Number.NaN).toFixed(2)

const row = ({ figure, ours, peer, ratio, goal, isMet }: Judgement): string[] => [
  figure,
  ours,
  peer,
  ratio,
  goal,
  isMet ? 'yes' : 'NO',
]
