import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testServer } from '../../../../test/server.ts'
import { buyWithTypedAddress, openMarketOfOne, portalOf } from '../../../../test/typed-purchases.ts'

const server = testServer(testDatabase())

describe('the seller sees of the cards of a customer', () => {
  it('brand, last digits and expiry, and nothing that is secret', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    const path = `/customers/${ada.id}/payment-methods`
    expect((await market.seller.get(path)).body).toMatchObject({ items: [] })
    const portal = await portalOf(market, ada)
    const card = {
      confirmation_token_id: 'tok_sandbox_ok',
      set_default: true,
      return_url: 'https://acme.test',
    }
    const added = await portal.post('/customer-portal/customers/me/payment-methods', card)
    expect(added.status).toBe(201)
    const { status, body } = await market.seller.get(path)
    expect(status).toBe(200)
    expect(body?.['items']).toEqual([
      {
        id: added.body?.['id'],
        created_at: expect.any(String),
        default: true,
        type: 'card',
        card: {
          brand: 'visa',
          last4: '4242',
          exp_month: expect.any(Number),
          exp_year: expect.any(Number),
          wallet: null,
        },
        method_metadata: {
          brand: 'visa',
          last4: '4242',
          exp_month: expect.any(Number),
          exp_year: expect.any(Number),
          wallet: null,
        },
        customer_id: expect.any(String),
        modified_at: null,
        processor: 'stripe',
        checkout_id: null,
      },
    ])
  })

  it('which purchase alone is charged to one', async () => {
    const { market, ada } = await buyWithTypedAddress(server.current, 'tok_sandbox_ok')
    const { body } = await market.seller.get(`/customers/${ada.id}/payment-methods`)
    expect(body).toMatchObject({
      items: [{ card: { last4: '4242' }, checkout_id: expect.any(String) }],
    })
  })
})
