import { randomBytes } from 'node:crypto'
import { systemClock } from '../../src/platform/clock.ts'
import type { Books, Reply, StripeObject } from './books.ts'
import type { Tree } from './parameters.ts'

/** What Stripe deducts, and how it settles. */
export interface Pricing {
  /** Of a charge: 2.9 % and 30 cents. */
  readonly chargeBasisPoints: number
  readonly chargeFixed: number
  readonly dispute: number
  /** Whether the fee of a refunded charge is returned, as on some accounts. */
  readonly returnsFees: boolean
  /** Null where it settles in the currency of the payment. */
  readonly settlement: { readonly currency: string; readonly rate: number } | null
}

export const usualPricing: Pricing = {
  chargeBasisPoints: 290,
  chargeFixed: 30,
  dispute: 1500,
  returnsFees: false,
  settlement: null,
}

interface Moved {
  readonly source: string
  readonly type: string
  readonly category: string
  /** In the currency of the payment. */
  readonly amount: number
  readonly currency: string
  /** In the currency of settlement. */
  readonly fee: number
}

/** Adds a balance transaction, and returns its id. */
function addTransaction(books: Books, moved: Moved): string {
  const { settlement } = books.pricing
  const amount = settledAmount(books, moved.amount)
  const created = Math.floor(systemClock.now().getTime() / 1000)
  const transaction = {
    id: `txn_${randomBytes(8).toString('hex')}`,
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * 86_400,
    balance_type: 'payments',
    created,
    currency: settlement?.currency ?? moved.currency,
    description: null,
    exchange_rate: settlement?.rate ?? null,
    fee: moved.fee,
    fee_details: [],
    net: amount - moved.fee,
    reporting_category: moved.category,
    source: moved.source,
    status: 'pending',
    type: moved.type,
  }
  books.transactions.push(transaction)
  return transaction.id
}

const settledAmount = ({ pricing: { settlement } }: Books, amount: number): number =>
  Math.round(amount * (settlement?.rate ?? 1))

export function chargeIntent(books: Books, intent: StripeObject): StripeObject {
  const { chargeBasisPoints, chargeFixed } = books.pricing
  const amount = Number(intent['amount'])
  const id = `ch_${randomBytes(8).toString('hex')}`
  const settled = settledAmount(books, amount)
  const charge = {
    id,
    object: 'charge',
    amount,
    currency: intent['currency'],
    payment_intent: intent.id,
    metadata: intent['metadata'],
    status: 'succeeded',
    balance_transaction: addTransaction(books, {
      source: id,
      type: 'charge',
      category: 'charge',
      amount,
      currency: String(intent['currency']),
      fee: Math.round((settled * chargeBasisPoints) / 10_000) + chargeFixed,
    }),
  }
  books.charges.set(id, charge)
  return { ...intent, latest_charge: id }
}

export function refundTransaction(
  books: Books,
  { id, amount }: { readonly id: string; readonly amount: number },
  intent: StripeObject,
): string {
  const { returnsFees, chargeBasisPoints } = books.pricing
  const fee = Math.round((settledAmount(books, amount) * chargeBasisPoints) / 10_000)
  return addTransaction(books, {
    source: id,
    type: 'refund',
    category: 'refund',
    amount: -amount,
    currency: String(intent['currency']),
    fee: returnsFees ? -fee : 0,
  })
}

/** The bank returned the money of a refund. */
export function failRefund(books: Books, id: string): StripeObject {
  const refund = books.refunds.get(id)
  const failed = {
    ...refund,
    id,
    status: 'failed',
    failure_balance_transaction: addTransaction(books, {
      source: id,
      type: 'refund_failure',
      category: 'refund_failure',
      amount: Number(refund?.['amount']),
      currency: String(refund?.['currency']),
      fee: 0,
    }),
  }
  books.refunds.set(id, failed)
  return failed
}

/** The money of a dispute leaves, or comes back with or without the fee. */
export function moveDisputed(
  books: Books,
  id: string,
  to: 'withdrawn' | 'reinstated',
  fee: number,
) {
  const dispute = books.disputes.get(id)
  const amount = Number(dispute?.['amount'])
  const added = addTransaction(books, {
    source: id,
    type: 'adjustment',
    category: to === 'withdrawn' ? 'dispute' : 'dispute_reversal',
    amount: to === 'withdrawn' ? -amount : amount,
    currency: String(dispute?.['currency']),
    fee,
  })
  const before = dispute?.['balance_transactions']
  const ids = [...(Array.isArray(before) ? before : []), added]
  books.disputes.set(id, { ...dispute, id, balance_transactions: ids })
}

/** What is listed so far; Stripe lists a charge some time after it was made. */
const listedIn = ({ transactions, isListing }: Books): readonly StripeObject[] =>
  isListing ? transactions : []

const found = (books: Books, id: unknown): StripeObject | null =>
  listedIn(books).find((one) => one.id === id) ?? null

/** An object with its balance transactions, as `expand` shows them. */
export function withTransactions(books: Books, { status, body }: Reply): Reply {
  const { balance_transaction: moved, failure_balance_transaction: failed } = body
  const all = body['balance_transactions']
  return {
    status,
    body: {
      ...body,
      ...(moved !== undefined && { balance_transaction: found(books, moved) }),
      ...(failed !== undefined && { failure_balance_transaction: found(books, failed) }),
      ...(Array.isArray(all) && {
        balance_transactions: all.flatMap((one: unknown) => found(books, one) ?? []),
      }),
    },
  }
}

/** An intent with its charge, where that was asked for. */
export function withCharge(books: Books, query: Tree, { status, body }: Reply): Reply {
  const charge = books.charges.get(String(body['latest_charge']))
  if (charge === undefined || !JSON.stringify(query).includes('latest_charge')) {
    return { status, body }
  }
  const expanded = withTransactions(books, { status, body: charge })
  return { status, body: { ...body, latest_charge: expanded.body } }
}

/** Newest first, a page at a time, with what moved each. */
export function listTransactions(books: Books, sent: Tree): Reply {
  const created = typeof sent['created'] === 'object' ? sent['created'] : {}
  const from = Number(created['gte'] ?? 0)
  const to = Number(created['lt'] ?? Number.MAX_SAFE_INTEGER)
  const all = listedIn(books)
    .filter((one) => Number(one['created']) >= from && Number(one['created']) < to)
    .toReversed()
    .toSorted((one, other) => Number(other['created']) - Number(one['created']))
  const start = all.findIndex(({ id }) => id === sent['starting_after']) + 1
  const limit = Math.min(Number(sent['limit'] ?? 10), books.pageMax)
  const data = all
    .slice(start, start + limit)
    .map((one) => ({ ...one, source: sourceOf(books, one) }))
  const has_more = start + limit < all.length
  return { status: 200, body: { object: 'list', data, has_more, url: '/v1/balance_transactions' } }
}

function sourceOf({ charges, refunds, disputes }: Books, { source }: StripeObject): unknown {
  const id = String(source)
  return charges.get(id) ?? refunds.get(id) ?? disputes.get(id) ?? { id, object: 'payout' }
}
