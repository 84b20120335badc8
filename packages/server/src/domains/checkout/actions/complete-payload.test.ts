import { beforeAll, describe, expect, it } from 'vitest'
import { newCheckout } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { fixedPrice, type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { realMoney, testServer } from '../../../../test/server.ts'
import { createKeyring, type Keyring } from '../../../platform/crypto/keyring.ts'
import { checkoutCompletion } from './complete-payload.ts'

const db = testDatabase()
const server = testServer(db, realMoney)
let acme: OwnedOrganization
let seller: BillingCalls
let book: MadeProduct

beforeAll(async () => {
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, ['checkouts:write', 'products:write'])
  book = await newProduct(seller, { prices: [fixedPrice(1000)] })
})

async function logged(id: string) {
  const events = await eventsOf(server.current, acme)
  const event = events.find(({ name, objectId }) => name === 'checkout.created' && objectId === id)
  return JSON.parse(JSON.stringify(event?.payload))
}

const complete = (data: Readonly<Record<string, unknown>>, keyring: Keyring) =>
  checkoutCompletion({ config: server.current.config, keyring }).restore(data)

describe('a logged checkout', () => {
  it.each([
    ['our own page', {}],
    ['the seller’s', { success_url: 'https://acme.example/thanks?id={CHECKOUT_ID}' }],
  ])(
    'opens nothing, and completed it is what its seller sees: after it comes %s',
    async (_, input) => {
      const { id, client_secret } = await newCheckout(seller, [book], input)
      const data = await logged(id)
      expect(JSON.stringify(data)).not.toContain(client_secret)
      const { body } = await seller.get(`/checkouts/${id}`)
      expect(complete(data, server.current.keyring)).toEqual(body)
    },
  )

  it('is completed the same after the server has got another secret', async () => {
    const { id } = await newCheckout(seller, [book])
    const data = await logged(id)
    const secrets = ['another-secret-that-is-long-enough-for-signing']
    const keyring = createKeyring([...secrets, ...(server.current.config.server.secrets ?? [])])
    expect(complete(data, keyring)).toEqual(complete(data, server.current.keyring))
  })
})
