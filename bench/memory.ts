import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Memory {
  /** PSS in kilobytes: shared pages are divided among the processes. */
  readonly proportional: number
  /** RSS in kilobytes: shared pages count in each process. */
  readonly resident: number
}

const sampleMilliseconds = 500

/** The peaks of a process in kilobytes, in the first half of the time and in the second. */
export interface MemoryPeaks {
  readonly firstHalf: number
  readonly secondHalf: number
}

/** Watches a process until the returned function is called, which answers its peaks. */
export function watchMemory(pid: number): () => Promise<MemoryPeaks> {
  const samples: number[] = []
  const sample = async () => samples.push((await memoryOf([pid]))?.resident ?? Number.NaN)
  const timer = setInterval(() => void sample(), sampleMilliseconds)
  return async () => {
    clearInterval(timer)
    await sample()
    const half = Math.ceil(samples.length / 2)
    return {
      firstHalf: Math.max(...samples.slice(0, half)),
      secondHalf: Math.max(...samples.slice(half - 1)),
    }
  }
}

/** Null on systems without `/proc`. */
export async function memoryOf(pids: readonly number[]): Promise<Memory | null> {
  try {
    const texts = pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))
    const rollups = await Promise.all(texts)
    return { proportional: sumOf('Pss', rollups), resident: sumOf('Rss', rollups) }
  } catch {
    return null
  }
}

const sumOf = (name: string, rollups: readonly string[]): number =>
  rollups
    .map((text) => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN))
    .reduce((sum, kilobytes) => sum + kilobytes, 0)

/** The postmaster of the embedded database and its children. */
export async function postgresProcesses(dataFolder: string): Promise<number[]> {
  const pidFile = await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')
  const postmaster = Number.parseInt(pidFile, 10)
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOf))
  return [postmaster, ...pids.filter((_, at) => parents[at] === postmaster)]
}

async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? Number.NaN)
}
