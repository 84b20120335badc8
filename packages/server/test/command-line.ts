import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { bundled } from './bundled.ts'

type Environment = Readonly<Record<string, string>>

interface Ended {
  readonly code: number | null
  readonly said: string
  readonly complained: string
}

export interface Command {
  /** Everything printed so far. */
  readonly printed: () => string
  /** Waits until it has printed this. */
  readonly prints: (what: string | RegExp) => Promise<void>
  /** Like Ctrl-C. */
  readonly interrupt: () => void
  /** Like a loss of power. */
  readonly kill: () => void
  readonly ended: Promise<Ended>
}

const file = fileURLToPath(new URL('../src/guildhall.ts', import.meta.url))

/** Runs `guildhall …` in a separate process, with only these settings. */
export function runGuildhall(args: readonly string[], env: Environment = {}): Command {
  const child = spawn(process.execPath, [bundled(file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  let printed = ''
  const note = (chunk: Buffer) => {
    printed += chunk.toString('utf8')
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const exited: Promise<unknown[]> = once(child, 'close')
  const ended = Promise.all([exited, text(child.stdout), text(child.stderr)]).then(
    ([, said, complained]) => ({ code: child.exitCode, said, complained }),
  )
  return {
    printed: () => printed,
    prints: (what) =>
      vi.waitFor(() => expect(printed).toMatch(what), { timeout: 60_000, interval: 50 }),
    interrupt: () => void child.kill('SIGINT'),
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}
