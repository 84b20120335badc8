import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, type MadeCheckout, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { freePrice, type MadeProduct, newProduct } from '../../../../test/products.ts'
import {
  type BillingCalls,
  briefOf,
  inDashboard,
  newBackend,
  withNothing,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { itemsOf, messagesOf, newEndpoint } from '../../../../test/webhooks.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let seller: BillingCalls
let buyer: BillingCalls
let gift: MadeProduct
let receiver: WebhookReceiver
/** Of a free product, for a customer that the seller named: confirming it opens their portal. */
let checkout: MadeCheckout

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  acme = await createOrganization(server.current)
  seller = await backend('checkouts:write', 'products:write', 'customers:write', 'webhooks:write')
  buyer = withNothing(server.current)
  gift = await newProduct(seller, { prices: [freePrice] })
  await newEndpoint(seller, { url: receiver.url, events: ['checkout.created'] })
  const customer = await newCustomer(seller)
  checkout = await newCheckout(seller, [gift], { customer_id: customer.id })
  await server.current.deliverDue()
})
afterAll(() => receiver?.stop())

const backend = (...scopes: Parameters<typeof newBackend>[2]) =>
  newBackend(server.current, acme, scopes)

const inTheDashboard = async (role: string) =>
  inDashboard(server.current, await newMember(server.current, acme, role))

/** What callers see who may not open the checkout. */
const closed = { client_secret: '', url: '', success_url: '', payment_processor_metadata: {} }

const readers: readonly (readonly [string, () => Promise<BillingCalls>])[] = [
  ['a token that may only read', () => backend('checkouts:read')],
  ['a member', () => inTheDashboard('member')],
]

const writers: readonly (readonly [string, () => Promise<BillingCalls>])[] = [
  ['a token that may write', () => backend('checkouts:write')],
  ['an owner', async () => inDashboard(server.current, acme.owner)],
  ['an admin', () => inTheDashboard('admin')],
]

const inList = `/checkouts/?status=open&organization_id=`

describe('a checkout', () => {
  it.each(readers)('can’t be opened by %s', async (_, sign) => {
    const reader = await sign()
    const one = await reader.get(`/checkouts/${checkout.id}`)
    expect(one.body).toMatchObject({ id: checkout.id, status: 'open', ...closed })
    const list = await reader.get(`${inList}${acme.id}`)
    expect(itemsOf(list)).toMatchObject([{ id: checkout.id, ...closed }])
    for (const { text } of [one, list]) expect(text).not.toContain(checkout.client_secret)
    const stolen = { client_secret: String(one.body?.['client_secret']) }
    const attempt = await confirm(buyer, stolen, { customer_email: 'eve@example.com' })
    expect(attempt.status).toBe(404)
    expect(attempt.text).not.toContain('customer_session_token')
  })

  it.each(writers)('can be opened by %s', async (_, sign) => {
    const writer = await sign()
    const open = { client_secret: checkout.client_secret, url: checkout.url }
    const { body } = await writer.get(`/checkouts/${checkout.id}`)
    expect(body).toMatchObject({ ...open, success_url: `${checkout.url}/confirmation` })
    expect(itemsOf(await writer.get(`${inList}${acme.id}`))).toMatchObject([open])
  })

  it('can be opened by its buyer', async () => {
    const { body } = await buyer.get(pathOf(checkout))
    expect(body).toMatchObject({ client_secret: checkout.client_secret, url: checkout.url })
  })

  it('shows the seller’s own success page to all', async () => {
    const success_url = 'https://acme.example/thanks'
    const { id } = await newCheckout(seller, [gift], { success_url })
    const [[, sign] = expect.fail()] = readers
    const { body } = await (await sign()).get(`/checkouts/${id}`)
    expect(body).toMatchObject({ ...closed, success_url })
  })
})

describe('an event about a checkout', () => {
  const open = () => ({ client_secret: checkout.client_secret, url: checkout.url })

  /** The same event, as every call shows it that reads events. */
  async function shownTo(reader: BillingCalls) {
    const pulled = itemsOf(await reader.get(`/webhooks/events?${ofAcme}`))
    const messages = await messagesOf(reader, `${ofAcme}&object_id=${checkout.id}`)
    const message = await reader.get(`/webhooks/messages/${messages[0]?.id}`)
    const attempts = await reader.get(`/webhooks/deliveries?${ofAcme}&object_id=${checkout.id}`)
    const [attempt] = itemsOf(attempts)
    return [
      pulled.map(({ data }) => data).find((data) => Object(data).id === checkout.id),
      dataIn(message.body?.['payload']),
      dataIn(Object(attempt?.['webhook_event']).payload),
    ]
  }

  let ofAcme: string
  beforeAll(() => {
    ofAcme = `organization_id=${acme.id}`
  })

  const dataIn = (payload: unknown) => JSON.parse(String(payload)).data

  it('opens it for the endpoint that the seller set up', () => {
    const [sent = expect.fail()] = receiver.received
    expect(dataIn(sent.body)).toMatchObject({ id: checkout.id, ...open() })
  })

  it.each([
    ['a token that may only read events', () => backend('webhooks:read')],
    ['a token that may also read checkouts', () => backend('webhooks:read', 'checkouts:read')],
    ['a token that may set up endpoints', () => backend('webhooks:write')],
    ['a member', () => inTheDashboard('member')],
  ] as const)('doesn’t open it for %s', async (_, sign) => {
    const shown = await shownTo(await sign())
    for (const data of shown) expect(data).toMatchObject({ id: checkout.id, ...closed })
    expect(JSON.stringify(shown)).not.toContain(checkout.client_secret)
  })

  it.each([
    ['a token that may also write checkouts', () => backend('webhooks:read', 'checkouts:write')],
    ['an admin', () => inTheDashboard('admin')],
  ] as const)('opens it for %s', async (_, sign) => {
    for (const data of await shownTo(await sign())) expect(data).toMatchObject(open())
  })
})

it('a member can’t change a checkout to see what opens it', async () => {
  const member = await inTheDashboard('member')
  const answer = await member.patch(`/checkouts/${checkout.id}`, {})
  expect(briefOf(answer)).toBe('401 Unauthorized')
})
