import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asAnonymous, asBackend, newSeller, newToken, thrown } from './seller.ts'

const site = testSite()
const path = '/v1/customer-portal/customers/me/payment-methods'
let ada: { customerSession: string }
let bob: { customerSession: string }

beforeAll(async () => {
  const acme = await newSeller(site, 'acme')
  const { token } = await newToken(acme, ['customers:write', 'customer_sessions:write'])
  const { customers, customerSessions } = asBackend(site, token)
  const openSession = async (email: string) => {
    const { id } = await customers.create({ email })
    const session = await customerSessions.create({ customerId: id })
    return { customerSession: session.token }
  }
  ada = await openSession('ada@buyer.test')
  bob = await openSession('bob@buyer.test')
})

/** Without a token of the seller: a customer has only the session. */
const cards = () => asAnonymous(site).customerPortal.customers

const newCard = (confirmationTokenId: string, setDefault = false) => ({
  confirmationTokenId,
  setDefault,
  returnUrl: `${site.url}/portal/acme`,
})

async function listed(session: { customerSession: string }) {
  const { result } = await cards().getPaymentMethods(session, {})
  return result.items
}

/** Operations that the official client doesn’t have. */
async function call(session: { customerSession: string }, at: string, body: object = {}) {
  const answer = await fetch(`${site.url}${path}${at}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.customerSession}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const json: unknown = await answer.json()
  return { status: answer.status, body: json }
}

describe('the cards of a customer', () => {
  it('start empty, and the first one becomes the default', async () => {
    expect(await listed(ada)).toEqual([])
    const first = await cards().addPaymentMethod(ada, newCard('tok_sandbox_ok'))
    expect(first).toMatchObject({ type: 'card', default: true })
    const second = await cards().addPaymentMethod(ada, newCard('tok_sandbox_fails_later'))
    expect(second).toMatchObject({ default: false })
    expect((await listed(ada)).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('have another default once the customer chooses one', async () => {
    const [, second] = await listed(ada)
    const made = await call(ada, `/${second?.id}/default`)
    expect(made).toMatchObject({ status: 200, body: { id: second?.id, default: true } })
    const third = await cards().addPaymentMethod(ada, newCard('tok_sandbox_ok', true))
    expect((await listed(ada)).map((one) => one.default)).toEqual([false, false, true])
    await cards().deletePaymentMethod(ada, { id: third.id })
    expect((await listed(ada)).map((one) => one.default)).toEqual([false, true])
  })

  it('include one that requires authentication after the customer confirmed', async () => {
    const unconfirmed = await thrown(
      cards().addPaymentMethod(bob, newCard('tok_sandbox_authenticate')),
    )
    expect(unconfirmed).toBeInstanceOf(HTTPValidationError)
    const input = {
      confirmation_token_id: 'tok_sandbox_authenticate',
      set_default: false,
      return_url: `${site.url}/portal/acme`,
    }
    const started = await call(bob, '/set-ups', input)
    expect(started).toMatchObject({ status: 201, body: { status: 'requires_action' } })
    const { id, client_secret: secret } = Object(started.body)
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

  it('exclude a declined one, with the reason in the error', async () => {
    const declined = await thrown(cards().addPaymentMethod(bob, newCard('tok_sandbox_lost')))
    expect(declined).toBeInstanceOf(HTTPValidationError)
    expect(JSON.stringify(declined)).toContain('Your card was declined')
    expect(await listed(bob)).toHaveLength(1)
  })

  it('are private, and a card number is not a token', async () => {
    const [card] = await listed(ada)
    const id = card?.id ?? ''
    expect(await thrown(cards().deletePaymentMethod(bob, { id }))).toBeInstanceOf(ResourceNotFound)
    const number = newCard('4242424242424242')
    expect(await thrown(cards().addPaymentMethod(bob, number))).toBeInstanceOf(HTTPValidationError)
    const unknown = { customerSession: 'guildhall_cst_nobody' }
    expect(await thrown(cards().getPaymentMethods(unknown, {}))).toBeInstanceOf(SDKError)
  })
})
