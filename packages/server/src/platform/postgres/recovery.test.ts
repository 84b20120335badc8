import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  buildHost,
  type Host,
  type HostOptions,
  type HostReport,
} from '../../../test/postgres-host.ts'
import { withClient } from './connection.ts'
import { defaultTimeouts } from './postmaster.ts'
import { systemProcesses } from './processes.ts'
import { type EmbeddedPostgres, startPostgres, thisMachine } from './start-postgres.ts'

const processes = systemProcesses()
let dataFolder: string
let hosts: Awaited<ReturnType<typeof buildHost>>
let running: EmbeddedPostgres | null = null
const started: Host[] = []
const strangers: number[] = []

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  hosts = await buildHost()
})
afterEach(async () => {
  await running?.stop()
  running = null
  await Promise.all(started.splice(0).map((host) => host.end()))
  for (const pid of strangers.splice(0)) process.kill(pid, 'SIGKILL')
})
afterAll(async () => {
  await rm(dataFolder, { recursive: true, force: true })
  await hosts.remove()
})

async function start(timeouts = {}, sync = true): Promise<EmbeddedPostgres> {
  const machine = { ...thisMachine(), timeouts: { ...defaultTimeouts, ...timeouts } }
  running = await startPostgres({ dataFolder, sync }, machine)
  return running
}

function startHost(options: HostOptions): Host {
  const host = hosts.start(options)
  started.push(host)
  return host
}

const patient = { interval: 20 }

/** A process that started PostgreSQL on the data folder and is killed with SIGKILL. */
async function startAndKill() {
  const host = startHost({ options: { dataFolder } })
  const ready = readyOf(await host.report())
  await host.kill()
  return ready
}

function readyOf(report: HostReport) {
  if ('ready' in report) return report.ready
  throw new Error(JSON.stringify(report))
}

async function countOf(url: string, query: string): Promise<number> {
  const { rows } = await withClient(url, (client) => client.query<{ n: number }>(query))
  return rows[0]?.n ?? -1
}

const count = (url: string) => countOf(url, 'select count(*)::int as n from kept')

async function killAndWait(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => processes.startedAt(pid), patient).toBeNull()
}

test('after kill -9 during a first start the next start succeeds', async () => {
  const host = startHost({ options: { dataFolder, sync: false } })
  const draft = expect.stringMatching(/^postgres\.init-/)
  await expect.poll(() => readdirSync(dataFolder), patient).toContainEqual(draft)
  await host.kill()
  expect(readdirSync(dataFolder)).not.toContain('postgres')
  const { ownerUrl } = await start({}, false)
  await withClient(ownerUrl, (client) => client.query('create table kept as select 1 as id'))
  expect(await count(ownerUrl)).toBe(1)
})

test('after kill -9 of the server PostgreSQL keeps running, is reused, and stops', async () => {
  const { pid, appUrl } = await startAndKill()
  expect(processes.startedAt(pid)).not.toBeNull()
  const { attached, ended, stop, ...found } = await start()
  expect({ attached, pid: found.pid, appUrl: found.appUrl }).toEqual({
    attached: true,
    pid,
    appUrl,
  })
  expect(await count(found.ownerUrl)).toBe(1)
  await stop()
  await ended
  expect(processes.startedAt(pid)).toBeNull()
})

test('PostgreSQL with the settings of another release is restarted', async () => {
  const { pid } = await startAndKill()
  const machine = thisMachine()
  running = await startPostgres({ dataFolder, settings: { work_mem: '6MB' } }, machine)
  expect(running.attached).toBe(false)
  expect(processes.startedAt(pid)).toBeNull()
})

test('after kill -9 of both nothing acknowledged is lost', async () => {
  const { pid, ownerUrl } = await startAndKill()
  await withClient(ownerUrl, (client) => client.query('insert into kept values (2)'))
  await killAndWait(pid)
  const { attached, ...found } = await start()
  expect(attached).toBe(false)
  expect(await count(found.ownerUrl)).toBe(2)
})

test('after kill -9 of PostgreSQL its exit is reported, and the next start recovers', async () => {
  const { pid, ended, stop } = await start()
  process.kill(pid, 'SIGKILL')
  await ended
  await stop()
  expect(await count((await start()).ownerUrl)).toBe(2)
})

test('the exit of a reused PostgreSQL is reported too', async () => {
  await startAndKill()
  const { pid, ended } = await start()
  process.kill(pid, 'SIGKILL')
  await ended
  expect(processes.startedAt(pid)).toBeNull()
})

test('a busy backend that outlives the killed main process is ended first', async () => {
  const { pid, appUrl } = await startAndKill()
  const client = new pg.Client(appUrl)
  client.on('error', () => {})
  await client.connect()
  const query = client.query('select count(*) from generate_series(1, 1000000000)').catch(() => {})
  await expect
    .poll(() => processes.serversIn(join(dataFolder, 'postgres')).length, patient)
    .toBeGreaterThan(5)
  const busy = `select count(*)::int as n from pg_stat_activity
                 where state = 'active' and query ~ 'generate_serie[s]'`
  await expect.poll(() => countOf(appUrl, busy), patient).toBe(1)
  await killAndWait(pid)
  expect(processes.serversIn(join(dataFolder, 'postgres')).length).toBeGreaterThan(0)
  const { attached, ownerUrl } = await start({ leftover: 200 })
  expect(attached).toBe(false)
  expect(await count(ownerUrl)).toBe(2)
  await query
})

test('a PostgreSQL that hangs is not reused', async () => {
  const { pid } = await startAndKill()
  process.kill(pid, 'SIGSTOP')
  const { attached, ownerUrl } = await start({ attach: 200, stop: 200, quit: 200 })
  expect(attached).toBe(false)
  expect(processes.startedAt(pid)).toBeNull()
  expect(await count(ownerUrl)).toBe(2)
})

/**
 * Writes a process number into the pid file and the lock of the socket, as a killed server leaves
 * them.
 */
async function pretend(pid: number, socketFolder: string): Promise<void> {
  const cluster = join(dataFolder, 'postgres')
  const lines = [pid, cluster, 1795173643, 5432, socketFolder, '', '16039944 4', 'ready']
  await writeFile(join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`)
  await writeFile(join(socketFolder, '.s.PGSQL.5432.lock'), `${lines.slice(0, 5).join('\n')}\n`)
}

/** PostgreSQL only respects processes of its own user. */
function ownerOfCluster() {
  const { uid, gid } = statSync(join(dataFolder, 'postgres'))
  return { uid, gid, cwd: '/' }
}

async function deadServer() {
  const { pid, ownerUrl } = await startAndKill()
  await killAndWait(pid)
  return new URL(ownerUrl).searchParams.get('host') ?? ''
}

test('a zombie in the pid file does not prevent the start', async () => {
  const socketFolder = await deadServer()
  // A child of a process that never waits for its children.
  const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], ownerOfCluster())
  strangers.push(parent.pid ?? 0)
  const [line] = await once(parent.stdout, 'data')
  const zombie = Number(line)
  await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, 'utf8'), patient).toContain(') Z')
  await pretend(zombie, socketFolder)
  expect((await start()).attached).toBe(false)
})

test('a reused pid does not prevent the start, and its process is not signalled', async () => {
  const socketFolder = await deadServer()
  const stranger = spawn('sleep', ['60'], ownerOfCluster())
  strangers.push(stranger.pid ?? 0)
  await pretend(stranger.pid ?? 0, socketFolder)
  expect((await start()).attached).toBe(false)
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('of two concurrent starts on one folder one is refused', async () => {
  const both = [1, 2].map(() => startHost({ options: { dataFolder } }))
  const reports = await Promise.all(both.map((host) => host.report()))
  await Promise.all(both.map((host) => host.end()))
  const failed = reports.flatMap((report) => ('failed' in report ? [report.failed] : []))
  expect(failed).toEqual([
    expect.stringMatching(/^Another server \(process \d+\) uses the data folder/),
  ])
})

test('Ctrl-C reaches only the server, which can still query its database', async () => {
  const host = startHost({ options: { dataFolder } })
  const { pid } = readyOf(await host.report())
  // Like a terminal, which signals the whole process group.
  process.kill(-(host.child.pid ?? 0), 'SIGINT')
  expect(await host.report()).toEqual({ drained: 1 })
  await once(host.child, 'exit')
  expect(processes.startedAt(pid)).toBeNull()
})

test('the environment changes nothing, and PostgreSQL receives none of its secrets', async () => {
  const host = startHost({
    options: { dataFolder },
    environment: {
      LC_ALL: 'xx_XX.nonsense',
      TZ: 'Asia/Tokyo',
      PGPORT: '1',
      PGSSLMODE: 'require',
      PGDATABASE: 'nonsense',
      GUILDHALL_SECRET: 'hush',
    },
  })
  const { pid } = readyOf(await host.report())
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
  expect(environment).toContain('LC_ALL=C')
  expect(environment).not.toContain('hush')
  await host.end()
})
