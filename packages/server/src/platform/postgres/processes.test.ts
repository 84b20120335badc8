import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { isRunning, knownProcess, psProcesses, systemProcesses } from './processes.ts'
import { type EmbeddedPostgres, startPostgres, thisMachine } from './start-postgres.ts'

const children: ChildProcess[] = []
let dataFolder: string
let running: EmbeddedPostgres

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  running = await startPostgres({ dataFolder, sync: false })
})
afterAll(async () => {
  await running.stop()
  await rm(dataFolder, { recursive: true })
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(...[file = '', ...parameters]: string[]): { child: ChildProcess; pid: number } {
  const child = spawn(file, parameters, { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  return { child, pid: child.pid ?? 0 }
}

describe.each([
  ['using this system’s own interface', systemProcesses()],
  ['using ps and lsof', psProcesses()],
])('%s', (_, processes) => {
  test('a process is identified by its start while it runs', async () => {
    const { child, pid } = run('sleep', '60')
    const known = knownProcess(processes, pid)
    if (known === null) throw new Error('the process is not found')
    expect(isRunning(processes, known)).toBe(true)
    expect(isRunning(processes, { pid, startedAt: 'at another time' })).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isRunning(processes, known)).toBe(false)
    expect(knownProcess(processes, pid)).toBeNull()
  })

  test('a zombie counts as exited', async () => {
    // A child of a process that never waits for its children.
    const tell = `exec '${process.execPath}' -e 'console.log(process.argv[1]); setTimeout(() => {}, 60_000)'`
    const { child } = run('sh', '-c', `sleep 60 & ${tell} $!`)
    const [line] = await once(child.stdout ?? child, 'data')
    const zombie = Number(line)
    expect(processes.startedAt(zombie)).not.toBeNull()
    process.kill(zombie, 'SIGKILL')
    await eventually(() => expect(processes.startedAt(zombie)).toBeNull())
    expect(() => process.kill(zombie, 0)).not.toThrow()
  })

  test('the processes of a cluster are found, without others that work in its folder', () => {
    const cluster = join(dataFolder, 'postgres')
    const visitor = spawn('sleep', ['60'], { cwd: cluster })
    children.push(visitor)
    const found = processes.serversIn(cluster)
    expect(found).toContain(running.pid)
    expect(found.length).toBeGreaterThan(2)
    expect(found).not.toContain(visitor.pid)
    expect(processes.serversIn(dataFolder)).toEqual([])
    expect(processes.serversIn(join(dataFolder, 'nothing'))).toEqual([])
  })
})

test('without /proc a server is started and stopped the same way', async () => {
  const machine = { ...thisMachine(), processes: psProcesses() }
  await running.stop()
  const second = await startPostgres({ dataFolder, sync: false }, machine)
  await second.stop()
  expect(systemProcesses().startedAt(second.pid)).toBeNull()
})
