import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unusable } from './data-folder.ts'

const logBytesMax = 10_000_000

/**
 * PostgreSQL writes into a file of its own rather than through us, so that it can go on writing
 * when we are killed. Answers the file's path.
 */
export function prepareLog(dataFolder: string): string {
  const path = join(dataFolder, 'postgres.log')
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size > logBytesMax) renameSync(path, `${path}.1`)
    closeSync(openSync(path, 'a', 0o600))
    return path
  } catch (cause) {
    throw unusable(path, cause)
  }
}

/** The last fault that was written after a moment at which the file had this many bytes. */
export function lastComplaint(path: string, bytesBefore: number): string {
  const text = readFileSync(path).subarray(bytesBefore).toString()
  const complaints = [...text.matchAll(/(?:PANIC|FATAL|ERROR|error): +(.*)/g)]
  return complaints.at(-1)?.[1] ?? `see ${path}`
}
