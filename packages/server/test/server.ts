import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { type RunningServer, startGuildhall } from '../src/app/server.ts'
import { checkoutCompletion } from '../src/domains/checkout/actions/complete-payload.ts'
import { startDeliverer } from '../src/domains/webhooks/actions/delivery/deliverer.ts'
import { deliveryDeps } from '../src/domains/webhooks/actions/delivery/deps.ts'
import { assert } from '../src/kernel/assert.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { type Config, readConfig } from '../src/platform/config/config.ts'
import { createKeyring, type Keyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Hashing } from '../src/platform/passwords/hashing.ts'
import type { TestDatabase } from './database.ts'
import { recordEvidence } from './evidence.ts'
import { quickHashing } from './quick-hashing.ts'
import { type SentMail, sentMails } from './sent-mails.ts'
import { runOn } from './sql.ts'
import { testPort } from './test-port.ts'

export interface TestServerOptions {
  readonly clock?: Clock
  /** The folder of a built web; by default pages are blank. */
  readonly webFolder?: string
  /** By default passwords are hashed with minimal cost. */
  readonly hashing?: Hashing
  /** Whether it is filled with the demo. */
  readonly isDemo?: boolean
  /** Whether its worker sends webhooks; by default only `deliverDue` does. */
  readonly isDelivering?: boolean
}

export interface TestServer {
  /** The public origin, on which it listens. */
  readonly url: string
  readonly port: number
  readonly config: Config
  readonly keyring: Keyring
  readonly database: Database
  /** The owner of the demo; null without one. */
  readonly demo: RunningServer['demo']
  readonly operatorLink: RunningServer['operatorLink']
  /** The lines that the server logged. */
  readonly logged: readonly string[]
  /** Waits until all events are dispatched and all due jobs are done. */
  readonly settle: () => Promise<void>
  /** Settles, and sends the webhooks that are due now. */
  readonly deliverDue: () => Promise<void>
  /** Settles, and returns the mails so far, the oldest first. */
  readonly sentMails: () => Promise<SentMail[]>
  readonly stop: () => Promise<void>
}

const secret = 'a-secret-of-the-tests-long-enough-for-signing'

/** Quick, and without rate limits. */
const settings = {
  HOST: '127.0.0.1',
  GUILDHALL_SECRET: secret,
  GUILDHALL_RATE_LIMIT: 'off',
  GUILDHALL_FIRST_OPERATOR: 'first-user',
}

/** Settings of a server that takes real money, with an unreachable processor. */
export const realMoney = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
}

/** The whole server in this process, on its own port, with the file's database. */
export async function startTestServer(
  db: TestDatabase,
  env: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { clock = systemClock, webFolder, hashing = quickHashing } = options
  const { isDemo = false, isDelivering = false } = options
  const port = await testPort()
  const data = await mkdtemp(join(tmpdir(), 'guildhall-data-'))
  const config = readConfig({ ...testSettings(db, { port, data }), ...env })
  assert(!('faults' in config), `the settings are good: ${JSON.stringify(config)}`)
  const keyring = createKeyring(config.server.secrets ?? [])
  const logged: string[] = []
  const write = (line: string) => {
    logged.push(line)
    recordEvidence(line)
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
    operatorLink: running.operatorLink,
    logged,
    settle,
    deliverDue: async () => {
      await settle()
      const { database } = db
      const wake = () => undefined
      const completions = { checkout: checkoutCompletion({ config, keyring }) }
      const deliverer = startDeliverer(
        deliveryDeps({ config, database, keyring, clock, log, completions, wake }),
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

/** The settings of a test server, before a test adds its own. */
export const testSettings = (
  { url, ownerUrl, poolerUrl = null }: TestDatabase,
  { port, data }: { readonly port: number; readonly data: string },
): Readonly<Record<string, string>> => ({
  ...settings,
  DATABASE_OWNER_URL: ownerUrl,
  ...(poolerUrl === null
    ? { DATABASE_URL: url }
    : { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: url, DATABASE_POOLED: 'on' }),
  PORT: String(port),
  GUILDHALL_DATA: data,
})

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
    assert(systemClock.monotonicMilliseconds() < until, 'the server becomes idle')
    await sleep(10)
  }
}

const busyQuery = `
  select exists (select from outbox)
      or exists (select from graphile_worker.jobs
                  where run_at <= clock_timestamp() and attempts < max_attempts) as busy`

/** The minimal web build that the server needs to start. */
export async function blankWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-web-'))
  for (const entry of ['app', 'sign-in', 'checkout', 'portal', 'embed-demo']) {
    await mkdir(join(folder, entry))
    await writeFile(join(folder, entry, 'index.html'), '<!doctype html><title>blank</title>')
  }
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'csp.json'), '{"scriptHashes":[]}')
  await writeFile(join(folder, 'guildhall-embed.js'), '')
  return folder
}
