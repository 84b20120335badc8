import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { isRunning, type KnownProcess, knownProcess, type Processes } from './processes.ts'

/** How long a step may take, in milliseconds, before a rougher one follows. */
export interface Patience {
  start: number
  attach: number
  stop: number
  quit: number
  leftover: number
}

export const usualPatience: Patience = {
  start: 120_000,
  attach: 5_000,
  // Ctrl-C promises an end within ten seconds.
  stop: 6_000,
  quit: 2_000,
  leftover: 2_000,
}

/** The main process that works on this cluster, if one does; the pid file alone proves nothing. */
export function findPostmaster(cluster: string, processes: Processes): KnownProcess | null {
  const pid = readPid(cluster)
  const isWorking = pid !== null && processes.serversIn(cluster).includes(pid)
  return isWorking ? knownProcess(processes, pid) : null
}

/** Clients are sent away at once; only a server that does not end in time is ended roughly. */
export async function endPostmaster(
  postmaster: KnownProcess,
  { processes, patience }: { processes: Processes; patience: Patience },
): Promise<void> {
  const hasEnded = () => !isRunning(processes, postmaster)
  const steps = [
    ['SIGINT', patience.stop],
    ['SIGQUIT', patience.quit],
    ['SIGKILL', patience.leftover],
  ] as const
  for (const [signal, milliseconds] of steps) {
    if (hasEnded()) return
    sendSignal(postmaster.pid, signal)
    await waitUntil(hasEnded, milliseconds)
  }
}

/**
 * Clears away what a killed server left: processes that have not noticed yet, and the pid file,
 * which may name a zombie or by now somebody else's process, and would stop the next start.
 */
export async function clearRemains(
  cluster: string,
  { processes, patience }: { processes: Processes; patience: Patience },
): Promise<void> {
  const isEmpty = () => processes.serversIn(cluster).length === 0
  if (!(await waitUntil(isEmpty, patience.leftover))) {
    for (const pid of processes.serversIn(cluster)) sendSignal(pid, 'SIGKILL')
    if (!(await waitUntil(isEmpty, patience.leftover))) {
      const pids = processes.serversIn(cluster).join(', ')
      throw new StartFailure(`Processes of an earlier PostgreSQL do not end: ${pids}.`)
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
    // Ended in the meantime, which is what the signal is for.
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
