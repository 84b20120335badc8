import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where Debian installs servers, which a user’s PATH may lack. */
const serverFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...serverFolders]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

export interface RunningProgram {
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

interface Program {
  readonly name: string
  readonly args: readonly string[]
  /** On which it will accept connections. */
  readonly port: number
  readonly options?: Pick<SpawnOptions, 'uid' | 'gid'>
}

/** Runs an installed server; resolves when it accepts connections. */
export async function runProgram({ name, args, port, options }: Program): Promise<RunningProgram> {
  const child = spawn(findProgram(name) ?? name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  })
  let errors = ''
  child.stderr?.on('data', (part) => {
    errors += part
  })
  while (!(await accepts(port))) {
    if (hasEnded(child)) throw new Error(`${name} didn’t start: ${errors}`)
    await sleep(10)
  }
  return {
    end: async (signal) => {
      if (hasEnded(child)) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
