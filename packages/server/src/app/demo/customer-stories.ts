import type { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import type { DemoCustomer } from './demo-customers.ts'
import { type Draws, drawsFrom } from './random-draws.ts'

/** What a customer of the demo does, and when. */
export interface DemoAct {
  readonly daysAgo: number
  readonly does: Deed
}

export type Deed =
  | { readonly kind: 'arrive' }
  | { readonly kind: 'buy'; readonly purchase: DemoPurchase }
  /** Opens a checkout and leaves. */
  | { readonly kind: 'leave'; readonly product: ProductName }
  | { readonly kind: 'change_plan'; readonly product: PlanName }
  | { readonly kind: 'cancel'; readonly reason: (typeof cancellationReasons)[number] }
  /** What was bought last is paid back. */
  | { readonly kind: 'return' }
  /** Draws maps in the studio. */
  | { readonly kind: 'draw'; readonly tiles: number }
  /** Disputes at the bank what was bought last. */
  | { readonly kind: 'dispute' }

export interface DemoPurchase {
  readonly product: ProductName
  readonly discount: string | null
  readonly card: keyof typeof sandboxCards
}

export const sandboxCards = {
  good: 'tok_sandbox_ok',
  failsLater: 'tok_sandbox_fails_later',
} as const

type PlanName = 'letter' | 'letterYearly' | 'studio'
export type ProductName = PlanName | 'atlas' | 'birds' | 'friends' | 'chapter'

const books = ['atlas', 'birds', 'friends', 'chapter'] as const
const plans = ['letter', 'letter', 'letter', 'letterYearly', 'studio', 'studio'] as const
const reasons = ['too_expensive', 'unused', 'switched_service', 'missing_features'] as const

/** A customer of the demo with what they do, oldest first. Nothing lies in the future. */
export interface CustomerStory {
  readonly customer: DemoCustomer
  readonly acts: readonly DemoAct[]
}

export function customerStories(customers: readonly DemoCustomer[]): readonly CustomerStory[] {
  const draws = drawsFrom(1912)
  const stories = customers.map((customer) => {
    const { daysAgo } = customer
    const acts = [{ daysAgo, does: { kind: 'arrive' as const } }, ...storyFrom(draws, daysAgo)]
    return { customer, acts: acts.filter((act) => act.daysAgo > 0) }
  })
  return stories.map(({ customer, acts }, at) => {
    const disputed = at === disputingCustomer ? disputeStory : []
    return { customer, acts: [...acts, ...drawing(draws, acts), ...disputed].toSorted(oldestFirst) }
  })
}

const oldestFirst = (one: DemoAct, other: DemoAct) => other.daysAgo - one.daysAgo

/** The first one, who has been coming for two years. */
const disputingCustomer = 0

/** Still open today, so that it waits for the seller’s answer. */
const disputeStory: readonly DemoAct[] = [
  {
    daysAgo: 4,
    does: { kind: 'buy', purchase: { product: 'atlas', discount: null, card: 'good' } },
  },
  { daysAgo: 1.5, does: { kind: 'dispute' } },
]

const drawingDays = 60
const daysBetweenDrawing = 3
const tilesMax = 40

/** Who has the studio uses it, as far back as the charts of usage look. */
function drawing(draws: Draws, acts: readonly DemoAct[]): DemoAct[] {
  const first = acts.find(({ does }) => productOf(does) === 'studio')
  const last = acts.find(({ does }) => does.kind === 'cancel')
  if (first === undefined) return []
  const drawn: DemoAct[] = []
  const from = Math.min(drawingDays, first.daysAgo - 1)
  for (let daysAgo = from; daysAgo > (last?.daysAgo ?? 0); daysAgo -= daysBetweenDrawing) {
    drawn.push({ daysAgo, does: { kind: 'draw', tiles: 1 + draws.below(tilesMax) } })
  }
  return drawn
}

function productOf(does: Deed): ProductName | null {
  if (does.kind === 'buy') return does.purchase.product
  return does.kind === 'change_plan' ? does.product : null
}

function storyFrom(draws: Draws, arrival: number): DemoAct[] {
  // Minutes after they came.
  const first = arrival - (draws.below(20) + 1) / 1440
  const chance = draws.below(20)
  if (chance < 10) return [...hesitation(draws, first), ...subscriberStory(draws, first)]
  return chance < 18
    ? [...hesitation(draws, first), ...readerStory(draws, first)]
    : visitorStory(draws, first)
}

/** Some look at the checkout, and come back a little later. */
const hesitation = (draws: Draws, first: number): DemoAct[] =>
  draws.below(3) === 0 ? visitorStory(draws, first + 1 / 2880) : []

const visitorStory = (draws: Draws, daysAgo: number): DemoAct[] => [
  { daysAgo, does: { kind: 'leave', product: draws.oneOf(plans) } },
]

/** Buys a book or several. */
function readerStory(draws: Draws, first: number): DemoAct[] {
  const acts: DemoAct[] = []
  let daysAgo = first
  for (let count = 1 + draws.below(3); count > 0; count -= 1) {
    const product = draws.oneOf(books)
    const isPriced = product === 'atlas' || product === 'birds'
    const discount = isPriced && draws.below(6) === 0 ? 'READ20' : null
    acts.push({ daysAgo, does: { kind: 'buy', purchase: { product, discount, card: 'good' } } })
    if (isPriced && draws.below(12) === 0) {
      acts.push({ daysAgo: daysAgo - 3, does: { kind: 'return' } })
    }
    daysAgo -= 20 + draws.below(150)
  }
  return acts
}

function subscriberStory(draws: Draws, first: number): DemoAct[] {
  const product = draws.oneOf(plans)
  const acts = [subscribe(draws, first, product)]
  let daysAgo = first - 25 - draws.below(120)
  if (draws.below(4) === 0) {
    const other = product === 'studio' ? 'letter' : 'studio'
    acts.push({ daysAgo, does: { kind: 'change_plan', product: other } })
    daysAgo -= 30 + draws.below(120)
  }
  if (draws.below(3) > 0) return acts
  acts.push({ daysAgo, does: { kind: 'cancel', reason: draws.oneOf(reasons) } })
  // The period has ended by then, also that of a year.
  const comesBack = daysAgo - 380 - draws.below(90)
  if (draws.below(2) === 0) acts.push(subscribe(draws, comesBack, 'letter'))
  return acts
}

function subscribe(draws: Draws, daysAgo: number, product: PlanName): DemoAct {
  const isLetter = product !== 'studio'
  const discount = isLetter && draws.below(8) === 0 ? 'FRIENDS5' : null
  const card = draws.below(9) === 0 ? 'failsLater' : 'good'
  return { daysAgo, does: { kind: 'buy', purchase: { product, discount, card } } }
}
