import { informational, type Result } from '../results.ts'
import type { Measured } from './measure.ts'

const purchasesMin = 150
const updateP99Max = 40

const withoutPeer = { peer: '', ratio: '' }

export const evaluate = (measured: Measured): Result[] => [
  {
    ...withoutPeer,
    figure: 'purchases/s',
    ours: `${measured.purchasesPerSecond.toFixed(0)} (${(measured.cpuMicroseconds / 1000).toFixed(1)} ms CPU)`,
    goal: `≥ ${purchasesMin}`,
    isMet: measured.purchasesPerSecond >= purchasesMin,
  },
  {
    ...withoutPeer,
    figure: 'update of a checkout by the buyer, p99 ms at a fixed rate',
    ours: measured.pacedUpdateP99.toFixed(1),
    goal: `≤ ${updateP99Max}`,
    isMet: measured.pacedUpdateP99 <= updateP99Max,
  },
  {
    ...withoutPeer,
    figure: 'the same at the full rate, p99 ms',
    ours: measured.unpacedUpdateP99.toFixed(1),
    goal: informational,
    isMet: true,
  },
  {
    ...withoutPeer,
    figure: 'statements of a purchase, with one product offered and with twenty',
    ours: `${measured.statements.one}, ${measured.statements.many}`,
    goal: 'equal',
    isMet: measured.statements.one === measured.statements.many,
  },
]
