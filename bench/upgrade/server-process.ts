import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { publicUrl, secret } from '../constants.ts'
import type { Urls } from '../our-server.ts'
import type { Code } from './code.ts'

export interface Process {
  /** Ends it in order. */
  readonly stop: () => Promise<void>
  readonly restart: () => Promise<void>
}

interface Place {
  readonly urls: Urls
  /** Files of the servers, and their logs. */
  readonly folder: string
}

interface Start {
  readonly code: Code
  /** Of a worker, null. */
  readonly port: number | null
}

const lookMilliseconds = 100

/** Starts a built server, as `npm start` does; resolves when it is ready. */
export async function startProcess(place: Place, { code, port }: Start): Promise<Process> {
  const name = `${code.name} ${port === null ? 'worker' : `web ${port}`}`
  const start = async (which: 'first' | 'second'): Promise<ChildProcess> => {
    const logFile = join(place.folder, `${name.replaceAll(/\W+/g, '-')}-${which}.log`)
    const log = openSync(logFile, 'a')
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', join(code.folder, 'packages/server/dist/main.js')],
      { stdio: ['ignore', log, log], env: environment(place, port) },
    )
    while (!(await (port === null ? isPrinted(logFile) : isReady(port)))) {
      if (child.exitCode !== null) {
        throw new Error(`${name} didn’t start: ${await readFile(logFile, 'utf8')}`)
      }
      await sleep(lookMilliseconds)
    }
    return child
  }
  let child = await start('first')
  const stop = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended by itself`)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return {
    stop,
    restart: async () => {
      await stop()
      child = await start('second')
    },
  }
}

const environment = ({ urls, folder }: Place, port: number | null): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '12',
  DATABASE_URL: urls.appUrl,
  DATABASE_OWNER_URL: urls.ownerUrl,
  GUILDHALL_DATA: folder,
  GUILDHALL_SECRET: secret,
  GUILDHALL_URL: publicUrl,
  GUILDHALL_RATE_LIMIT: 'off',
  GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
  GUILDHALL_ROLES: port === null ? 'worker' : 'web',
  HOST: '127.0.0.1',
  ...(port !== null && { PORT: String(port) }),
})

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

const isPrinted = async (logFile: string): Promise<boolean> =>
  (await readFile(logFile, 'utf8')).includes('runs in the background')
