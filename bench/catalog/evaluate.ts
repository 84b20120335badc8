import { informational, type Result } from '../results.ts'
import { type Figures, ratioOf } from '../rounds.ts'
import type { Measured } from './measure.ts'

const listP99Max = 30
const largeP99Max = 250
const createsMin = 1_000

export const evaluate = ({ paced, lists, creates, large, statements }: Measured): Result[] => [
  {
    figure: 'list of 100 products, p99 ms at a fixed rate',
    ours: milliseconds(paced.ours),
    peer: milliseconds(paced.peer),
    ratio: (paced.ours.p99Milliseconds / paced.peer.p99Milliseconds).toFixed(2),
    goal: `≤ ${listP99Max}`,
    isMet: paced.ours.p99Milliseconds <= listP99Max,
  },
  {
    figure: 'list of 100 products, requests/s',
    ours: rate(lists.ours),
    peer: rate(lists.peer),
    ratio: ratioOf(lists.ours, lists.peer).toFixed(2),
    goal: informational,
    isMet: true,
  },
  {
    figure: 'list, statements for 10 products and for 100',
    ours: `${statements.few}, ${statements.many}`,
    peer: '1, 1',
    ratio: '',
    goal: 'equal',
    isMet: statements.few === statements.many,
  },
  ...large.map(([{ name, isSearched }, figures]) => ({
    figure: `100 of 100,000 products, ${name}, p99 ms`,
    ours: milliseconds(figures),
    peer: '',
    ratio: '',
    goal: isSearched ? informational : `≤ ${largeP99Max}`,
    isMet: isSearched || figures.p99Milliseconds <= largeP99Max,
  })),
  {
    figure: 'new customers/s',
    ours: rate(creates.ours),
    peer: rate(creates.peer),
    ratio: ratioOf(creates.ours, creates.peer).toFixed(2),
    goal: `≥ ${createsMin}`,
    isMet: creates.ours.requestsPerSecond >= createsMin,
  },
]

const milliseconds = ({ p99Milliseconds }: Figures): string => p99Milliseconds.toFixed(1)

const rate = ({ requestsPerSecond, cpuMicroseconds }: Figures): string =>
  `${requestsPerSecond.toFixed(0)} (${(cpuMicroseconds / 1000).toFixed(2)} ms CPU)`
