import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** Creates the folder if missing and returns its real path. */
export function openDataFolder(path: string): string {
  try {
    makeFolder(resolve(path))
    // The trailing dot distinguishes a folder from a file of that name.
    accessSync(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (cause) {
    throw unusable(resolve(path), cause)
  }
}

/** Level by level: where nothing can be created, as in /proc, Node's own recursion never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // A concurrent start may have been faster.
    if (!existsSync(path)) throw error
  }
}

export function unusable(path: string, cause: unknown): StartFailure {
  return new StartFailure(
    `${path} cannot be written (${reasonOf(cause)}): make it writable for this user, ` +
      'or set GUILDHALL_DATA to another folder.',
    { cause },
  )
}

/** The system's error code, such as EACCES. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
