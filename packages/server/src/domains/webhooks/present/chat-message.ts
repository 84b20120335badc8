import { Customer } from '@guildhall/contract/customers/shapes'
import type { Schema } from '@guildhall/contract/operation'
import { Order } from '@guildhall/contract/orders/order-shapes'
import { Refund } from '@guildhall/contract/orders/refund-shapes'
import { currency } from '@guildhall/contract/primitives'
import { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { add } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'

/** What people in a channel read about an event; each format renders it in its own way. */
export interface ChatMessage {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly tone: Tone
  /** ISO 8601. */
  readonly at: string
}

export interface Fact {
  readonly label: string
  readonly text: string
}

type Tone = 'good' | 'plain' | 'bad'

const Body = z.object({ type: z.string(), timestamp: z.string(), data: z.unknown() })

/** Null for events that would only be noise in a channel: every step of a checkout, every edit. */
export function chatMessageOf(body: string): ChatMessage | null {
  const { type, timestamp: at, data } = z.parse(Body, JSON.parse(body))
  const template = templates.get(type)
  if (template === undefined) return null
  const { title, tone, factsOf } = template
  return { title, tone, facts: factsOf(data), at }
}

interface Template {
  readonly title: string
  readonly tone: Tone
  readonly factsOf: (data: unknown) => readonly Fact[]
}

/** Only the fields that are shown are read, so events that an older server logged still render. */
function reader<S extends Schema>(
  shown: S,
  factsOf: (data: z.output<S>) => readonly Fact[],
): Template['factsOf'] {
  const codec = wireCodec(shown, 'billing')
  return (data) => factsOf(z.parse(shown, codec.decode(data)))
}

const Person = z.pick(Customer, { name: true, email: true })
const Named = z.object({ name: z.string() })

const orderFacts = reader(
  z.object({
    product: Named,
    totalAmount: Order.shape.totalAmount,
    currency,
    customer: Person,
  }),
  ({ product, totalAmount, currency: inCurrency, customer }) => [
    fact('Product', product.name),
    fact('Amount', moneyText({ amount: totalAmount, currency: inCurrency })),
    fact('Customer', personText(customer)),
  ],
)

const subscriptionFacts = reader(
  z.object({
    product: Named,
    amount: Subscription.shape.amount,
    currency,
    recurringInterval: Subscription.shape.recurringInterval,
    customer: Person,
  }),
  ({ product, amount, currency: inCurrency, recurringInterval, customer }) => [
    fact('Product', product.name),
    fact('Price', `${moneyText({ amount, currency: inCurrency })} per ${recurringInterval}`),
    fact('Customer', personText(customer)),
  ],
)

const refundFacts = reader(
  z.object({
    amount: Refund.shape.amount,
    taxAmount: Refund.shape.taxAmount,
    currency,
    reason: Refund.shape.reason,
  }),
  ({ amount, taxAmount, currency: inCurrency, reason }) => [
    fact('Amount', moneyText({ amount: add(amount, taxAmount), currency: inCurrency })),
    fact('Reason', reason.replaceAll('_', ' ')),
  ],
)

const customerFacts = reader(Person, (customer) => [fact('Customer', personText(customer))])

const fact = (label: string, text: string): Fact => ({ label, text })

const personText = ({ name, email }: z.output<typeof Person>): string =>
  name === null || name === '' ? email : `${name} (${email})`

const templates: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['order.created', { title: 'New order', tone: 'good', factsOf: orderFacts }],
  ['order.paid', { title: 'Order paid', tone: 'good', factsOf: orderFacts }],
  ['order.refunded', { title: 'Order refunded', tone: 'bad', factsOf: orderFacts }],
  ['refund.created', { title: 'Refund', tone: 'bad', factsOf: refundFacts }],
  ['subscription.created', { title: 'New subscription', tone: 'good', factsOf: subscriptionFacts }],
  [
    'subscription.active',
    { title: 'Subscription active', tone: 'good', factsOf: subscriptionFacts },
  ],
  [
    'subscription.canceled',
    { title: 'Subscription canceled', tone: 'bad', factsOf: subscriptionFacts },
  ],
  [
    'subscription.uncanceled',
    { title: 'Subscription no longer canceled', tone: 'good', factsOf: subscriptionFacts },
  ],
  [
    'subscription.revoked',
    { title: 'Subscription ended', tone: 'bad', factsOf: subscriptionFacts },
  ],
  ['customer.created', { title: 'New customer', tone: 'plain', factsOf: customerFacts }],
  ['customer.deleted', { title: 'Customer deleted', tone: 'plain', factsOf: customerFacts }],
])
