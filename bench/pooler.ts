import { hasPgBouncer, sessionSettings, startPgBouncer } from '../packages/server/test/pgbouncer.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { median, printTable } from './figures.ts'
import { database, type Urls } from './our-server.ts'
import { withPostgres } from './postgres.ts'
import { buyByTurns, closeShop, openShop, type Shop } from './purchases/by-turns.ts'
import { newOffers } from './purchases/offers.ts'
import { missingRequirement } from './requirements.ts'
import { type RunOptions, runOptions } from './rounds.ts'

const sellersCount = 20

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

async function compare(urls: Urls, options: RunOptions): Promise<void> {
  const bouncer = await startPgBouncer([urls.appUrl], { connect_query: sessionSettings })
  const shops: Shop[] = []
  try {
    const offersOf = ({ ownerUrl }: Urls) => ({
      newOffers: () => newOffers(ownerUrl, sellersCount, 1),
    })
    shops.push(await openShop({ name: 'without PgBouncer', urls, ...offersOf(urls) }))
    await runOn(urls.ownerUrl, 'create database pooled')
    const pooled = {
      ownerUrl: database(urls.ownerUrl, 'pooled'),
      appUrl: database(urls.appUrl, 'pooled'),
    }
    const settings = {
      DATABASE_URL: bouncer.through(pooled.appUrl),
      DATABASE_POOLED: 'on',
      DATABASE_DIRECT_URL: pooled.appUrl,
    }
    const name = 'with PgBouncer'
    shops.push(await openShop({ name, urls: pooled, settings, ...offersOf(pooled) }))
    await buyByTurns(shops, options)
    printTable([
      ['', 'purchases/s', 'CPU ms', 'update p99 ms'],
      ...shops.map(({ name, turns }) => [
        name,
        median(turns.map(({ perSecond }) => perSecond)).toFixed(0),
        median(turns.map(({ cpuMicroseconds }) => cpuMicroseconds / 1000)).toFixed(1),
        median(turns.map((turn) => turn.updateP99Milliseconds)).toFixed(1),
      ]),
    ])
  } finally {
    for (const shop of shops) await closeShop(shop)
    await bouncer.stop()
  }
}
