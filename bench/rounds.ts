import type { Instead } from './bundle.ts'
import { type Child, startChild } from './child.ts'
import { median } from './figures.ts'
import { type Demand, LoadReport } from './load/order.ts'

export interface Candidate {
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
  readonly instead?: Instead
}

export interface Server {
  readonly name: string
  readonly child: Child
  readonly port: number
}

export async function startServer(candidate: Candidate): Promise<Server> {
  const { name, script, args, instead } = candidate
  const { child, ready } = await startChild(script, args, instead)
  return { name, child, port: Number(ready) }
}

/** A server and what is asked of it while it is measured, and what else it has to do meanwhile. */
export interface Contestant {
  readonly server: Server
  readonly demand: Demand
  readonly meanwhile?: Demand
}

export interface Figures {
  readonly name: string
  readonly requestsPerSecond: number
  readonly cpuMicroseconds: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** Of each round, so that candidates can be compared round by round. */
  readonly rates: readonly number[]
}

/** Of two servers, ours first. */
export interface Pair {
  readonly ours: Figures
  readonly peer: Figures
}

export function pair([first, second]: readonly Figures[]): Pair {
  if (first === undefined || second === undefined) throw new Error('two servers have two figures')
  return { ours: first, peer: second }
}

export interface Extent {
  readonly rounds: number
  readonly seconds: number
}

const roundsDefault = 5
const secondsDefault = 2

/** What the words after a bench's name say: how many rounds, and how long a turn lasts. */
export const extentIn = ([rounds, seconds]: readonly string[]): Extent => ({
  rounds: Number(rounds ?? roundsDefault),
  seconds: Number(seconds ?? secondsDefault),
})

const warmUpSeconds = 1

/**
 * Every contestant's turn comes in every round, so that whatever else this machine does meets all
 * of them alike; the figures are medians over the rounds.
 */
export async function runRounds(
  contestants: readonly Contestant[],
  { rounds, seconds }: Extent,
): Promise<Figures[]> {
  const loads = await Promise.all([startLoad(), startLoad()])
  try {
    const entries = contestants.map((contestant) => ({ contestant, turns: new Array<Turn>() }))
    for (const { contestant } of entries) await turn(loads, contestant, warmUpSeconds)
    for (let round = 0; round < rounds; round++) {
      for (const { contestant, turns } of entries) {
        turns.push(await turn(loads, contestant, seconds))
      }
    }
    return entries.map(({ contestant, turns }) => figuresOf(contestant.server.name, turns))
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

/** Round by round, since neighbours in time met the same machine. */
export const ratioOf = (ours: Figures, other: Figures): number =>
  median(ours.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)))

const startLoad = async (): Promise<Child> => (await startChild('./load/load.ts', [])).child

interface Turn extends LoadReport {
  readonly cpuMicroseconds: number
}

async function turn(
  [load, other]: readonly [Child, Child],
  { server, demand, meanwhile }: Contestant,
  seconds: number,
): Promise<Turn> {
  const { child, port } = server
  const before = Number(await child.ask('cpu'))
  const [report] = await Promise.all([
    load.ask({ ...demand, port, seconds }),
    meanwhile && other.ask({ ...meanwhile, port, seconds }),
  ])
  const used = Number(await child.ask('cpu')) - before
  const measured = LoadReport.parse(report)
  return { ...measured, cpuMicroseconds: used / measured.requests }
}

function figuresOf(name: string, turns: readonly Turn[]): Figures {
  const rates = turns.map(({ requests, seconds }) => requests / seconds)
  return {
    name,
    rates,
    requestsPerSecond: median(rates),
    cpuMicroseconds: median(turns.map((each) => each.cpuMicroseconds)),
    p50Milliseconds: median(turns.map((each) => each.p50Milliseconds)),
    p99Milliseconds: median(turns.map((each) => each.p99Milliseconds)),
  }
}
