import { isServerEmpty } from '../../domains/organizations/store/organizations.ts'
import { createRegistration } from '../../domains/tax/actions/create-registration.ts'
import { openIngestion } from '../../domains/usage/actions/ingest-events.ts'
import type { Clock } from '../../platform/clock.ts'
import { randomBase62 } from '../../platform/crypto/base62.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { withdrawMails } from '../../platform/mail/prune-mails.ts'
import type { Summary } from '../../platform/outbox/summary.ts'
import type { AppDeps } from '../dependencies.ts'
import { createCatalog } from './create-catalog.ts'
import { customerStories } from './customer-stories.ts'
import {
  createDemoContext,
  type DemoClock,
  type DemoContext,
  type DemoDeps,
  demoClock,
} from './demo-context.ts'
import { demoCustomers } from './demo-customers.ts'
import { liveThrough } from './live-through.ts'
import { foundedDaysAgo, owner, seller, taxedCountries } from './sample-data.ts'

/** How to sign in. The password is shown once. */
export interface DemoOwner {
  readonly organization: string
  readonly email: string
  readonly password: string
}

export interface Demo {
  readonly depsAt: (clock: DemoClock) => DemoDeps
  readonly clock: Clock
  /** Of all domains. */
  readonly jobs: readonly JobDefinition<AppDeps>[]
  readonly summary: Summary
}

const passwordLength = 16

/**
 * Fills an empty server with an organization that has been selling for two years, by the domains'
 * own actions at times in the past. Null where the server isn't empty: then nothing changes.
 */
export async function fillDemo({ depsAt, clock, jobs, summary }: Demo): Promise<DemoOwner | null> {
  const deps = depsAt(demoClock(clock))
  if (!(await isServerEmpty(deps.uowFactory.database.kysely))) return null
  const password = randomBase62(passwordLength)
  const context = await createDemoContext(deps, password)
  if (context === null) return null
  deps.log.info('the demo goes through two years of sales, which takes up to a minute')
  await registerForTax(context)
  const catalog = await createCatalog(context)
  const life = { jobs, summary, context, catalog, ingest: openIngestion(deps) }
  await liveThrough(life, customerStories(demoCustomers()))
  // Nobody is mailed about the past.
  await withdrawMails(deps.uowFactory.database.kysely, deps.clock.today)
  return { organization: seller.name, email: owner.email, password }
}

async function registerForTax({ organizationId, at }: DemoContext): Promise<void> {
  for (const country of taxedCountries) {
    await at(foundedDaysAgo, (uow) => createRegistration(uow, { organizationId, country }))
  }
}
