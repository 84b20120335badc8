import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert } from '../src/kernel/assert.ts'
import { runOn } from './sql.ts'

/** A server of a cluster on this machine, which is no child of this process. */
export interface ClusterNode {
  /** Ends its first process alone, of which the others hear later, or all at once. */
  readonly kill: (signal: 'SIGKILL' | 'SIGQUIT') => Promise<void>
  readonly start: () => Promise<void>
}

interface Installed {
  readonly dataFolder: string
  readonly programs: string
}

const lookMilliseconds = 20
const againMilliseconds = 200

export async function clusterNode(ownerUrl: string): Promise<ClusterNode> {
  const [node] = await runOn<Installed & Record<string, unknown>>(
    ownerUrl,
    `select current_setting('data_directory') as "dataFolder",
            (select setting from pg_config where name = 'BINDIR') as programs`,
  )
  assert(node !== undefined, 'the query returns one row')
  return {
    kill: async (signal) => {
      const pid = await firstProcessOf(node)
      process.kill(pid, signal)
      while (isAlive(pid)) await pause(lookMilliseconds)
    },
    start: async () => {
      // Until the last process of the killed server has ended, its memory is in use.
      while (!(await isStarted(node))) await pause(againMilliseconds)
    },
  }
}

async function firstProcessOf({ dataFolder }: Installed): Promise<number> {
  const [pid] = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Run as a service is, by the user who owns the data: PostgreSQL refuses root. */
async function isStarted({ dataFolder, programs }: Installed): Promise<boolean> {
  const { uid, gid } = await stat(dataFolder)
  const child = spawn(
    join(programs, 'pg_ctl'),
    ['start', '--wait', `--pgdata=${dataFolder}`, `--log=${dataFolder}.log`],
    { stdio: 'ignore', cwd: '/', env: {}, ...(process.getuid?.() === 0 && { uid, gid }) },
  )
  const [status] = await once(child, 'exit')
  return status === 0
}
