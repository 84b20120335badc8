import { type ChildProcess, type ForkOptions, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { bundle, type Replacements } from './bundle.ts'

/** A script of this folder in a separate process, which answers each message with one message. */
export interface Child {
  readonly pid: number
  request(message: Serializable): Promise<unknown>
  stop(): Promise<void>
  /** Like kill -9. */
  kill(): Promise<void>
  /** Settles when it has ended, however that came. */
  readonly ended: Promise<unknown>
}

/** Resolves with the child and its first message, which says that it is ready. */
export async function startChild(
  script: string,
  args: readonly string[],
  replacements: Replacements = {},
): Promise<{ child: Child; ready: unknown }> {
  const options: ForkOptions = {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
    // Servers write their logs as in production, but nothing reads them.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  }
  const forked = fork(await bundle(script, replacements), [...args], options)
  const ended = once(forked, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    forked.kill(signal)
    await ended
  }
  const ready = await nextMessage(forked, script)
  return {
    ready,
    child: {
      pid: forked.pid ?? 0,
      request(message) {
        forked.send(message)
        return nextMessage(forked, script)
      },
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
      ended,
    },
  }
}

function nextMessage(forked: ChildProcess, script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`${script} exited unexpectedly`))
    forked.once('exit', onExit)
    forked.once('message', (message) => {
      forked.off('exit', onExit)
      resolve(message)
    })
  })
}
