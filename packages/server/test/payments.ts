import { type Currency, type Id, id, type MinorUnits } from '@guildhall/contract/primitives'
import pino from 'pino'
import * as z from 'zod/mini'
import { settlePeriods } from '../src/domains/credits/actions/settle-usage.ts'
import { describeGrants } from '../src/domains/entitlements/actions/describe-grants.ts'
import { createPayment, type PaymentInput } from '../src/domains/payments/actions/create-payment.ts'
import type { PaymentDeps } from '../src/domains/payments/actions/deps.ts'
import { openProcessors } from '../src/domains/payments/actions/open-processors.ts'
import {
  defaultBehavior,
  type SandboxBehavior,
} from '../src/domains/payments/actions/sandbox/deps.ts'
import { openSandbox } from '../src/domains/payments/actions/sandbox/sandbox.ts'
import { submitPayment } from '../src/domains/payments/actions/submit-payment.ts'
import { resumePayments } from '../src/domains/payments/jobs/resume-payments.ts'
import { paymentsDomain } from '../src/domains/payments/manifest.ts'
import type { Processor } from '../src/domains/payments/rules/processor.ts'
import { paymentsToResume } from '../src/domains/payments/store/abandoned-payments.ts'
import type { PaymentRow } from '../src/domains/payments/store/payments.ts'
import { findPayment } from '../src/domains/payments/store/payments.ts'
import { changePeriods } from '../src/domains/usage/actions/change-periods.ts'
import { assert } from '../src/kernel/assert.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createKeyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Hooks } from '../src/platform/hooks.ts'
import { newId } from '../src/platform/ids.ts'
import { reactionsOf, tasksOf } from '../src/platform/jobs.ts'
import { dispatchBatch } from '../src/platform/outbox/dispatch.ts'
import { jobsOf } from '../src/platform/outbox/reactions.ts'
import { runDueJobs } from '../src/platform/queue.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import { noteWork } from './note-work.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { TestServer } from './server.ts'
import { runOn } from './sql.ts'
import { testUnitOfWorkFactory } from './unit-of-work-factory.ts'

const secret = 'a-secret-of-the-tests-long-enough-for-signing'
const log = pino({ level: 'silent' })

export interface PaymentTestOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly behavior?: Partial<SandboxBehavior>
  readonly clock?: Clock
  /** Wraps the processors. */
  readonly wrap?: (processor: Processor) => Processor
}

/** With what domains on the right give to subscriptions. */
export type TestDeps = PaymentDeps &
  Pick<Hooks, 'grantDescribers' | 'onMeteredPeriodsChanged' | 'onUsageSettled'>

/** The dependencies on the database of a test. */
export function testPaymentDeps(
  database: Database,
  {
    env = {},
    behavior = {},
    clock = systemClock,
    wrap = (processor) => processor,
  }: PaymentTestOptions = {},
): TestDeps {
  const config = readConfig({ GUILDHALL_SECRET: secret, ...env })
  assert(!('faults' in config), `the settings are good: ${JSON.stringify(config)}`)
  const keyring = createKeyring([secret])
  const uowFactory = testUnitOfWorkFactory({ database, clock, keyring })
  const given = { uowFactory, clock, config, keyring, log }
  const { current, stripe } = openProcessors(given)
  const sandbox = openSandbox({ ...given, behavior: { ...defaultBehavior, ...behavior } })
  return {
    ...given,
    beforePaymentMethodDeletion: [],
    grantDescribers: [describeGrants(given)],
    onMeteredPeriodsChanged: [changePeriods],
    onUsageSettled: [settlePeriods],
    processors: {
      current,
      sandbox: wrap(sandbox),
      stripe: stripe === null ? null : wrap(stripe),
    },
  }
}

export interface Buyer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** A customer of an organization of their own. */
export async function newBuyer({ kysely }: Database, sellerName = 'Acme'): Promise<Buyer> {
  const organizationId = newId('organization')
  const customerId = newId('customer')
  const createdAt = systemClock.now()
  await kysely
    .insertInto('organization')
    .values({ id: organizationId, name: sellerName, slug: `s-${organizationId}`, createdAt })
    .execute()
  await kysely
    .insertInto('customer')
    .values({ organizationId, id: customerId, email: `${customerId}@buyer.test`, createdAt })
    .execute()
  return { organizationId, customerId }
}

const price = 1190 as MinorUnits
const dollars = 'usd' as Currency

export interface PaymentOptions extends Partial<PaymentInput> {
  readonly confirmationToken?: string
  readonly storeMethod?: boolean
}

/** The first of the three steps. */
export const startPayment = (
  deps: PaymentDeps,
  { organizationId, customerId }: Buyer,
  { confirmationToken = 'tok_sandbox_ok', storeMethod = false, ...options }: PaymentOptions = {},
): Promise<PaymentRow> =>
  runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    createPayment(uow, deps, {
      id: uow.newId('payment'),
      organizationId,
      customerId,
      checkoutId: null,
      orderId: null,
      customerEmail: `${customerId}@buyer.test`,
      amount: price,
      currency: dollars,
      source: { confirmationToken, storeMethod },
      description: 'Acme: Anvil',
      returnUrl: 'http://localhost:3000/checkout/secret/confirmation',
      metadata: { type: 'product' },
      ...options,
    }),
  )

export const keyOf = ({ organizationId, id: paymentId }: PaymentRow) => ({
  organizationId,
  paymentId,
})

/** A submitted payment to an organization of a running server. */
export async function newPayment(
  { database }: Pick<TestServer, 'database'>,
  organization: Pick<OwnedOrganization, 'id'>,
  customer: { readonly id: string },
  options: PaymentOptions = {},
): Promise<PaymentRow> {
  const deps = testPaymentDeps(database)
  const payment = await startPayment(
    deps,
    {
      organizationId: z.parse(id('organization'), organization.id),
      customerId: z.parse(id('customer'), customer.id),
    },
    options,
  )
  await submitPayment(deps, keyOf(payment))
  return paymentNow(deps, payment)
}

/** The current row of a payment. */
export async function paymentNow(
  { uowFactory }: PaymentDeps,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const found = await findPayment(uowFactory.database.kysely, keyOf(payment))
  assert(found !== undefined, 'payments are never deleted')
  return found
}

/** Checks pending payments now instead of later. */
export async function resumeAbandoned(ownerUrl: string, deps: PaymentDeps): Promise<void> {
  await runOn(
    ownerUrl,
    `update payment set resume_at = started_at
      where status = 'pending' and resume_at is not null`,
  )
  await noteWork(deps.uowFactory.database, paymentsToResume)
  await resumePayments.run(deps, new AbortController().signal)
}

/** Runs all jobs of the recorded events, delayed ones as well. */
export async function runPaymentJobs(ownerUrl: string, deps: PaymentDeps): Promise<void> {
  const { database } = deps.uowFactory
  const jobs = paymentsDomain.jobs ?? []
  await resumeAbandoned(ownerUrl, deps)
  const moveEvents = () =>
    dispatchBatch(database, (event) => jobsOf(reactionsOf(jobs), event), 'wait')
  while ((await moveEvents()) !== 0) {
    await runOn(ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
    await runDueJobs({ database, tasks: tasksOf(jobs, deps), log })
  }
}

/** The names of a payment’s events, oldest first. */
export async function paymentEvents(
  { uowFactory }: PaymentDeps,
  { organizationId, id }: PaymentRow,
): Promise<string[]> {
  const { kysely } = uowFactory.database
  const logged = kysely
    .selectFrom('eventLog')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('objectId', '=', id)
  const waiting = kysely
    .selectFrom('outbox')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('objectId', '=', id)
  const rows = await logged.unionAll(waiting).orderBy('id').execute()
  return rows.map(({ name }) => name)
}
