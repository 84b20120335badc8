import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { authenticationOf } from '../../../server/src/domains/payments/actions/record-outcome.ts'
import { newPayment, testPaymentDeps } from '../../../server/test/payments.ts'
import { testSite } from '../site.ts'
import { asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['payments:read', 'customers:write'])).token
})

const backend = () => asBackend(site, token)

/** A payment to Acme with this card. */
async function pay(confirmationToken: string) {
  const email = `${confirmationToken}@buyer.test`
  const { id } = (await backend().customers.list({ email })).result.items[0] ?? {
    id: (await backend().customers.create({ email })).id,
  }
  const shop = { id: acme.organizationId }
  return newPayment(site.server, shop, { id }, { confirmationToken, customerEmail: email })
}

describe('the backend of Acme', () => {
  it('lists succeeded and failed payments, newest first', async () => {
    const good = await pay('tok_sandbox_ok')
    const bad = await pay('tok_sandbox_insufficient_funds')
    const { result } = await backend().payments.list({})
    expect(result.pagination).toEqual({ totalCount: 2, maxPage: 1 })
    expect(result.items.map(({ id }) => id)).toEqual([bad.id, good.id])
    expect(result.items[1]).toMatchObject({
      processor: 'stripe',
      status: 'succeeded',
      amount: 1190,
      currency: 'usd',
      method: 'card',
      declineReason: null,
      declineMessage: null,
      organizationId: acme.organizationId,
      checkoutId: null,
      orderId: null,
    })
    expect(await backend().payments.get({ id: bad.id })).toMatchObject({
      status: 'failed',
      declineReason: 'insufficient_funds',
      declineMessage: 'There isn’t enough money on your card. Please use another card.',
    })
  })

  it('filters payments by status and buyer', async () => {
    const open = await pay('tok_sandbox_authenticate')
    const pending = await backend().payments.list({ status: 'pending' })
    expect(pending.result.items).toMatchObject([{ id: open.id, method: 'card' }])
    const customerEmail = 'tok_sandbox_authenticate@buyer.test'
    const theirs = await backend().payments.list({ customerEmail, sorting: ['-amount'] })
    expect(theirs.result.items.map(({ id }) => id)).toEqual([open.id])
  })

  it('receives an error for an unknown payment', async () => {
    const missing = backend().payments.get({ id: acme.organizationId })
    expect(await thrown(missing)).toBeInstanceOf(ResourceNotFound)
  })
})

describe('a buyer who has to authenticate', () => {
  it('confirms on the sandbox’s page, and the payment succeeds', async () => {
    const payment = await pay('tok_sandbox_authenticate')
    const { clientSecret } = authenticationOf(testPaymentDeps(site.server.database), payment) ?? {}
    const answer = await fetch(`${site.url}/v1/sandbox/authentications/${clientSecret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'confirmed' }),
    })
    expect(await answer.json()).toEqual({ status: 'succeeded' })
    await site.server.settle()
    expect(await backend().payments.get({ id: payment.id })).toMatchObject({ status: 'succeeded' })
  })
})
