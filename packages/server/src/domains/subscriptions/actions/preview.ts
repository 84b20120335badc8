import type { ChangePreview, InvoicePreview } from '@guildhall/contract/subscriptions/previews'
import { subtract } from '../../../kernel/money.ts'
import { presentChanged, presentInvoicePreview } from '../present/preview.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import { decideResumption } from '../rules/hold.ts'
import { decideRenewal } from '../rules/renewal.ts'
import type { SubscriptionKey } from '../store/subscriptions.ts'
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
