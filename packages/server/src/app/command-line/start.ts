import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './end-with-npm.ts'

export const startHelp = `guildhall start [options]

Starts the server with the settings of the environment, and with an embedded PostgreSQL unless
DATABASE_URL is set. It ends with Ctrl-C, SIGTERM or SIGHUP.

  --demo  fills an empty server with a seller who has sold for two years

Examples:

  guildhall start
  PORT=4000 guildhall start --demo`

/** Runs the server's bundle in a process of its own, and returns its exit code. */
export function startServer(bundle: URL, args: readonly string[]): Promise<number> {
  // libuv reads its pool size once, before any script runs, so only a parent can set it.
  const env = { UV_THREADPOOL_SIZE: '12', NODE_ENV: 'production', ...process.env }
  const command = ['--enable-source-maps', fileURLToPath(bundle), ...args]
  const child = spawn(process.execPath, command, { stdio: 'inherit', env })
  // Ctrl-C reaches the server from the terminal itself; this process only waits for it to drain.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  endWithNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
