import { createCustomer } from '../../domains/customers/actions/create-customer.ts'
import { type JobDefinition, reactionsOf, tasksOf } from '../../platform/jobs.ts'
import { dispatchBatch } from '../../platform/outbox/dispatch.ts'
import { jobsOf } from '../../platform/outbox/reactions.ts'
import { summarizeWithRetries } from '../../platform/outbox/summarize.ts'
import type { Summary } from '../../platform/outbox/summary.ts'
import { runDueJobs } from '../../platform/queue.ts'
import type { AppDeps } from '../dependencies.ts'
import type { CustomerStory, Deed, DemoAct } from './customer-stories.ts'
import type { DemoCustomer } from './demo-customers.ts'
import {
  buy,
  cancel,
  changePlan,
  type DemoBuyer,
  type DemoShop,
  dispute,
  drawTiles,
  giveBack,
  openCheckout,
} from './demo-sales.ts'
import { foundedDaysAgo } from './sample-data.ts'

export interface DemoLife extends DemoShop {
  /** Of all domains. */
  readonly jobs: readonly JobDefinition<AppDeps>[]
  readonly summary: Summary
}

interface DatedAct extends DemoAct {
  readonly customer: DemoCustomer
}

/** What falls due is up to two days late, because a run takes about as long for one day as for three. */
const daysBetweenRuns = 3
/** By then what is paid in a month has its numbers, and jobs have seen its events. */
const daysBetweenDispatches = 30

/**
 * Goes through the past day by day: what customers did, and what fell due. Against Stripe nobody
 * buys anything, because a demo must not charge.
 */
export async function liveThrough(
  life: DemoLife,
  stories: readonly CustomerStory[],
): Promise<void> {
  const { deps } = life.context
  const isSandbox = deps.config.stripe.secretKey === null
  const acts = stories
    .flatMap(({ customer, acts: own }) => own.map((act): DatedAct => ({ ...act, customer })))
    .filter(({ does }) => isSandbox || does.kind === 'arrive')
    .toSorted((one, other) => other.daysAgo - one.daysAgo)
  const arrived = new Map<DemoCustomer, DemoBuyer>()
  let next = 0
  for (let day = foundedDaysAgo; day >= 0; day -= 1) {
    for (let act = acts[next]; act !== undefined && act.daysAgo >= day; act = acts[next]) {
      deps.clock.setBack(act.daysAgo)
      await perform(life, arrived, act)
      next += 1
    }
    deps.clock.setBack(day)
    await endDay(life, day)
  }
  // What jobs of the last day recorded is of the past, too.
  await dispatchAll(life)
}

async function perform(
  life: DemoLife,
  arrived: Map<DemoCustomer, DemoBuyer>,
  { customer, does, daysAgo }: DatedAct,
): Promise<void> {
  const known = arrived.get(customer)
  if (known !== undefined) {
    arrived.set(customer, await act(life, known, does))
    return
  }
  const { organizationId, at } = life.context
  const created = await at(daysAgo, (uow) =>
    createCustomer(uow, { ...customer.input, organizationId }),
  )
  arrived.set(customer, { customerId: created.id, checkoutId: null })
}

async function act(life: DemoLife, buyer: DemoBuyer, does: Deed): Promise<DemoBuyer> {
  switch (does.kind) {
    case 'buy':
      return { ...buyer, checkoutId: await buy(life, buyer, does.purchase) }
    case 'leave':
      await openCheckout(life, buyer, { product: does.product, discount: null })
      break
    case 'change_plan':
      await changePlan(life, buyer, does.product)
      break
    case 'cancel':
      await cancel(life, buyer, does.reason)
      break
    case 'return':
      await giveBack(life, buyer)
      break
    case 'draw':
      await drawTiles(life, buyer, does.tiles)
      break
    case 'dispute':
      await dispute(life, buyer)
      break
    case 'arrive':
  }
  return buyer
}

async function endDay(life: DemoLife, day: number): Promise<void> {
  const { deps, organizationId } = life.context
  if (day % daysBetweenRuns === 0) {
    for (const due of deps.dueWork) await due.run(organizationId)
  }
  if (day % daysBetweenDispatches === 0) await dispatchAll(life)
}

/** What events of the past lead to. Mails aren’t sent about it. */
const followed: ReadonlySet<string> = new Set([
  'checkout.finish',
  'checkout.reopen',
  'entitlements.converge_grants',
  'entitlements.reconcile_customer',
  'ledger.book_transactions',
  'orders.record_dispute',
  'orders.record_reported_refund',
  'orders.resume_refund',
  'payments.record_processor_event',
  'payments.refund_unclaimed',
  'subscriptions.abandon_change',
  'subscriptions.apply_payment_outcomes',
  'subscriptions.complete_paid_change',
  'subscriptions.retry_payment',
])

async function dispatchAll({ context: { deps }, jobs: all, summary }: DemoLife): Promise<void> {
  const { database } = deps.uowFactory
  const jobs = all.filter(({ name }) => followed.has(name))
  const reactions = reactionsOf(jobs)
  const dispatching = {
    transact: database.transact,
    summarize: summarizeWithRetries(summary, database, deps.log),
  }
  while (
    ((await dispatchBatch(dispatching, (event) => jobsOf(reactions, event), 'wait')) ?? 0) > 0
  );
  await runDueJobs({ database, tasks: tasksOf(jobs, deps), log: deps.log })
}
