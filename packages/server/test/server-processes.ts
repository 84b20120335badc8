import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFixture } from './child.ts'
import type { TestDatabase } from './database.ts'
import { blankWeb, testSettings } from './server.ts'
import { testPort } from './test-port.ts'

type Settings = Readonly<Record<string, string>>

export interface ServerProcess {
  /** Where it listens, if it serves requests. */
  readonly port: number
  /** Ends it in order. */
  readonly stop: () => Promise<void>
  /** Like kill -9. */
  readonly kill: () => Promise<void>
}

export interface ServerProcesses {
  readonly startWeb: (settings?: Settings) => Promise<ServerProcess>
  readonly startWorker: (settings?: Settings) => Promise<ServerProcess>
  readonly stop: () => Promise<void>
}

/** The server as several processes on one database, with common settings. */
export async function openServerProcesses(
  db: TestDatabase,
  common: Settings,
): Promise<ServerProcesses> {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-processes-'))
  const web = await blankWeb()
  const running = new Set<ServerProcess>()

  async function start(settings: Settings): Promise<ServerProcess> {
    const port = Number(settings['PORT'] ?? (await testPort()))
    const all = { ...testSettings(db, { port, data }), ...common, ...settings }
    const child = runFixture('server-process.ts', JSON.stringify(all), web)
    await child.printed(1)
    const end = async (signal: NodeJS.Signals) => {
      if (running.delete(started)) await child.end(signal)
    }
    const started = { port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
    running.add(started)
    return started
  }

  return {
    startWeb: (settings = {}) => start({ ...settings, GUILDHALL_ROLES: 'web' }),
    startWorker: (settings = {}) => start({ ...settings, GUILDHALL_ROLES: 'worker' }),
    stop: async () => {
      await Promise.all([...running].map((one) => one.stop()))
      await rm(data, { recursive: true, force: true })
      await rm(web, { recursive: true })
    },
  }
}
