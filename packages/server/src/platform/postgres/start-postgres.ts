import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { findBinaries } from './binaries.ts'
import { chooseRunner } from './choose-runner.ts'
import { ensureCluster } from './cluster.ts'
import { appName, databaseName, ownerName, socketUrl, tcpUrl } from './connection.ts'
import { openDataFolder } from './data-folder.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { readPasswords } from './passwords.ts'
import { defaultTimeouts, endPostmaster, type PostmasterTimeouts } from './postmaster.ts'
import { type Processes, systemProcesses } from './processes.ts'
import { attachOrStart, type RunningServer, type ServerSettings } from './server.ts'
import { prepareLog } from './server-log.ts'
import { configurationFiles } from './settings.ts'
import { ensureSocketFolder } from './socket-folder.ts'

export interface PostgresOptions {
  /** Contains the cluster, its log and its passwords; for one server at a time. */
  dataFolder: string
  log?: StartLog
  /** Listen on 127.0.0.1 too, with passwords, and return urls for it; port 0 picks a free one. */
  tcp?: false | { port: number }
  /** PostgreSQL settings, which override ours. */
  settings?: Readonly<Record<string, string>>
  /** False gives up durability for speed: for tests only. */
  sync?: boolean
}

export interface StartLog {
  info(fields: object, message: string): void
}

export interface EmbeddedPostgres {
  ownerUrl: string
  appUrl: string
  version: string
  pid: number
  /** A server that outlived its parent was found and is reused. */
  attached: boolean
  /** Settles when PostgreSQL has exited, by `stop` or by itself. */
  ended: Promise<void>
  stop: () => Promise<void>
}

/** Properties of the machine that tests replace. */
export interface Machine {
  platform: string
  processes: Processes
  /** Where a copy of the binaries may be put that other users can reach. */
  copyFolder: string
  timeouts: PostmasterTimeouts
}

/** Starts the PostgreSQL installed by npm, or reuses it when it is still running. */
export async function startPostgres(
  options: PostgresOptions,
  machine: Machine = thisMachine(),
): Promise<EmbeddedPostgres> {
  const installed = findBinaries(machine.platform)
  const dataFolder = openDataFolder(options.dataFolder)
  const lock = await lockFolder(dataFolder, machine.processes)
  try {
    const prepared = await prepare({ ...options, dataFolder }, { ...machine, installed })
    const running = await attachOrStart(prepared)
    const { postmaster, version, attached } = running
    options.log?.info({ postgresPid: postmaster.pid, version, attached }, 'PostgreSQL is ready')
    return handle(prepared, running, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

export function thisMachine(): Machine {
  return {
    platform: `${process.platform}-${process.arch}`,
    processes: systemProcesses(),
    copyFolder: '/var/lib/guildhall',
    timeouts: defaultTimeouts,
  }
}

async function prepare(
  { dataFolder, sync = true, tcp = false, settings = {} }: PostgresOptions,
  { installed, platform, copyFolder, processes, timeouts }: Machine & { installed: string },
): Promise<ServerSettings> {
  const cluster = join(dataFolder, 'postgres')
  const { runner, native } = await chooseRunner({
    native: installed,
    platform,
    dataFolder,
    copyFolder,
  })
  const logPath = prepareLog(dataFolder)
  await ensureCluster(cluster, { runner, native, logPath, sync })
  const passwords = tcp === false ? null : await readPasswords(dataFolder)
  const address = {
    socketFolder: ensureSocketFolder(dataFolder, runner),
    port: tcp === false ? 5432 : tcp.port || (await freePort()),
  }
  const files = configurationFiles({
    ...address,
    tcp: passwords !== null,
    sync,
    more: settings,
    tuning: readTuning(dataFolder),
    peers: [...new Set(['root', runner.name])],
  })
  return { cluster, runner, native, address, passwords, files, logPath, processes, timeouts }
}

/** For larger machines and special needs: lines of postgresql.conf next to the cluster. */
function readTuning(dataFolder: string): string {
  const path = join(dataFolder, 'postgresql.conf')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function handle(
  server: ServerSettings,
  { postmaster, version, attached, ended }: RunningServer,
  lock: FolderLock,
): EmbeddedPostgres {
  const stop = async () => {
    await endPostmaster(postmaster, server)
    rmSync(server.address.socketFolder, { recursive: true, force: true })
    lock.release()
  }
  let stopping: Promise<void> | null = null
  return {
    ...urls(server),
    version,
    pid: postmaster.pid,
    attached,
    ended,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

function urls({ address, passwords }: ServerSettings) {
  return passwords === null
    ? {
        ownerUrl: socketUrl(ownerName, databaseName, address),
        appUrl: socketUrl(appName, databaseName, address),
      }
    : {
        ownerUrl: tcpUrl(ownerName, passwords.owner, address.port),
        appUrl: tcpUrl(appName, passwords.app, address.port),
      }
}
