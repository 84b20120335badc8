import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/server/src/platform/free-port.ts'
import { startPostgres } from '../../packages/server/src/platform/postgres/start-postgres.ts'
import { startNginx } from '../../packages/server/test/nginx.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { startWebhookReceiver } from '../../packages/server/test/webhook-receiver.ts'
import { tasksHere } from '../../tools/job-compatibility.ts'
import type { Urls } from '../our-server.ts'
import { callsTo } from '../torture/call.ts'
import { type Found, findFaults } from '../torture/faults.ts'
import { addGoods, startWork } from '../torture/work.ts'
import type { Code } from './code.ts'
import { counted } from './counted-call.ts'
import { type Process, startProcess } from './server-process.ts'
import { keepSigningIn } from './sign-ins.ts'

interface Replacement {
  readonly before: Code
  readonly after: Code
  /** How long each stage takes. */
  readonly seconds: number
}

const websEach = 2
const stagesMax = 4

/** Replaces the processes of one version by those of another, while clients use them. */
export async function replaceUnderLoad(replacement: Replacement): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-upgrade-'))
  const postgres = await startPostgres({ dataFolder: join(folder, 'postgres') })
  const urls = { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl }
  const running = new Set<Process>()
  try {
    return await replaceOn({ urls, folder, running }, replacement)
  } finally {
    for (const one of running) await one.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Installation {
  readonly urls: Urls
  readonly folder: string
  readonly running: Set<Process>
}

async function replaceOn(
  installation: Installation,
  { before, after, seconds }: Replacement,
): Promise<Found> {
  const { urls } = installation
  const ports = await freePorts(2 * websEach)
  const old = await startAll(installation, before, ports.slice(0, websEach))
  const entrance = await freePort()
  const nginx = await startNginx({ port: entrance, processes: ports })
  const receiver = await startWebhookReceiver()
  try {
    const { call, count, failed } = counted(callsTo([entrance]))
    const minutes = (stagesMax * seconds) / 60
    const goods = await addGoods(urls.ownerUrl, { receiver, minutes })
    const work = await startWork({ call, ownerUrl: urls.ownerUrl }, goods, { receiver, minutes })
    let isOver = false
    const signing = keepSigningIn(call, () => isOver)
    const stage = async (what: string) => {
      await sleep(seconds * 1_000)
      console.log(`${what}: ${count()} requests so far, ${failed.length} failed`)
    }
    await stage('only the old processes')
    await startAll(installation, after, ports.slice(websEach))
    await stage('old and new processes together')
    // Older code refuses every newer schema when it starts.
    if (existsSync(join(before.folder, 'packages/server/released.json'))) {
      for (const one of old) await one.restart()
      await stage('with the old processes started again')
    }
    for (const one of old) await stop(installation, one)
    await stage('only the new processes')
    isOver = true
    const signIns = await signing
    const done = await work.finish()
    const found = await findFaults({ urls, settings: {}, crashed: [] }, { receiver, done })
    return {
      counts: { 'requests answered': count(), 'sign-ins': signIns, ...found.counts },
      faults: [...failed, ...found.faults, ...(await jobFaults(urls))],
    }
  } finally {
    await nginx.stop()
    await receiver.stop()
  }
}

/** The worker comes first: it knows what follows from the events of all processes. */
async function startAll(
  { urls, folder, running }: Installation,
  code: Code,
  ports: readonly number[],
): Promise<Process[]> {
  const started: Process[] = []
  for (const port of [null, ...ports]) {
    const one = await startProcess({ urls, folder }, { code, port })
    running.add(one)
    started.push(one)
  }
  return started
}

async function stop({ running }: Installation, one: Process): Promise<void> {
  running.delete(one)
  await one.stop()
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Jobs that were given up, and those that nobody will take. */
async function jobFaults({ ownerUrl }: Urls): Promise<string[]> {
  const jobs = await runOn<{ task: string; lastError: string | null; isDead: boolean }>(
    ownerUrl,
    `select task_identifier as task, last_error as "lastError", attempts >= max_attempts as "isDead"
       from graphile_worker.jobs`,
  )
  const tasks = tasksHere()
  return jobs.flatMap(({ task, lastError, isDead }) => [
    ...(task in tasks ? [] : [`a job waits for the task ${task}, which is gone`]),
    ...(isDead ? [`a job of ${task} was given up: ${lastError}`] : []),
  ])
}
