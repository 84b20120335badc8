import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { isRunning, type KnownProcess, knownProcess, type Processes } from './processes.ts'

/** How long a step may take, in milliseconds, before a harsher one follows. */
export interface PostmasterTimeouts {
  start: number
  attach: number
  stop: number
  quit: number
  leftover: number
}

export const defaultTimeouts: PostmasterTimeouts = {
  start: 120_000,
  attach: 5_000,
  // Ctrl-C is documented to end the server within ten seconds.
  stop: 6_000,
  quit: 2_000,
  leftover: 2_000,
}

/** The main process of this cluster, if it runs; the pid file alone proves nothing. */
export function findPostmaster(cluster: string, processes: Processes): KnownProcess | null {
  const pid = readPid(cluster)
  const isWorking = pid !== null && processes.serversIn(cluster).includes(pid)
  return isWorking ? knownProcess(processes, pid) : null
}

/** Clients are disconnected immediately; only a server that does not exit in time is killed. */
export async function endPostmaster(
  postmaster: KnownProcess,
  { processes, timeouts }: { processes: Processes; timeouts: PostmasterTimeouts },
): Promise<void> {
  const hasEnded = () => !isRunning(processes, postmaster)
  const steps = [
    ['SIGINT', timeouts.stop],
    ['SIGQUIT', timeouts.quit],
    ['SIGKILL', timeouts.leftover],
  ] as const
  for (const [signal, milliseconds] of steps) {
    if (hasEnded()) return
    sendSignal(postmaster.pid, signal)
    await waitUntil(hasEnded, milliseconds)
  }
}

/**
 * Removes what a killed server left behind: child processes that have not noticed yet, and the pid
 * file, which may name a zombie or a reused process number and would prevent the next start.
 */
export async function clearRemains(
  cluster: string,
  { processes, timeouts }: { processes: Processes; timeouts: PostmasterTimeouts },
): Promise<void> {
  const isEmpty = () => processes.serversIn(cluster).length === 0
  if (!(await waitUntil(isEmpty, timeouts.leftover))) {
    for (const pid of processes.serversIn(cluster)) sendSignal(pid, 'SIGKILL')
    if (!(await waitUntil(isEmpty, timeouts.leftover))) {
      const pids = processes.serversIn(cluster).join(', ')
      throw new StartFailure(`Processes of an earlier PostgreSQL do not exit: ${pids}.`)
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function readPid(cluster: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    return Number.isNaN(pid) ? null : pid
  } catch {
    return null
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Exited in the meantime, which is what the signal is for.
  }
}

async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(milliseconds)
  while (!condition()) {
    if (deadline.aborted) return false
    await sleep(10)
  }
  return true
}
