// `npm start`: installs and builds if necessary, and runs the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endWithNpm } from './end-with-npm.mjs'
import { ensureInstalled, requireNode, root } from './install.mjs'

requireNode()
ensureInstalled('lean')
const { ensureBuilt } = await import('./build.mjs')
await ensureBuilt()

const bundle = join(root, 'packages/server/dist/main.js')
// libuv reads its pool size once, before any script runs, so only a parent can set it.
const env = { UV_THREADPOOL_SIZE: '12', NODE_ENV: 'production', ...process.env }
const child = spawn(process.execPath, ['--enable-source-maps', bundle, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env,
})

// Ctrl-C reaches the server from the terminal itself; this process only waits for it to drain.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGHUP'))
endWithNpm(() => child.kill('SIGTERM'))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 0 : 1)
})
