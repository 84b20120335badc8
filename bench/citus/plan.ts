import { median, printTable } from '../figures.ts'
import type { Turn } from '../purchases/measure.ts'

/** Machines are planned to be busy for this part of the time. */
const busy = 0.6
const workerCores = 16
const coordinatorCoresMax = 64
const shardsPerWorker = 8
const rates = [1_000, 10_000]

/** What the measured costs come to at higher rates, if nothing but processors were in the way. */
export function printPlan(turns: readonly Turn[]): void {
  const coresFor = (rate: number, costs: readonly number[]) =>
    Math.ceil((rate * median(costs)) / 1e6 / busy)
  const serverCosts = turns.map(({ cpuMicroseconds }) => cpuMicroseconds)
  const coordinatorCosts = turns.map(({ nodeMicroseconds: [coordinator = 0] }) => coordinator)
  const workerCosts = turns.map(({ nodeMicroseconds }) =>
    nodeMicroseconds.slice(1).reduce((all, one) => all + one, 0),
  )
  printTable([
    ['cores for', 'servers', 'coordinator', 'workers', `workers of ${workerCores}`, 'shards'],
    ...rates.map((rate) => {
      const workers = Math.ceil(coresFor(rate, workerCosts) / workerCores)
      return [
        `${rate} purchases/s`,
        String(coresFor(rate, serverCosts)),
        String(coresFor(rate, coordinatorCosts)),
        String(coresFor(rate, workerCosts)),
        String(workers),
        String(2 ** Math.ceil(Math.log2(workers * shardsPerWorker))),
      ]
    }),
  ])
  const most = (coordinatorCoresMax * busy * 1e6) / median(coordinatorCosts)
  console.log(
    `A coordinator of ${coordinatorCoresMax} cores is full at ${most.toFixed(0)} purchases/s.`,
  )
}
