import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { type RunningServer, startGuildhall } from '../src/app/server.ts'
import { deliveryParts } from '../src/app/webhooks.ts'
import { startDeliverer } from '../src/domains/webhooks/jobs/deliverer.ts'
import { assert } from '../src/kernel/assert.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { type Config, readConfig } from '../src/platform/config/config.ts'
import { createKeyring, type Keyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Hashing } from '../src/platform/passwords/hashing.ts'
import type { TestDatabase } from './database.ts'
import { witness } from './evidence.ts'
import { quickHashing } from './quick-hashing.ts'
import { type SentMail, sentMails } from './sent-mails.ts'
import { runOn } from './sql.ts'
import { testPort } from './test-port.ts'

export interface TestServerOptions {
  readonly clock?: Clock
  /** The folder of a built web; by default pages are blank. */
  readonly webFolder?: string
  /** By default passwords are hashed with as little work as there can be. */
  readonly hashing?: Hashing
  /** Whether it's to be filled with the example. */
  readonly isDemo?: boolean
  /** Whether it sends webhooks by itself; by default only `deliverDue` does. */
  readonly isDelivering?: boolean
}

export interface TestServer {
  /** The public origin, which is where it listens. */
  readonly url: string
  readonly port: number
  readonly config: Config
  readonly keyring: Keyring
  readonly database: Database
  /** Who got the example; null where none was made. */
  readonly demo: RunningServer['demo']
  /** What the server logged, a line each. */
  readonly logged: readonly string[]
  /** Waits until all news has been dispatched and every job that is due has been done. */
  readonly settle: () => Promise<void>
  /** Settles, and sends endpoints whatever is due by now. */
  readonly deliverDue: () => Promise<void>
  /** Settles, and answers the mails so far, the oldest first. */
  readonly sentMails: () => Promise<SentMail[]>
  readonly stop: () => Promise<void>
}

const secret = 'a-secret-of-the-tests-long-enough-for-signing'

/** The settings of a test server, before a test adds its own: quick, and without rate limits. */
const settings = {
  HOST: '127.0.0.1',
  GUILDHALL_SECRET: secret,
  GUILDHALL_RATE_LIMIT: 'off',
}

/** Settings of a server that takes real money, by a processor that nobody answers for. */
export const realMoney = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
}

/** The whole server in this process, on a port of its own, against the file's database. */
export async function startTestServer(
  db: TestDatabase,
  env: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { clock = systemClock, webFolder, hashing = quickHashing } = options
  const { isDemo = false, isDelivering = false } = options
  const port = await testPort()
  const data = await mkdtemp(join(tmpdir(), 'guildhall-data-'))
  const config = readConfig({
    ...settings,
    DATABASE_URL: db.url,
    DATABASE_OWNER_URL: db.ownerUrl,
    PORT: String(port),
    GUILDHALL_DATA: data,
    ...env,
  })
  assert(!('faults' in config), `the settings are good: ${JSON.stringify(config)}`)
  const keyring = createKeyring(config.server.secrets ?? [])
  const logged: string[] = []
  const write = (line: string) => {
    logged.push(line)
    witness(line)
  }
  const log = pino({ level: 'info' }, { write })
  const blank = webFolder === undefined ? await blankWeb() : null
  const running = await startGuildhall({
    config,
    log,
    clock,
    packageFolder: new URL('../', import.meta.url),
    webFolder: webFolder ?? blank ?? '',
    hashing,
    isDemo,
    isDelivering,
  })
  const settle = () => settled(db.ownerUrl)
  return {
    url: config.server.url,
    port,
    config,
    keyring,
    database: db.database,
    demo: running.demo,
    logged,
    settle,
    deliverDue: async () => {
      await settle()
      const { database } = db
      const wake = () => undefined
      const deliverer = startDeliverer(
        deliveryParts({ config, database, keyring, clock, log, wake }),
      )
      await deliverer.deliverDue()
      await deliverer.stop()
    },
    sentMails: async () => {
      await settle()
      return sentMails(db.database, keyring)
    },
    stop: async () => {
      await running.stop()
      if (blank !== null) await rm(blank, { recursive: true })
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** One server for all tests of the file; to be read inside tests and hooks only. */
export function testServer(
  db: TestDatabase,
  env: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
): { readonly current: TestServer } {
  let started: TestServer | undefined
  beforeAll(async () => {
    started = await startTestServer(db, env, options)
  })
  afterAll(() => started?.stop())
  return {
    get current() {
      assert(started !== undefined, 'the test server runs inside tests and hooks only')
      return started
    },
  }
}

const quietMilliseconds = 60_000

async function settled(ownerUrl: string): Promise<void> {
  const until = systemClock.monotonicMilliseconds() + quietMilliseconds
  for (;;) {
    const [found] = await runOn<{ busy: boolean }>(ownerUrl, busyQuery)
    if (found?.busy === false) return
    assert(systemClock.monotonicMilliseconds() < until, 'the work of the server comes to an end')
    await sleep(10)
  }
}

const busyQuery = `
  select exists (select from outbox)
      or exists (select from graphile_worker.jobs
                  where run_at <= clock_timestamp() and attempts < max_attempts) as busy`

/** As much of a built web as the server needs to start. */
async function blankWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-web-'))
  for (const entry of ['app', 'sign-in', 'checkout', 'embed-demo']) {
    await mkdir(join(folder, entry))
    await writeFile(join(folder, entry, 'index.html'), '<!doctype html><title>blank</title>')
  }
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'csp.json'), '{"scriptHashes":[]}')
  await writeFile(join(folder, 'guildhall-embed.js'), '')
  return folder
}
