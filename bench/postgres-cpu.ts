import { readdir, readFile } from 'node:fs/promises'
import { runOn } from '../packages/server/test/sql.ts'

/** In which Linux counts processor time, on every architecture that matters. */
const tickMicroseconds = 10_000

interface Process {
  readonly parent: number
  readonly ticks: number
  /** Of its children that have ended. */
  readonly endedTicks: number
}

/** The processor time of a PostgreSQL on this machine since its start, in microseconds. */
export async function cpuOfPostgres(url: string): Promise<number> {
  const [session] = await runOn<{ pid: number }>(url, 'select pg_backend_pid() as pid')
  const processes = await readProcesses()
  const postmaster = processes.get(session?.pid ?? 0)?.parent
  let ticks = 0
  for (const [pid, each] of processes) {
    if (pid === postmaster) ticks += each.ticks + each.endedTicks
    else if (each.parent === postmaster) ticks += each.ticks
  }
  return ticks * tickMicroseconds
}

async function readProcesses(): Promise<ReadonlyMap<number, Process>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => [Number(pid), await readProcess(pid)] as const),
  )
  return new Map(found.flatMap(([pid, one]) => (one === null ? [] : [[pid, one] as const])))
}

/** Null if it has ended. */
async function readProcess(pid: string): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name of the program, which may contain anything, ends with the last parenthesis.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0] = fields.slice(1)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return { parent, ticks: user + system, endedTicks: endedUser + endedSystem }
}
