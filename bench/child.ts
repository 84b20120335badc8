import { type ChildProcess, type ForkOptions, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { bundle, type Instead } from './bundle.ts'

/** A script of this folder in a process of its own, which answers each message with one. */
export interface Child {
  ask(message: Serializable): Promise<unknown>
  stop(): Promise<void>
}

/** Resolves with the child and its first message, by which it says that it is ready. */
export async function startChild(
  script: string,
  args: readonly string[],
  instead: Instead = {},
): Promise<{ child: Child; ready: unknown }> {
  const options: ForkOptions = {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
    // What a server logs is written, but read by nobody.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  }
  const forked = fork(await bundle(script, instead), [...args], options)
  const ready = await nextMessage(forked, script)
  return {
    ready,
    child: {
      ask(message) {
        forked.send(message)
        return nextMessage(forked, script)
      },
      async stop() {
        const gone = once(forked, 'exit')
        forked.kill('SIGTERM')
        await gone
      },
    },
  }
}

function nextMessage(forked: ChildProcess, script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${script} ended unasked`))
    forked.once('exit', ended)
    forked.once('message', (message) => {
      forked.off('exit', ended)
      resolve(message)
    })
  })
}
