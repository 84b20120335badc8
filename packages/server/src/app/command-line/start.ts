import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StartFailure } from '../../platform/start-failure.ts'
import { endWithNpm } from './end-with-npm.ts'

export const startHelp = `guildhall start [options]

Starts the server with the settings of the environment, and with an embedded PostgreSQL unless
DATABASE_URL is set. It ends with Ctrl-C, SIGTERM or SIGHUP.

  --demo  fills an empty server with a seller who has sold for two years

Examples:

  guildhall start
  PORT=4000 guildhall start --demo`

/**
 * Runs the server's bundle in a process of its own, and returns its exit code. The server listens
 * when its web is built.
 */
export function startServer(
  bundle: URL,
  args: readonly string[],
  web: Promise<void> | null = null,
): Promise<number> {
  // libuv reads its pool size once, before any script runs, so only a parent can set it.
  const env = { UV_THREADPOOL_SIZE: '12', NODE_ENV: 'production', ...process.env }
  const command = ['--enable-source-maps', fileURLToPath(bundle), ...args]
  if (web !== null) command.push('--while-building')
  const channels = web === null ? [] : (['ipc'] as const)
  const child = spawn(process.execPath, command, {
    stdio: ['inherit', 'inherit', 'inherit', ...channels],
    env,
  })
  web?.then(
    () => child.connected && child.send('built'),
    () => child.connected && child.disconnect(),
  )
  // Ctrl-C reaches the server from the terminal itself; this process only waits for it to drain.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  endWithNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Waits in the server's process until the one that has started it has built the web. */
export async function whenBuilt(): Promise<void> {
  // A message that comes earlier is kept until somebody listens; the end of the channel isn't.
  const end = process.connected ? once(process, 'disconnect') : Promise.resolve()
  const isLeft = end.then(() => {
    throw new StartFailure('The web could not be built')
  })
  await Promise.race([once(process, 'message'), isLeft])
  process.disconnect()
}
