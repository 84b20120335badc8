import { hasPgBouncer, sessionSettings, startPgBouncer } from '../packages/server/test/pgbouncer.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { startChild } from './child.ts'
import { median, printTable } from './figures.ts'
import { database, ourServer, type Urls } from './our-server.ts'
import { withPostgres } from './postgres.ts'
import { runTurn, type Setup } from './purchases/measure.ts'
import { newOffers } from './purchases/offers.ts'
import type { PurchaseJob } from './purchases/purchase-job.ts'
import { missingRequirement } from './requirements.ts'
import { type RunOptions, runOptions, startServer } from './rounds.ts'

const buyers = 16
const sellersCount = 20
const warmUpSeconds = 3

/** Purchases with PgBouncer between the server and PostgreSQL, and without, by turns. */
export async function pooler(args: readonly string[]): Promise<boolean> {
  const missing = hasPgBouncer
    ? missingRequirement()
    : 'PgBouncer is missing: apt-get install pgbouncer'
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  await withPostgres((urls) => compare(urls, options))
  return true
}

async function compare(urls: Urls, { rounds, seconds }: RunOptions): Promise<void> {
  const bouncer = await startPgBouncer([urls.appUrl], { connect_query: sessionSettings })
  const subjects: Subject[] = []
  try {
    subjects.push(await newSubject('without PgBouncer', urls, urls.appUrl))
    await runOn(urls.ownerUrl, 'create database pooled')
    const pooled = {
      ownerUrl: database(urls.ownerUrl, 'pooled'),
      appUrl: database(urls.appUrl, 'pooled'),
    }
    subjects.push(await newSubject('with PgBouncer', pooled, bouncer.through(pooled.appUrl)))
    for (const { setup, job } of subjects) await runTurn({ ...job, seconds: warmUpSeconds }, setup)
    for (const { setup } of subjects) await runOn(setup.urls.ownerUrl, 'analyze')
    for (let round = 0; round < rounds; round++) {
      for (const { setup, job, turns } of subjects) {
        turns.push(await runTurn({ ...job, seconds }, setup))
      }
    }
    printTable([
      ['', 'purchases/s', 'CPU ms', 'update p99 ms'],
      ...subjects.map(({ name, turns }) => [
        name,
        median(turns.map(({ perSecond }) => perSecond)).toFixed(0),
        median(turns.map(({ cpuMicroseconds }) => cpuMicroseconds / 1000)).toFixed(1),
        median(turns.map((turn) => turn.updateP99Milliseconds)).toFixed(1),
      ]),
    ])
  } finally {
    for (const { setup } of subjects) await Promise.all([setup.server.stop(), setup.load.stop()])
    await bouncer.stop()
  }
}

interface Subject {
  readonly name: string
  readonly setup: Setup
  readonly job: Omit<PurchaseJob, 'seconds'>
  readonly turns: Awaited<ReturnType<typeof runTurn>>[]
}

async function newSubject(name: string, urls: Urls, url: string): Promise<Subject> {
  const settings =
    url === urls.appUrl
      ? {}
      : { DATABASE_URL: url, DATABASE_POOLED: 'on', DATABASE_DIRECT_URL: urls.appUrl }
  const server = await startServer(ourServer(urls, settings))
  const { child: load } = await startChild('./purchases/load.ts', [])
  const offers = await newOffers(urls.ownerUrl, sellersCount, 1)
  const job = { port: server.port, buyers, offers }
  return { name, setup: { server: server.child, load, urls }, job, turns: [] }
}
