import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, newBackend, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  newFreeSubscription,
  newPaidSubscription,
  newRecurringProduct,
  subscriptionCalls,
} from '../../../../test/subscriptions.ts'

const db = testDatabase()
const server = testServer(db)
const path = '/customer-portal/customers/me/payment-methods'
let seller: BillingCalls
let portal: BillingCalls

beforeAll(async () => {
  const acme = await createOrganization(server.current)
  seller = await subscriptionCalls(server.current, acme)
  portal = await newBackend(server.current, acme, ['customer_sessions:write'])
})

async function portalOf(customer_id: string): Promise<BillingCalls> {
  const { body } = await portal.post('/customer-sessions/', { customer_id })
  return withToken(server.current, String(body?.['token']))
}

const createdMethod = z.object({ id: z.string() })

async function addCard(guest: BillingCalls): Promise<string> {
  const answer = await guest.post(path, {
    confirmation_token_id: 'tok_sandbox_ok',
    set_default: false,
    return_url: 'http://localhost:3000/portal/acme',
  })
  expect(answer).toMatchObject({ status: 201 })
  return createdMethod.parse(answer.body).id
}

async function methodOf(id: string): Promise<string | null> {
  const [row] = await runOn<{ method: string | null }>(
    db.url,
    'select payment_method_id as method from subscription where id = $1',
    [id],
  )
  return row?.method ?? null
}

it('the only card of a subscription can’t be deleted, and another card replaces it', async () => {
  const plan = await newRecurringProduct(seller, 1000)
  // Only a named customer’s card is one of their own.
  const named = { customer_id: (await newCustomer(seller)).id }
  const { id, customer_id } = await newPaidSubscription(server.current, seller, plan, {}, named)
  const guest = await portalOf(customer_id)
  const card = await methodOf(id)
  expect(card).not.toBeNull()
  expect(await guest.remove(`${path}/${card}`)).toMatchObject({
    status: 400,
    body: { error: 'PaymentMethodInUseByActiveSubscription' },
  })
  const other = await addCard(guest)
  expect(await guest.remove(`${path}/${card}`)).toMatchObject({ status: 204 })
  expect(await methodOf(id)).toBe(other)
})

it('the only card of a free subscription can be deleted', async () => {
  const { customer_id } = await newFreeSubscription(seller)
  const guest = await portalOf(customer_id)
  const card = await addCard(guest)
  expect(await guest.remove(`${path}/${card}`)).toMatchObject({ status: 204 })
})
