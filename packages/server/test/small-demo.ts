import { createCatalog } from '../src/app/demo/create-catalog.ts'
import { customerStories } from '../src/app/demo/customer-stories.ts'
import { createDemoContext, demoClock } from '../src/app/demo/demo-context.ts'
import { demoCustomers } from '../src/app/demo/demo-customers.ts'
import { liveThrough } from '../src/app/demo/live-through.ts'
import { composeDeps } from '../src/app/dependencies.ts'
import { domains } from '../src/app/domains.ts'
import { summary } from '../src/app/jobs-by-event.ts'
import { openIngestion } from '../src/domains/usage/actions/ingest-events.ts'
import { assert } from '../src/kernel/assert.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Config } from '../src/platform/config/config.ts'
import { createKeyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createLog } from '../src/platform/log.ts'
import { createPrinter } from '../src/platform/pdf/printer.ts'
import { openObjectStorage } from '../src/platform/storage/open-storage.ts'
import { quickHashing } from './quick-hashing.ts'

/** The demo with its first customers only, who have lived through two years of sales. */
export async function fillSmallDemo(
  database: Database,
  config: Config,
  customerCount: number,
): Promise<void> {
  const clock = demoClock(systemClock)
  const keyring = createKeyring(config.server.secrets ?? [])
  const foundation = {
    config,
    clock,
    database,
    keyring,
    log: createLog({ level: 'silent' }),
    hashing: quickHashing,
    storage: await openObjectStorage({ config, keyring, clock }),
    printer: createPrinter(),
    smtp: null,
    wake: () => undefined,
  }
  const deps = { ...composeDeps(foundation, domains), clock }
  const context = await createDemoContext(deps, 'correct-horse-battery')
  assert(context !== null, 'the database is empty')
  const catalog = await createCatalog(context)
  const jobs = domains.flatMap((domain) => domain.jobs ?? [])
  const life = { jobs, summary, context, catalog, ingest: openIngestion(deps) }
  await liveThrough(life, customerStories(demoCustomers().slice(0, customerCount)))
}
