import type { Id } from '@guildhall/contract/primitives'
import type {
  ChangePreview,
  InvoicePreview,
  NextInvoice,
} from '@guildhall/contract/subscriptions/previews'
import type { Kysely } from 'kysely'
import { decimal } from '../../../kernel/decimal.ts'
import { distinct } from '../../../kernel/indexing.ts'
import { subtract } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { addsUp } from '../../metering/rules/aggregation.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { presentChanged, presentInvoicePreview } from '../present/preview.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import { decideResumption } from '../rules/hold.ts'
import { decideRenewal } from '../rules/renewal.ts'
import { forecastUsage, type MeterOutlook } from '../rules/usage-forecast.ts'
import type { SubscriptionKey, SubscriptionRow } from '../store/subscriptions.ts'
import { findCreditsLeft } from '../store/usage.ts'
import type { SubscriptionDeps } from './deps.ts'
import {
  isChargedFirst,
  type PreparedChange,
  type PricedOrder,
  prepareChange,
  priceOrder,
  readSnapshot,
  type Snapshot,
} from './prepare-change.ts'
import type { ChangeInput } from './read-change-request.ts'
import { requireNotHeld } from './read-holds.ts'
import { requireBillingAddress } from './require-billing-address.ts'

interface ChangeToPreview {
  readonly key: SubscriptionKey
  readonly change: ChangeInput
  readonly needsAddress?: boolean
}

/** Decides a change like the change itself would, and saves nothing. */
export async function previewChange(
  deps: SubscriptionDeps,
  { key, change, needsAddress = false }: ChangeToPreview,
): Promise<ChangePreview> {
  const prepared = await prepareChange(deps, key, change)
  if (needsAddress) await requireBillingAddress(deps, prepared)
  const { decision, now } = prepared
  const { order, after } = decision
  const priced = order === null ? null : await priceOrder(deps, prepared, order)
  if (isChargedFirst(prepared, priced)) {
    await requireNotHeld(deps.uowFactory.database.kysely, prepared.row)
  }
  return {
    prorationBehavior: decision.mode ?? null,
    appliesAt: appliesAt(prepared),
    ...presentChanged(after),
    dueNow: priced === null ? null : presentPriced(priced, after, now),
    nextInvoice: await previewRenewal(deps, afterPaying(prepared, priced), { facts: after, now }),
  }
}

/** The next invoice if nothing changes until then; null if there will be none. */
export async function previewNextInvoice(
  deps: SubscriptionDeps,
  key: SubscriptionKey,
): Promise<InvoicePreview | null> {
  const snapshot = await readSnapshot(deps, key)
  return previewRenewal(deps, snapshot, snapshot)
}

/** The same, with what it will be if usage goes on as it has so far. */
export async function forecastNextInvoice(
  deps: SubscriptionDeps,
  key: SubscriptionKey,
): Promise<NextInvoice> {
  const snapshot = await readSnapshot(deps, key)
  const { facts, now } = snapshot
  const invoice = await previewRenewal(deps, snapshot, snapshot)
  if (invoice === null) return { invoice, forecast: null }
  const outlooks = await readOutlooks(deps.uowFactory.database.kysely, snapshot.row, facts)
  const expected = forecastUsage(facts, outlooks, now)
  if (expected === null) return { invoice, forecast: null }
  return { invoice, forecast: await previewRenewal(deps, snapshot, { facts: expected, now }) }
}

async function readOutlooks(
  db: Kysely<Tables>,
  { organizationId, customerId }: Pick<SubscriptionRow, 'organizationId' | 'customerId'>,
  { prices }: SubscriptionFacts,
): Promise<ReadonlyMap<Id<'meter'>, MeterOutlook>> {
  const meterIds = distinct(prices.flatMap(({ usage, meterId }) => (usage && meterId) ?? []))
  if (meterIds.length === 0) return new Map()
  const meters = await findMeters(db, organizationId, meterIds)
  const left = await findCreditsLeft(db, { organizationId, customerId })
  return new Map(
    meters.map((meter) => [
      meter.id,
      {
        addsUp: addsUp(meter.aggregationFunc),
        creditsLeft: decimal(left.get(meter.id) ?? 0),
      },
    ]),
  )
}

type Payer = Pick<Snapshot, 'row' | 'customer' | 'balanceAmount'>

async function previewRenewal(
  deps: SubscriptionDeps,
  payer: Payer,
  { facts, now }: Pick<Snapshot, 'facts' | 'now'>,
): Promise<InvoicePreview | null> {
  const isSuspended = facts.suspendedAt !== null
  const dueAt = isSuspended ? now : facts.period.end
  const decision = isSuspended
    ? decideResumption({ ...facts, heldAt: null }, now)
    : decideRenewal(facts, dueAt)
  if (decision === null || decision.order === null) return null
  return presentPriced(await priceOrder(deps, payer, decision.order), facts, dueAt)
}

/** With the balance that is left once the change is paid. */
const afterPaying = (prepared: PreparedChange, priced: PricedOrder | null): Payer =>
  priced === null
    ? prepared
    : { ...prepared, balanceAmount: subtract(prepared.balanceAmount, priced.due.appliedAmount) }

function appliesAt({ request, decision, now }: PreparedChange): Date {
  if (decision.mode === 'next_period') return decision.after.pending?.appliesAt ?? now
  return request.kind === 'cancel' ? (decision.after.endsAt ?? now) : now
}

const presentPriced = (
  { order, taxAnswer, taxAmount, totalAmount, due }: PricedOrder,
  { currency }: Pick<SubscriptionFacts, 'currency'>,
  dueAt: Date,
): InvoicePreview =>
  presentInvoicePreview(order, {
    currency,
    taxAmount,
    isTaxUnknown: 'incomplete' in taxAnswer,
    totalAmount,
    fromBalanceAmount: due.appliedAmount,
    dueAmount: due.dueAmount,
    dueAt,
  })
