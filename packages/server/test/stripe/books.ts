import { randomBytes } from 'node:crypto'
import { assert } from '../../src/kernel/assert.ts'
import {
  chargeIntent,
  moveDisputed,
  type Pricing,
  refundTransaction,
  usualPricing,
} from './balance.ts'
import { objects } from './objects.ts'
import type { Tree } from './parameters.ts'

export type StripeObject = Readonly<Record<string, unknown>> & { readonly id: string }

/** A response of Stripe. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Stripe's own books: intents, refunds and disputes. */
export interface Books {
  readonly intents: Map<string, StripeObject>
  readonly customers: Map<string, StripeObject>
  /** Stored cards, with the confirmation tokens they were created from. */
  readonly methods: Map<string, string>
  readonly refunds: Map<string, StripeObject>
  readonly disputes: Map<string, StripeObject>
  readonly warnings: Map<string, StripeObject>
  /** The status of new refunds. */
  refundStatus: string
  readonly charges: Map<string, StripeObject>
  /** The oldest first. */
  readonly transactions: StripeObject[]
  /** Whether balance transactions are listed already. */
  isListing: boolean
  /** How many a page of them has at most. */
  pageMax: number
  /** How many of the next requests are too many. */
  tooMany: number
  pricing: Pricing
}

export const openBooks = (): Books => ({
  intents: new Map(),
  customers: new Map(),
  methods: new Map([['pm_kept', 'ctoken_good']]),
  refunds: new Map(),
  disputes: new Map(),
  warnings: new Map(),
  refundStatus: 'succeeded',
  charges: new Map(),
  transactions: [],
  isListing: true,
  pageMax: 100,
  tooMany: 0,
  pricing: usualPricing,
})

const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`
const ok = (body: StripeObject): Reply => ({ status: 200, body })

export const refusal = (status: number, error: Readonly<Record<string, unknown>>): Reply => ({
  status,
  body: { error: { message: 'Stripe said no', ...error } },
})

const invalid = (code: string, param?: string): Reply =>
  refusal(code === 'resource_missing' && param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code,
    ...(param !== undefined && { param }),
  })

const textIn = (tree: Tree, key: string): string => {
  const value = tree[key]
  assert(typeof value === 'string', `${key} was sent`)
  return value
}

/** Test cards by their confirmation tokens. */
const declines: Readonly<Record<string, object>> = {
  ctoken_declined: { code: 'card_declined', decline_code: 'insufficient_funds' },
  ctoken_expired_card: { code: 'expired_card' },
}

/** Test cards when they are charged again, the first without the customer. */
const laterDeclines: Readonly<Record<string, object>> = {
  ctoken_authenticates_later: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
  },
  ctoken_stolen_later: { code: 'card_declined', decline_code: 'stolen_card' },
}

export function createIntent(books: Books, kind: 'payment' | 'setup', sent: Tree): Reply {
  const isLater = sent['payment_method'] !== undefined
  const given = textIn(sent, isLater ? 'payment_method' : 'confirmation_token')
  const token = isLater ? books.methods.get(given) : given
  if (token === undefined) return invalid('resource_missing', 'payment_method')
  const prefix = kind === 'payment' ? 'pi' : 'seti'
  const id = newId(prefix)
  const intent = {
    ...(kind === 'payment' ? objects.payment_intent : objects.setup_intent),
    id,
    client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
    ...(kind === 'payment' && { amount: Number(sent['amount']), currency: sent['currency'] }),
    metadata: sent['metadata'] ?? {},
    next_action: null,
    last_payment_error: null,
    last_setup_error: null,
    payment_method: methodOf(sent, isLater ? given : newId('pm')),
  }
  if (intent.payment_method.customer !== null) books.methods.set(intent.payment_method.id, token)
  const isAsked = token === 'ctoken_authenticates_later' && isLater && isOnSession(sent)
  const error = isLater ? laterDeclines[token] : declines[token]
  if (isAsked) {
    return ok(put(books.intents, { ...intent, status: 'requires_action', next_action: asking }))
  }
  if (error !== undefined) return declined(books, kind, intent, error)
  if (token === 'ctoken_authenticate' && !isLater) {
    return ok(put(books.intents, { ...intent, status: 'requires_action', next_action: asking }))
  }
  if (token === 'ctoken_slow') return ok(put(books.intents, { ...intent, status: 'processing' }))
  if (token === 'ctoken_asks_later' && isLater) {
    return ok(put(books.intents, { ...intent, status: 'requires_action', next_action: asking }))
  }
  if (token === 'ctoken_refused') return invalid('account_invalid')
  if (!goodTokens.includes(token)) return invalid('resource_missing', 'confirmation_token')
  return ok(succeed(books, intent))
}

/** A charge moves the balance; a set-up has none. */
export function succeed(books: Books, intent: StripeObject): StripeObject {
  const succeeded = { ...intent, status: 'succeeded' }
  const isPayment = intent['object'] === 'payment_intent'
  return put(books.intents, isPayment ? chargeIntent(books, succeeded) : succeeded)
}

/** Stripe takes a charge without `off_session` for one whose customer is there. */
const isOnSession = (sent: Tree): boolean => sent['off_session'] !== 'true'

const goodTokens = ['ctoken_good', 'ctoken_asks_later', ...Object.keys(laterDeclines)]

/** A stored card belongs to its customer. */
function methodOf(sent: Tree, id: string) {
  const isKept =
    sent['setup_future_usage'] !== undefined ||
    sent['usage'] !== undefined ||
    sent['payment_method'] !== undefined
  const customer = isKept ? (sent['customer'] ?? null) : null
  return { ...objects.payment_method, id, customer }
}

export function createCustomer(books: Books, sent: Tree): Reply {
  const customer = { object: 'customer', id: newId('cus'), ...sent }
  return ok(put(books.customers, customer))
}

/** Only once: a detached card can’t be detached again. */
export const detachMethod = (books: Books, id: string): Reply =>
  books.methods.delete(id)
    ? ok({ ...objects.payment_method, id, customer: null })
    : invalid('resource_missing')

const asking = { type: 'use_stripe_sdk' }

function put(shelf: Map<string, StripeObject>, object: StripeObject): StripeObject {
  shelf.set(object.id, object)
  return object
}

/** The response to a declined charge is an error with the intent. */
function declined(
  books: Books,
  kind: 'payment' | 'setup',
  intent: StripeObject,
  why: object,
): Reply {
  const error = { type: 'card_error', ...why, payment_method: objects.payment_method }
  const at = kind === 'payment' ? 'last_payment_error' : 'last_setup_error'
  const open = { ...intent, status: 'requires_payment_method', payment_method: null, [at]: error }
  put(books.intents, open)
  return refusal(402, { ...error, [`${kind}_intent`]: open })
}

export function retrieve(shelf: ReadonlyMap<string, StripeObject>, id: string): Reply {
  const found = shelf.get(id)
  return found === undefined ? invalid('resource_missing') : ok(found)
}

/** An ended intent can't be canceled. */
export function cancelIntent(books: Books, id: string): Reply {
  const intent = books.intents.get(id)
  if (intent === undefined) return invalid('resource_missing')
  const isOver = intent['status'] === 'succeeded' || intent['status'] === 'canceled'
  if (isOver) return invalid('payment_intent_unexpected_state')
  return ok(put(books.intents, { ...intent, status: 'canceled' }))
}

/** Searches by one key of the metadata. */
export function searchIntents(books: Books, sent: Tree): Reply {
  const [, key = '', value = ''] =
    /^metadata\['(\w+)'\]:'([^']+)'$/.exec(textIn(sent, 'query')) ?? []
  assert(key !== '', 'the stand-in understands a search by metadata')
  const data = [...books.intents.values()].filter((intent) => metadataOf(intent)[key] === value)
  return { status: 200, body: { object: 'search_result', data, has_more: false, url: '' } }
}

const metadataOf = ({ metadata }: StripeObject): Readonly<Record<string, unknown>> =>
  typeof metadata === 'object' && metadata !== null ? { ...metadata } : {}

export function createRefund(books: Books, sent: Tree): Reply {
  const intent = books.intents.get(textIn(sent, 'payment_intent'))
  if (intent === undefined) return invalid('resource_missing', 'payment_intent')
  const given = refundsOf(books, intent.id).reduce((sum, one) => sum + Number(one['amount']), 0)
  const amount = Number(textIn(sent, 'amount'))
  if (given + amount > Number(intent['amount'])) return invalid('charge_already_refunded')
  const id = newId('re')
  return ok(
    put(books.refunds, {
      ...objects.refund,
      id,
      amount,
      currency: intent['currency'],
      balance_transaction: refundTransaction(books, { id, amount }, intent),
      payment_intent: intent.id,
      reason: sent['reason'] ?? null,
      metadata: sent['metadata'] ?? {},
      status: books.refundStatus,
    }),
  )
}

const refundsOf = ({ refunds }: Books, intent: string): StripeObject[] =>
  [...refunds.values()].filter((one) => one['payment_intent'] === intent)

export const listRefunds = (books: Books, sent: Tree): Reply => ({
  status: 200,
  body: {
    object: 'list',
    data: refundsOf(books, textIn(sent, 'payment_intent')),
    has_more: false,
    url: '/v1/refunds',
  },
})

/** A refund or a dispute with its intent expanded. */
export function withIntent(books: Books, { status, body }: Reply): Reply {
  const intent = books.intents.get(String(body['payment_intent']))
  return { status, body: { ...body, ...(intent !== undefined && { payment_intent: intent }) } }
}

export function openDispute(books: Books, intent: StripeObject, fields: object = {}): StripeObject {
  const { amount, currency } = { amount: intent['amount'], currency: intent['currency'] }
  const of = { amount, currency, payment_intent: intent.id }
  const dispute: StripeObject = { ...objects.dispute, id: newId('dp'), ...of, ...fields }
  put(books.disputes, dispute)
  const isInquiry = String(dispute['status']).startsWith('warning_')
  if (!isInquiry) moveDisputed(books, dispute.id, 'withdrawn', books.pricing.dispute)
  return books.disputes.get(dispute.id) ?? dispute
}

/** An early fraud warning has neither amount nor status. */
export function warnOfFraud(books: Books, intent: StripeObject): StripeObject {
  const warning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: newId('ch'),
    fraud_type: 'made_with_stolen_card',
    payment_intent: intent.id,
  }
  return put(books.warnings, warning)
}
