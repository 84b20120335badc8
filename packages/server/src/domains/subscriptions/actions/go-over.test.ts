import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { found } from '../../../../test/founding.ts'
import { type BillingCalls, newBackend, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  newFreeSubscription,
  newPaidSubscription,
  newPlan,
  subscriptionCalls,
} from '../../../../test/subscriptions.ts'

const db = testDatabase()
const server = testServer(db)
const path = '/customer-portal/customers/me/payment-methods'
let seller: BillingCalls
let portal: BillingCalls

beforeAll(async () => {
  const acme = await found(server.current)
  seller = await subscriptionCalls(server.current, acme)
  portal = await newBackend(server.current, acme, ['customer_sessions:write'])
})

async function enter(customer_id: string): Promise<BillingCalls> {
  const { body } = await portal.post('/customer-sessions/', { customer_id })
  return withToken(server.current, String(body?.['token']))
}

const made = z.object({ id: z.string() })

async function add(guest: BillingCalls): Promise<string> {
  const answer = await guest.post(path, {
    confirmation_token_id: 'tok_sandbox_ok',
    set_default: false,
    return_url: 'http://localhost:3000/portal/acme',
  })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body).id
}

async function methodOf(id: string): Promise<string | null> {
  const [row] = await runOn<{ method: string | null }>(
    db.url,
    'select payment_method_id as method from subscription where id = $1',
    [id],
  )
  return row?.method ?? null
}

it('the only card of a subscription stays, and another takes its place', async () => {
  const plan = await newPlan(seller, 1000)
  const { id, customer_id } = await newPaidSubscription(server.current, seller, plan)
  const guest = await enter(customer_id)
  const card = await methodOf(id)
  expect(card).not.toBeNull()
  expect(await guest.remove(`${path}/${card}`)).toMatchObject({
    status: 400,
    body: { error: 'PaymentMethodInUseByActiveSubscription' },
  })
  const other = await add(guest)
  expect(await guest.remove(`${path}/${card}`)).toMatchObject({ status: 204 })
  expect(await methodOf(id)).toBe(other)
})

it('what costs nothing needs no card', async () => {
  const { customer_id } = await newFreeSubscription(seller)
  const guest = await enter(customer_id)
  const card = await add(guest)
  expect(await guest.remove(`${path}/${card}`)).toMatchObject({ status: 204 })
})
