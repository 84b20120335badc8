import type { Id } from '@guildhall/contract/primitives'
import { openOrdersOf } from '../src/domains/orders/actions/read-customer-balances.ts'
import {
  followOrderPayment,
  type OrderKey,
  startOrderPayment,
} from '../src/domains/subscriptions/actions/pay-order.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { depsOf, type Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

/** Somebody pays an open order on its page, and answers their bank or leaves. */
export const payers = (shop: Shop): WorldOperation[] => [
  { weight: 4, run: (chance) => payOnPage(shop, chance) },
  { weight: 1, run: (chance) => raceOnPage(shop, chance) },
  { weight: 1, run: (chance) => payAndCrash(shop, chance) },
]

const cards = [
  { token: 'tok_sandbox_ok', name: 'a good card' },
  { token: 'tok_sandbox_declined', name: 'a bad card' },
  { token: 'tok_sandbox_lost', name: 'a lost card' },
  { token: 'tok_sandbox_authenticate', name: 'a card that asks' },
] as const

const answers = [
  { status: 'succeeded', name: 'confirms' },
  { status: 'declined', name: 'declines' },
  { status: null, name: 'leaves' },
] as const

interface Visit {
  readonly line: string
  readonly key: OrderKey
  readonly token: string
  readonly answer: (typeof answers)[number]['status']
}

async function payOnPage(shop: Shop, chance: Chance): Promise<string> {
  const visit = await drawVisit(shop, chance)
  if (visit === null) return 'nobody owes anything'
  await pay(shop.deps, visit)
  return visit.line
}

async function raceOnPage(shop: Shop, chance: Chance): Promise<string> {
  const visit = await drawVisit(shop, chance)
  if (visit === null) return 'nobody owes anything'
  const asked = { ...visit, token: 'tok_sandbox_ok' }
  await Promise.all([1, 2].map(() => pay(depsOf(shop, shop.tamper), asked)))
  return 'two pages pay the same order with a good card'
}

async function payAndCrash(shop: Shop, chance: Chance): Promise<string> {
  const visit = await drawVisit(shop, chance)
  if (visit === null) return 'nobody owes anything'
  const at = chance.whole(1, 40)
  await crashing(shop, at, (deps) => pay(deps, visit))
  return `${visit.line}, and the server crashes at statement ${at} at the latest`
}

async function drawVisit(
  { deps, organizationId, buyers }: Shop,
  chance: Chance,
): Promise<Visit | null> {
  const owing: { readonly name: string; readonly id: Id<'order'> }[] = []
  for (const { name, subscriptions } of buyers) {
    const open = await openOrdersOf(deps.uowFactory.database.kysely, organizationId, subscriptions)
    owing.push(...open.map(({ order }) => ({ name, id: order.id })))
  }
  if (owing.length === 0) return null
  const { name, id } = chance.pick(owing)
  const [card, answer] = [chance.pick(cards), chance.pick(answers)]
  return {
    line: `${name} pays an order on its page with ${card.name} and ${answer.name}`,
    key: { organizationId, id },
    token: card.token,
    answer: answer.status,
  }
}

/** Refusals are expected. */
async function pay(deps: TestDeps, { key, token, answer }: Visit): Promise<void> {
  try {
    const paymentId = await startOrderPayment(deps, {
      key,
      source: { confirmationToken: token, savesMethod: false },
      returnUrl: 'http://localhost:3000/pay/secret',
      run: (task) => runUnitOfWork(deps.uowFactory, key, task),
      savePaymentId: async () => undefined,
    })
    const { status } = await followOrderPayment(deps, key, paymentId)
    if (status !== 'needs_action' || answer === null) return
    await answerBank(deps, paymentId, answer)
    await followOrderPayment(deps, key, paymentId)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

const answerBank = ({ uowFactory }: TestDeps, id: string, status: string): Promise<unknown> =>
  uowFactory.database.pool.query(
    `update sandbox_intent set status = $2::text,
            decline_code = case $2::text when 'declined' then 'authentication_failed' end
      where idempotency_key = 'charge-' || $1 and status = 'requires_action'`,
    [id, status],
  )
