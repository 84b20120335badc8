import { createHash } from 'node:crypto'
import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerOfFiles, type Runner } from './runner.ts'

/**
 * The kernel's limit (macOS: 104 including the terminating zero; Linux: 108), less the longest file
 * name.
 */
const pathBytesMax = 103 - '/.s.PGSQL.65535'.length

/**
 * A folder for the socket that only PostgreSQL's user can enter. Its path is short, which the data
 * folder's may not be, and derived from the data folder's, so that tools can find it.
 */
export function ensureSocketFolder(dataFolder: string, runner: Runner): string {
  const name = `guildhall-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`
  const folder = join(temporaryFolder(name, runner), name)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // Others can create folders here too: theirs is not used, and ours gets an unpredictable name.
    if (!isOurs(folder, runner)) return owned(mkdtempSync(`${folder}-`), runner)
  }
  return owned(folder, runner)
}

/** A dead server leaves its socket behind, with a lock file that could prevent the next start. */
export function emptySocketFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
}

function temporaryFolder(name: string, runner: Runner): string {
  const folder = tmpdir()
  const isShort = Buffer.byteLength(join(folder, name)) + '-XXXXXX'.length <= pathBytesMax
  const isPlain = /^[\w./-]+$/.test(folder)
  // Another user may not be able to reach our own TMPDIR.
  return isShort && isPlain && runner.kind !== 'user' ? folder : '/tmp'
}

function isOurs(folder: string, runner: Runner): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && [process.getuid?.(), ownerOfFiles(runner)].includes(found.uid)
}

function owned(folder: string, runner: Runner): string {
  if (runner.kind === 'user') lchownSync(folder, runner.uid, runner.gid)
  chmodSync(folder, 0o700)
  return folder
}
