import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, asNobody, newSeller, newToken, thrown } from './seller.ts'

const site = testSite()
const path = '/v1/customer-portal/customers/me/payment-methods'
let ada: { customerSession: string }
let bob: { customerSession: string }

beforeAll(async () => {
  const acme = await newSeller(site, 'acme')
  const { token } = await newToken(acme, ['customers:write', 'customer_sessions:write'])
  const { customers, customerSessions } = asBackend(site, token)
  const letIn = async (email: string) => {
    const { id } = await customers.create({ email })
    const session = await customerSessions.create({ customerId: id })
    return { customerSession: session.token }
  }
  ada = await letIn('ada@buyer.test')
  bob = await letIn('bob@buyer.test')
})

/** No token of the seller’s: the session is all that a customer has. */
const cards = () => asNobody(site).customerPortal.customers

const newCard = (confirmationTokenId: string, setDefault = false) => ({
  confirmationTokenId,
  setDefault,
  returnUrl: `${site.url}/portal/acme`,
})

async function listed(whose: { customerSession: string }) {
  const { result } = await cards().getPaymentMethods(whose, {})
  return result.items
}

/** What the official client doesn’t have. */
async function call(whose: { customerSession: string }, at: string, body: object = {}) {
  const answer = await fetch(`${site.url}${path}${at}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${whose.customerSession}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const told: unknown = await answer.json()
  return { status: answer.status, body: told }
}

describe('a customer and their cards', () => {
  it('are none at first; the first one left is charged where nothing else is said', async () => {
    expect(await listed(ada)).toEqual([])
    const first = await cards().addPaymentMethod(ada, newCard('tok_sandbox_ok'))
    expect(first).toMatchObject({ type: 'card', default: true })
    const second = await cards().addPaymentMethod(ada, newCard('tok_sandbox_fails_later'))
    expect(second).toMatchObject({ default: false })
    expect((await listed(ada)).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('another one is charged from when they say so', async () => {
    const [, second] = await listed(ada)
    const made = await call(ada, `/${second?.id}/default`)
    expect(made).toMatchObject({ status: 200, body: { id: second?.id, default: true } })
    const third = await cards().addPaymentMethod(ada, newCard('tok_sandbox_ok', true))
    expect((await listed(ada)).map((one) => one.default)).toEqual([false, false, true])
    await cards().deletePaymentMethod(ada, { id: third.id })
    expect((await listed(ada)).map((one) => one.default)).toEqual([false, true])
  })

  it('one that their bank asks about is kept when they have confirmed it', async () => {
    const asked = await thrown(cards().addPaymentMethod(bob, newCard('tok_sandbox_authenticate')))
    expect(asked).toBeInstanceOf(HTTPValidationError)
    const wish = {
      confirmation_token_id: 'tok_sandbox_authenticate',
      set_default: false,
      return_url: `${site.url}/portal/acme`,
    }
    const begun = await call(bob, '/set-ups', wish)
    expect(begun).toMatchObject({ status: 201, body: { status: 'requires_action' } })
    const { id, client_secret: secret } = Object(begun.body)
    await fetch(`${site.url}/v1/sandbox/authentications/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'confirmed' }),
    })
    const confirmed = await call(bob, `/set-ups/${id}/confirm`)
    expect(confirmed).toMatchObject({
      status: 200,
      body: { status: 'succeeded', payment_method: { card: { last4: '3155' } } },
    })
    expect(await listed(bob)).toMatchObject([{ type: 'card', default: true }])
  })

  it('one that is declined isn’t kept, and they are told why', async () => {
    const declined = await thrown(cards().addPaymentMethod(bob, newCard('tok_sandbox_lost')))
    expect(declined).toBeInstanceOf(HTTPValidationError)
    expect(JSON.stringify(declined)).toContain('Your card was declined')
    expect(await listed(bob)).toHaveLength(1)
  })

  it('is nobody else’s, and a number is no token', async () => {
    const [card] = await listed(ada)
    const id = card?.id ?? ''
    expect(await thrown(cards().deletePaymentMethod(bob, { id }))).toBeInstanceOf(ResourceNotFound)
    const number = newCard('4242424242424242')
    expect(await thrown(cards().addPaymentMethod(bob, number))).toBeInstanceOf(HTTPValidationError)
    const nobody = { customerSession: 'guildhall_cst_nobody' }
    expect(await thrown(cards().getPaymentMethods(nobody, {}))).toBeInstanceOf(SDKError)
  })
})
