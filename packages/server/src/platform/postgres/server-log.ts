import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unusable } from './data-folder.ts'

const logBytesMax = 10_000_000

/**
 * PostgreSQL writes to its own log file rather than through us, so that it can keep logging when we
 * are killed. Returns the path of the file.
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

/** The last error logged after the file had this many bytes. */
export function lastError(path: string, bytesBefore: number): string {
  const text = readFileSync(path).subarray(bytesBefore).toString()
  const errors = [...text.matchAll(/(?:PANIC|FATAL|ERROR|error): +(.*)/g)]
  return errors.at(-1)?.[1] ?? `see ${path}`
}
