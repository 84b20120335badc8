import { mkdirSync, readdirSync, rmSync, statSync, writeFile, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { unusable } from './data-folder.ts'
import type { Processes } from './processes.ts'

export interface FolderLock {
  release: () => void
}

const attemptsMax = 4
const beatsMissedMax = 3

/**
 * At most one server per data folder. Each start first adds its own entry and then looks for
 * others; if it sees a live one it withdraws. So of two starts the later one to look sees the
 * other, and no entry is ever taken over, for which there is no safe moment. The name of an entry
 * contains everything and is created atomically: the process number, and its start time in case the
 * number is reused.
 */
export async function lockFolder(
  dataFolder: string,
  processes: Processes,
  beatMilliseconds = 2_000,
): Promise<FolderLock> {
  const folder = join(dataFolder, 'servers')
  const own = join(folder, nameEntry(process.pid, processes))
  for (let attempt = 1; ; attempt += 1) {
    leaveEntry(own, dataFolder)
    const other = await findOther(own, processes, beatMilliseconds)
    if (other === null) return storeEntry(own, beatMilliseconds)
    rmSync(own, { force: true })
    if (attempt === attemptsMax) throw inUse(dataFolder, other)
    // Two concurrent starts may both withdraw; random pauses let one of them win.
    await sleep(attempt * (5 + (process.pid % 16) * 4))
  }
}

function nameEntry(pid: number, processes: Processes): string {
  return `${pid}.${processes.startedAt(pid)}.${processes.world}`
}

function leaveEntry(own: string, dataFolder: string): void {
  try {
    mkdirSync(join(own, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(own, '', { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw isThere ? inUse(dataFolder, process.pid) : unusable(own, cause)
  }
}

function storeEntry(own: string, beatMilliseconds: number): FolderLock {
  const beat = setInterval(() => {
    // Never recreated (r+), and the removal of the data folder is not an error.
    writeFile(own, '.', { flag: 'r+' }, () => {})
  }, beatMilliseconds).unref()
  return {
    release: () => {
      clearInterval(beat)
      rmSync(own, { force: true })
    },
  }
}

/** The number of another running process with an entry. */
async function findOther(
  own: string,
  processes: Processes,
  beatMilliseconds: number,
): Promise<number | null> {
  const folder = join(own, '..')
  for (const name of readdirSync(folder)) {
    const entry = join(folder, name)
    if (entry === own) continue
    const pid = Number.parseInt(name, 10)
    const isAlive = name.endsWith(`.${processes.world}`)
      ? name === nameEntry(pid, processes)
      : await isBeating(entry, beatMilliseconds)
    if (isAlive) return pid
    rmSync(entry, { force: true })
  }
  return null
}

/**
 * Processes of another container can't be looked up from here, but a running one updates its entry.
 */
async function isBeating(entry: string, beatMilliseconds: number): Promise<boolean> {
  const before = lastBeat(entry)
  for (let missed = 0; missed < beatsMissedMax * 10; missed += 1) {
    await sleep(beatMilliseconds / 10)
    const now = lastBeat(entry)
    if (now !== before) return now !== null
  }
  return false
}

function lastBeat(entry: string): number | null {
  return statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? null
}

function inUse(dataFolder: string, pid: number): StartFailure {
  return new StartFailure(
    `Another server (process ${pid}) uses the data folder ${dataFolder}: ` +
      'stop it, or set GUILDHALL_DATA to another folder.',
  )
}
