import type { Replacements } from './bundle.ts'
import { type Child, startChild } from './child.ts'
import { median } from './figures.ts'
import { LoadReport, type Workload } from './load/workload.ts'

export interface ServerScript {
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
  readonly replacements?: Replacements
}

export interface Server {
  readonly name: string
  readonly child: Child
  readonly port: number
}

export async function startServer(serverScript: ServerScript): Promise<Server> {
  const { name, script, args, replacements } = serverScript
  const { child, ready } = await startChild(script, args, replacements)
  return { name, child, port: Number(ready) }
}

/** A server, the workload that is measured, and one that runs at the same time. */
export interface MeasuredServer {
  readonly server: Server
  readonly workload: Workload
  readonly background?: Workload
}

export interface Figures {
  readonly name: string
  readonly requestsPerSecond: number
  readonly cpuMicroseconds: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** Requests per second of each round, to compare servers round by round. */
  readonly rates: readonly number[]
}

/** The figures of two servers, ours first. */
export interface Pair {
  readonly ours: Figures
  readonly peer: Figures
}

export function pair([first, second]: readonly Figures[]): Pair {
  if (first === undefined || second === undefined)
    throw new Error('expected the figures of two servers')
  return { ours: first, peer: second }
}

export interface RunOptions {
  readonly rounds: number
  readonly seconds: number
}

/** The arguments after a bench's name: the number of rounds and the seconds of a turn. */
export const runOptions = (
  [rounds, seconds]: readonly string[],
  defaults: RunOptions = { rounds: 5, seconds: 2 },
): RunOptions => ({
  rounds: Number(rounds ?? defaults.rounds),
  seconds: Number(seconds ?? defaults.seconds),
})

export const warmUpSeconds = 1

/**
 * The servers take turns in every round, so that other load on the machine affects all of them
 * equally; the figures are medians over the rounds.
 */
export async function runRounds(
  servers: readonly MeasuredServer[],
  { rounds, seconds }: RunOptions,
): Promise<Figures[]> {
  const loads = await Promise.all([startLoad(), startLoad()])
  try {
    const entries = servers.map((measured) => ({ measured, turns: new Array<Turn>() }))
    for (const { measured } of entries) await turn(loads, measured, warmUpSeconds)
    for (let round = 0; round < rounds; round++) {
      for (const { measured, turns } of entries) {
        turns.push(await turn(loads, measured, seconds))
      }
    }
    return entries.map(({ measured, turns }) => figuresOf(measured.server.name, turns))
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

/** The median of the ratios per round: turns of one round ran under similar conditions. */
export const ratioOf = (ours: Figures, other: Figures): number =>
  median(ours.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)))

const startLoad = async (): Promise<Child> => (await startChild('./load/load.ts', [])).child

interface Turn extends LoadReport {
  readonly cpuMicroseconds: number
}

async function turn(
  [load, backgroundLoad]: readonly [Child, Child],
  { server, workload, background }: MeasuredServer,
  seconds: number,
): Promise<Turn> {
  const { child, port } = server
  const before = Number(await child.request('cpu'))
  const [report] = await Promise.all([
    load.request({ ...workload, port, seconds }),
    background && backgroundLoad.request({ ...background, port, seconds }),
  ])
  const used = Number(await child.request('cpu')) - before
  const parsed = LoadReport.parse(report)
  return { ...parsed, cpuMicroseconds: used / parsed.requests }
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
