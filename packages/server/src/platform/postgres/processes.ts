import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'

/** What the system reports about other processes. */
export interface Processes {
  /** The scope of these process numbers: each container has its own. */
  world: string
  /**
   * Distinguishes a process from a later one with the same number; null when it has exited. A
   * zombie counts as exited: it holds no resources, though signals still reach it.
   */
  startedAt(pid: number): string | null
  /**
   * The PostgreSQL processes of this folder; a shell whose working directory it is doesn't count.
   */
  serversIn(folder: string): number[]
}

export interface KnownProcess {
  pid: number
  startedAt: string
}

export function systemProcesses(): Processes {
  return existsSync('/proc/self/stat') ? procProcesses() : psProcesses()
}

export function knownProcess(processes: Processes, pid: number): KnownProcess | null {
  const startedAt = processes.startedAt(pid)
  return startedAt === null ? null : { pid, startedAt }
}

export function isRunning(processes: Processes, { pid, startedAt }: KnownProcess): boolean {
  return processes.startedAt(pid) === startedAt
}

function procProcesses(): Processes {
  // Start times count from the boot; the boot id distinguishes them from those before a reboot.
  const boot = tryTo(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8))
  return {
    world: tryTo(() => readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')) ?? 'proc',
    startedAt: (pid) => {
      const found = readProcStat(pid)
      return found === null ? null : `${boot ?? ''}-${found.startedAt}`
    },
    serversIn: (folder) => {
      const wanted = statSync(folder, { throwIfNoEntry: false })
      const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      return pids.map(Number).filter((pid) => {
        const found = tryTo(() => statSync(`/proc/${pid}/cwd`))
        const isThere = found !== null && found.ino === wanted?.ino && found.dev === wanted.dev
        return isThere && readProcStat(pid)?.name === 'postgres'
      })
    },
  }
}

/** For systems without /proc (macOS). */
export function psProcesses(): Processes {
  return {
    world: 'ps',
    startedAt: (pid) => {
      const line = tryTo(() => run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])) ?? ''
      const [state = '', ...startedAt] = line.trim().split(/\s+/)
      return state === '' || state.startsWith('Z') ? null : startedAt.join('-')
    },
    serversIn: (folder) => {
      const path = tryTo(() => realpathSync(folder))
      const listing = tryTo(() => run('lsof', ['-a', '-d', 'cwd', '-c', 'postgres', '-F', 'pn']))
      const entries = [...(listing ?? '').matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)]
      return entries.filter((entry) => entry[2] === path).map((entry) => Number(entry[1]))
    },
  }
}

function readProcStat(pid: number) {
  const stat = tryTo(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === null) return null
  // The name in brackets may contain spaces and brackets: the fields begin after the last one.
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  const [state, startedAt] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X'
    ? null
    : { name: stat.slice(stat.indexOf('(') + 1, end), startedAt }
}

function run(program: string, parameters: string[]): string {
  return execFileSync(program, parameters, {
    encoding: 'utf8',
    env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** A process may exit between two reads, or belong to another user; both count as not found. */
function tryTo<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}
