import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { reasonOf } from './data-folder.ts'
import { lastError } from './server-log.ts'

/** The user that PostgreSQL runs as. It refuses root, and users without an entry in /etc/passwd. */
export interface Runner extends SystemUser {
  /**
   * self: the current user; user: as root we become another user for the child; namespace: the
   * child keeps our rights but sees itself as another user (unshare).
   */
  kind: 'self' | 'user' | 'namespace'
}

export interface SystemUser {
  name: string
  uid: number
  gid: number
}

interface Program {
  path: string
  parameters: readonly string[]
}

export function ourselves(): Runner | null {
  try {
    const { username, uid, gid } = userInfo()
    return { kind: 'self', name: username, uid, gid }
  } catch {
    return null
  }
}

export function systemUsers(): SystemUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Null when the runner can run these binaries, else the system's error. */
export async function tryBinaries(runner: Runner, native: string): Promise<string | null> {
  const postgres = { path: join(native, 'bin/postgres'), parameters: ['--version'] }
  const { file, parameters, options } = command(runner, postgres)
  try {
    await promisify(execFile)(file, parameters, options)
    return null
  } catch (error) {
    const errorText = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    return errorText || reasonOf(error)
  }
}

interface Launched {
  child: ChildProcess
  exited: Promise<number | null>
  /** The last error that the program logged. */
  errorText: () => string
}

/**
 * Runs a program on a folder of the database, passed as -D. The folder is passed as an open file,
 * so that another user reaches it even when parent folders are closed to them (/root).
 */
export function launch(
  runner: Runner,
  program: Program,
  { folder, logPath }: { folder: string; logPath: string },
): Launched {
  const opened = openSync(folder, 'r')
  const log = openSync(logPath, 'a')
  try {
    const bytesBefore = fstatSync(log).size
    const { file, parameters, options } = command(runner, {
      path: program.path,
      parameters: [
        '-D',
        runner.kind === 'user' ? '/proc/self/fd/3' : folder,
        ...program.parameters,
      ],
    })
    // Its own process group: Ctrl-C in the terminal must reach only the server, which drains first
    // and stops the database last.
    const stdio = ['ignore' as const, log, log, opened]
    const child = spawn(file, parameters, { ...options, stdio, detached: true })
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
      child.once('error', () => resolve(null))
    })
    return { child, exited, errorText: () => lastError(logPath, bytesBefore) }
  } finally {
    closeSync(opened)
    closeSync(log)
  }
}

function command(runner: Runner, { path, parameters }: Program) {
  const { kind, uid, gid } = runner
  const options = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  switch (kind) {
    case 'self':
      return { file: path, parameters, options }
    case 'user':
      return { file: path, parameters, options: { ...options, uid, gid } }
    case 'namespace': {
      const map = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', path]
      return { file: 'unshare', parameters: [...map, ...parameters], options }
    }
  }
}

/** The owner of files written by the runner, as seen from here. */
export function ownerOfFiles(runner: Runner): number {
  return runner.kind === 'namespace' ? (process.getuid?.() ?? 0) : runner.uid
}
