import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, printTable } from '../figures.ts'
import { memoryOf, postgresProcesses } from '../memory.ts'

const bundle = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const laterStarts = 5
const startTimeoutMilliseconds = 60_000
const idleMilliseconds = 5_000

/** Prints the start-up time and the idle memory of the built server. */
export async function printStart(): Promise<void> {
  if (!existsSync(bundle)) {
    console.log('Start-up and memory: run `node tools/build.mjs` first.')
    return
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'))
  try {
    const first = await startServer(dataFolder)
    await wait(idleMilliseconds)
    await printMemory(first.child.pid ?? 0, dataFolder)
    await stop(first.child)
    const later: number[] = []
    for (let start = 0; start < laterStarts; start++) {
      const { child, milliseconds } = await startServer(dataFolder)
      later.push(milliseconds)
      await stop(child)
    }
    console.log(`first start, with a new database: ${first.milliseconds.toFixed(0)} ms to /readyz`)
    console.log(`later starts: ${median(later).toFixed(0)} ms (median of ${laterStarts})`)
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

interface Started {
  readonly child: ChildProcess
  readonly milliseconds: number
}

async function startServer(dataFolder: string): Promise<Started> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    UV_THREADPOOL_SIZE: '12',
    PORT: String(port),
    GUILDHALL_DATA: dataFolder,
  }
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', bundle], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(port))) {
    const waited = performance.now() - startedAt
    if (child.exitCode !== null || waited > startTimeoutMilliseconds) {
      child.kill('SIGKILL')
      throw new Error('the built server did not become ready')
    }
    await wait(5)
  }
  return { child, milliseconds: performance.now() - startedAt }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  )

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function printMemory(serverPid: number, dataFolder: string): Promise<void> {
  const server = await memoryOf([serverPid])
  const database = await memoryOf(await postgresProcesses(dataFolder))
  if (server === null || database === null) {
    console.log('Idle memory: needs /proc.')
    return
  }
  const megabytes = (kilobytes: number) => `${(kilobytes / 1024).toFixed(0)} MB`
  printTable([
    ['idle memory', 'resident', 'proportional'],
    ['server', megabytes(server.resident), megabytes(server.proportional)],
    ['PostgreSQL', megabytes(database.resident), megabytes(database.proportional)],
  ])
  // PostgreSQL's processes share memory. The server's PSS would be too low, because this process
  // shares the Node binary with it.
  const total = megabytes(server.resident + database.proportional)
  console.log(`total ${total} (server resident, PostgreSQL proportional; target 300 MB)\n`)
}
