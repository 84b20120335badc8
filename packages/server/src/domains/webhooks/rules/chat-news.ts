import { currency, minorUnits } from '@guildhall/contract/primitives'
import { sum } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'

/** What a channel of people is told; each format dresses it in its own way. */
export interface News {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly mood: Mood
  /** ISO 8601. */
  readonly at: string
}

export interface Fact {
  readonly label: string
  readonly text: string
}

type Mood = 'good' | 'plain' | 'bad'

interface Template {
  readonly title: string
  readonly mood: Mood
  readonly facts: (data: unknown) => readonly Fact[]
}

/** Null for what people aren’t told: every step of a checkout, every edit. */
export function newsIn(body: string): News | null {
  const told: unknown = JSON.parse(body)
  const type = textAt(told, 'type')
  const template = Object.hasOwn(templates, type) ? templates[type] : undefined
  if (template === undefined) return null
  const { title, mood, facts } = template
  return { title, mood, facts: facts(at(told, 'data')), at: textAt(told, 'timestamp') }
}

const ofOrder = (order: unknown): readonly Fact[] => [
  fact('Product', textAt(order, 'product', 'name')),
  fact('Amount', moneyAt(order, 'total_amount')),
  fact('Customer', personAt(order, 'customer')),
]

const ofSubscription = (subscription: unknown): readonly Fact[] => [
  fact('Product', textAt(subscription, 'product', 'name')),
  fact(
    'Price',
    `${moneyAt(subscription, 'amount')} per ${textAt(subscription, 'recurring_interval')}`,
  ),
  fact('Customer', personAt(subscription, 'customer')),
]

const ofRefund = (refund: unknown): readonly Fact[] => [
  fact('Amount', moneyAt(refund, 'amount', 'tax_amount')),
  fact('Reason', textAt(refund, 'reason').replaceAll('_', ' ')),
]

const ofCustomer = (customer: unknown): readonly Fact[] => [fact('Customer', personAt(customer))]

const templates: Readonly<Record<string, Template>> = {
  'order.created': { title: 'New order', mood: 'good', facts: ofOrder },
  'order.paid': { title: 'Order paid', mood: 'good', facts: ofOrder },
  'order.refunded': { title: 'Order refunded', mood: 'bad', facts: ofOrder },
  'refund.created': { title: 'Refund', mood: 'bad', facts: ofRefund },
  'subscription.created': { title: 'New subscription', mood: 'good', facts: ofSubscription },
  'subscription.active': { title: 'Subscription active', mood: 'good', facts: ofSubscription },
  'subscription.canceled': { title: 'Subscription canceled', mood: 'bad', facts: ofSubscription },
  'subscription.uncanceled': {
    title: 'Subscription no longer canceled',
    mood: 'good',
    facts: ofSubscription,
  },
  'subscription.revoked': { title: 'Subscription ended', mood: 'bad', facts: ofSubscription },
  'customer.created': { title: 'New customer', mood: 'plain', facts: ofCustomer },
  'customer.deleted': { title: 'Customer deleted', mood: 'plain', facts: ofCustomer },
}

const fact = (label: string, text: string): Fact => ({ label, text })

const at = (data: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isRecord(inside) ? inside[key] : undefined), data)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function textAt(data: unknown, ...path: readonly string[]): string {
  const found = at(data, ...path)
  return typeof found === 'string' ? found : ''
}

function personAt(data: unknown, ...path: readonly string[]): string {
  const [name, email] = [textAt(data, ...path, 'name'), textAt(data, ...path, 'email')]
  return name === '' ? email : `${name} (${email})`
}

const moneyAt = (data: unknown, ...parts: readonly string[]): string =>
  moneyText({
    amount: sum(parts.map((part) => minorUnits.parse(at(data, part)))),
    currency: currency.parse(at(data, 'currency')),
  })
