import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import type { Address } from './connection.ts'
import {
  clearRemains,
  endPostmaster,
  findPostmaster,
  type PostmasterTimeouts,
} from './postmaster.ts'
import { isRunning, type KnownProcess, knownProcess, type Processes } from './processes.ts'
import { type Passwords, prepareRoles } from './roles.ts'
import { launch, type Runner } from './runner.ts'
import { emptySocketFolder } from './socket-folder.ts'

export interface ServerSettings {
  cluster: string
  runner: Runner
  native: string
  address: Address
  passwords: Passwords | null
  /** Configuration files by name. */
  files: Readonly<Record<string, string>>
  logPath: string
  processes: Processes
  timeouts: PostmasterTimeouts
}

export interface RunningServer {
  postmaster: KnownProcess
  version: string
  attached: boolean
  ended: Promise<void>
}

const watchMilliseconds = 1_000

/**
 * PostgreSQL outlives us when we are killed, and keeps serving. A running server is reused if it
 * has the current settings and really responds: just killed ones still look ready.
 */
export async function attachOrStart(server: ServerSettings): Promise<RunningServer> {
  const found = findPostmaster(server.cluster, server.processes)
  if (found !== null) {
    const version = hasSameFiles(server) ? await tryToConnect(server, found) : null
    if (version !== null) {
      return { postmaster: found, version, attached: true, ended: watch(server, found) }
    }
    await endPostmaster(found, server)
  }
  return startNew(server)
}

/** Exits of a reused server are found by polling, since we are not its parent. */
function watch({ processes }: ServerSettings, postmaster: KnownProcess): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (isRunning(processes, postmaster)) return
      clearInterval(look)
      resolve()
    }, watchMilliseconds).unref()
  })
}

async function tryToConnect(server: ServerSettings, found: KnownProcess): Promise<string | null> {
  try {
    return await connectWhenReady(server, found, server.timeouts.attach)
  } catch {
    return null
  }
}

async function startNew(server: ServerSettings): Promise<RunningServer> {
  const { cluster, runner, native, logPath, processes, timeouts } = server
  await clearRemains(cluster, server)
  emptySocketFolder(server.address.socketFolder)
  for (const [name, text] of Object.entries(server.files)) writeFileSync(join(cluster, name), text)
  const program = { path: join(native, 'bin/postgres'), parameters: [] }
  const { child, exited, errorText } = launch(runner, program, { folder: cluster, logPath })
  child.unref()
  const postmaster = child.pid === undefined ? null : knownProcess(processes, child.pid)
  if (postmaster === null) throw new StartFailure('PostgreSQL did not start.')
  try {
    const version = await connectWhenReady(server, postmaster, timeouts.start)
    if (version === null) throw new StartFailure(`PostgreSQL did not start: ${errorText()}.`)
    return { postmaster, version, attached: false, ended: exited.then(() => undefined) }
  } catch (error) {
    await endPostmaster(postmaster, server)
    rmSync(server.address.socketFolder, { recursive: true, force: true })
    throw error
  }
}

/** Prepares the roles and returns the server's version, or null when the process exited first. */
async function connectWhenReady(
  server: ServerSettings,
  postmaster: KnownProcess,
  milliseconds: number,
): Promise<string | null> {
  const deadline = AbortSignal.timeout(milliseconds)
  while (isRunning(server.processes, postmaster)) {
    try {
      return await prepareRoles(server.address, server.passwords)
    } catch (error) {
      if (deadline.aborted || !maySucceedLater(error)) throw error
    }
    await sleep(4)
  }
  return null
}

const passingCodes = [
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P03', // starting up or shutting down
  '53300', // too many connections: those of our killed predecessor end soon
]

function maySucceedLater(error: unknown): boolean {
  // The driver reports a connection that broke off without a code.
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === undefined || (typeof code === 'string' && passingCodes.includes(code))
}

function hasSameFiles({ cluster, files }: ServerSettings): boolean {
  return Object.entries(files).every(([name, text]) => {
    const path = join(cluster, name)
    return existsSync(path) && readFileSync(path, 'utf8') === text
  })
}
