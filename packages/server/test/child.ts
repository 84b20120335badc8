import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundled.ts'

export interface Child {
  readonly pid: number | undefined
  /** Sends a signal that doesn’t end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  readonly lines: readonly string[]
  /** Resolves when the child has printed so many lines. */
  printed(count: number): Promise<void>
  /** Kills it, and resolves when it has exited. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Runs a file of test/fixtures in a separate process. */
export function runFixture(name: string, ...args: readonly string[]): Child {
  const file = bundled(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)))
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const output = createInterface({ input: child.stdout })
  const closed = once(output, 'close')
  const lines: string[] = []
  let listener = (): void => undefined
  output.on('line', (line) => {
    lines.push(line)
    listener()
  })

  const printed = (count: number) =>
    new Promise<void>((resolve, reject) => {
      listener = () => {
        if (lines.length >= count) resolve()
      }
      listener()
      output.once('close', () => reject(new Error(`${name} ended after ${lines.length} lines`)))
    })

  return {
    pid: child.pid,
    lines,
    printed,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      child.kill(signal)
      await Promise.all([exited, closed])
    },
  }
}
