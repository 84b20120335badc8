import { type Currency, type Id, id, type MinorUnits } from '@guildhall/contract/primitives'
import pino from 'pino'
import * as z from 'zod/mini'
import { paymentReactions, paymentTasks } from '../src/app/payments.ts'
import { openProcessors } from '../src/domains/payments/actions/open-processors.ts'
import { quietManners, type SandboxManners } from '../src/domains/payments/actions/sandbox/parts.ts'
import { openSandbox } from '../src/domains/payments/actions/sandbox/sandbox.ts'
import {
  beginPayment,
  carryOutPayment,
  type PaymentParts,
  type PaymentRow,
  type PaymentToBegin,
} from '../src/domains/payments/index.ts'
import { resumePayments } from '../src/domains/payments/jobs/resume-payments.ts'
import type { Processor } from '../src/domains/payments/rules/processor.ts'
import { findPayment } from '../src/domains/payments/store/payments.ts'
import { assert } from '../src/kernel/assert.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createKeyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import { dispatchBatch } from '../src/platform/outbox/dispatch.ts'
import { jobsOf } from '../src/platform/outbox/reactions.ts'
import { runDueJobs } from '../src/platform/queue.ts'
import { work } from '../src/platform/work.ts'
import type { Founded } from './founding.ts'
import type { TestServer } from './server.ts'
import { runOn } from './sql.ts'

const secret = 'a-secret-of-the-tests-long-enough-for-signing'
const log = pino({ level: 'silent' })

export interface PaymentTestOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly manners?: Partial<SandboxManners>
  readonly clock?: Clock
  /** What stands between a payment and the one who takes it. */
  readonly between?: (processor: Processor) => Processor
}

/** The domain as a server puts it together, on a database of the test. */
export function testPaymentParts(
  database: Database,
  {
    env = {},
    manners = {},
    clock = systemClock,
    between = (processor) => processor,
  }: PaymentTestOptions = {},
): PaymentParts {
  const config = readConfig({ GUILDHALL_SECRET: secret, ...env })
  assert(!('faults' in config), `the settings are good: ${JSON.stringify(config)}`)
  const workshop = { database, clock, wake: () => undefined }
  const given = { workshop, clock, config, keyring: createKeyring([secret]), log }
  const { current, stripe } = openProcessors(given)
  const sandbox = openSandbox({ ...given, manners: { ...quietManners, ...manners } })
  return {
    ...given,
    beforeMethodDeletion: [],
    processors: {
      current,
      sandbox: between(sandbox),
      stripe: stripe === null ? null : between(stripe),
    },
  }
}

export interface Buyer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Somebody who buys from a seller of their own. */
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

export interface PaymentWish extends Partial<PaymentToBegin> {
  readonly confirmationToken?: string
  readonly keep?: boolean
}

/** The first of the three steps. */
export const begin = (
  parts: PaymentParts,
  { organizationId, customerId }: Buyer,
  { confirmationToken = 'tok_sandbox_ok', keep = false, ...wish }: PaymentWish = {},
): Promise<PaymentRow> =>
  work(parts.workshop, { organizationId }, (unit) =>
    beginPayment(unit, parts, {
      id: unit.newId('payment'),
      organizationId,
      customerId,
      checkoutId: null,
      orderId: null,
      customerEmail: `${customerId}@buyer.test`,
      amount: price,
      currency: dollars,
      source: { confirmationToken, keep },
      description: 'Acme: Anvil',
      returnUrl: 'http://localhost:3000/checkout/secret/confirmation',
      metadata: { type: 'product' },
      ...wish,
    }),
  )

export const keyOf = ({ organizationId, id: paymentId }: PaymentRow) => ({
  organizationId,
  paymentId,
})

/** A payment to a seller of a running server, carried out. */
export async function newPayment(
  { database }: Pick<TestServer, 'database'>,
  organization: Pick<Founded, 'id'>,
  customer: { readonly id: string },
  wish: PaymentWish = {},
): Promise<PaymentRow> {
  const parts = testPaymentParts(database)
  const payment = await begin(
    parts,
    {
      organizationId: z.parse(id('organization'), organization.id),
      customerId: z.parse(id('customer'), customer.id),
    },
    wish,
  )
  await carryOutPayment(parts, keyOf(payment))
  return paymentNow(parts, payment)
}

/** A payment as it stands now. */
export async function paymentNow(
  { workshop }: PaymentParts,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const found = await findPayment(workshop.database.kysely, keyOf(payment))
  assert(found !== undefined, 'a payment stays')
  return found
}

/** What is to be looked after later is to be looked after now, and is. */
export async function resumeLeft(ownerUrl: string, parts: PaymentParts): Promise<void> {
  await runOn(
    ownerUrl,
    `update payment set resume_at = begun_at
      where status = 'pending' and resume_at is not null`,
  )
  await resumePayments(parts).run(new AbortController().signal)
}

/** Does all that follows from what has happened, also what is put off. */
export async function doJobs(ownerUrl: string, parts: PaymentParts): Promise<void> {
  const { database } = parts.workshop
  await resumeLeft(ownerUrl, parts)
  const moveEvents = () =>
    dispatchBatch(database, (event) => jobsOf(paymentReactions, event), 'wait')
  while ((await moveEvents()) !== 0) {
    await runOn(ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
    await runDueJobs({ database, tasks: paymentTasks(parts), log })
  }
}

/** The names of what happened to payments, the oldest first. */
export async function paymentEvents(
  { workshop }: PaymentParts,
  { organizationId, id }: PaymentRow,
): Promise<string[]> {
  const { kysely } = workshop.database
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
