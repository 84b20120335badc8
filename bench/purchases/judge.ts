import type { Judgement } from '../judgement.ts'
import type { Measured } from './measure.ts'

const purchasesMin = 100
const updateP99Max = 40

const alone = { peer: '', ratio: '' }

export const judge = (measured: Measured): Judgement[] => [
  {
    ...alone,
    figure: 'whole purchases/s',
    ours: `${measured.purchasesPerSecond.toFixed(0)} (${(measured.cpuMicroseconds / 1000).toFixed(1)} ms CPU)`,
    goal: `≥ ${purchasesMin}`,
    isMet: measured.purchasesPerSecond >= purchasesMin,
  },
  {
    ...alone,
    figure: 'the buyer’s change of a checkout, p99 ms at a steady pace',
    ours: measured.pacedUpdateP99.toFixed(1),
    goal: `≤ ${updateP99Max}`,
    isMet: measured.pacedUpdateP99 <= updateP99Max,
  },
  {
    ...alone,
    figure: 'the same among as many purchases as go, p99 ms',
    ours: measured.crowdedUpdateP99.toFixed(1),
    goal: '',
    isMet: true,
  },
  {
    ...alone,
    figure: 'statements of a purchase, of one product offered and of twenty',
    ours: `${measured.statements.one}, ${measured.statements.many}`,
    goal: 'as many',
    isMet: measured.statements.one === measured.statements.many,
  },
]
