import { Polar as NewerPolar } from 'polar-sdk-034'
import { HTTPValidationError } from 'polar-sdk-034/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from 'polar-sdk-034/models/errors/resourcenotfound.js'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { testSite } from '../site.ts'
import { at, textAt } from '../wire.ts'
import { asBackend, call, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let receiver: WebhookReceiver
let acme: Seller
let token: string

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['webhooks:write', 'customers:write'])).token
})
afterAll(() => receiver?.stop())

const backend = () => new NewerPolar({ serverURL: site.url, accessToken: token })
const customers = () => asBackend(site, token).customers

const newEndpoint = () =>
  backend().webhooks.createWebhookEndpoint({
    url: receiver.url,
    format: 'raw',
    secret: 'a secret that Acme chose',
    events: ['customer.created', 'customer.updated'],
  })

/** Calls that this version of the client does not have. */
async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${site.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

/** Verifies a request with the Standard Webhooks library. */
function verified(secret: string): void {
  for (const { body, headers } of receiver.received) {
    new Webhook(Buffer.from(secret).toString('base64')).verify(body, headers)
  }
}

describe('the backend of Acme', () => {
  it('creates, updates and deletes an endpoint', async () => {
    const { webhooks } = backend()
    const created = await newEndpoint()
    expect(created).toMatchObject({
      url: receiver.url,
      format: 'raw',
      organizationId: acme.organizationId,
      events: ['customer.created', 'customer.updated'],
      modifiedAt: null,
    })
    const hidden = { ...created, secret: '********' }
    expect(await webhooks.getWebhookEndpoint({ id: created.id })).toEqual(hidden)
    const changed = await webhooks.updateWebhookEndpoint({
      id: created.id,
      webhookEndpointUpdate: { url: `${receiver.url}/other`, events: ['order.paid'] },
    })
    expect(changed).toMatchObject({
      url: `${receiver.url}/other`,
      format: 'raw',
      events: ['order.paid'],
      modifiedAt: expect.any(Date),
    })
    const listed = await webhooks.listWebhookEndpoints({ organizationId: acme.organizationId })
    expect(listed.result).toEqual({
      items: [changed],
      pagination: { totalCount: 1, maxPage: 1 },
    })
    await webhooks.deleteWebhookEndpoint({ id: created.id })
    expect(await thrown(webhooks.getWebhookEndpoint({ id: created.id }))).toBeInstanceOf(
      ResourceNotFound,
    )
  })

  it('lists deliveries and redelivers one', async () => {
    const { webhooks } = backend()
    const { id } = await newEndpoint()
    receiver.forget()
    receiver.behave(500)
    const customer = await customers().create({ email: 'ada@buyer.test' })
    await site.server.deliverDue()
    const failed = await webhooks.listWebhookDeliveries({ endpointId: id })
    const [attempt] = failed.result.items
    expect(failed.result.items).toHaveLength(1)
    expect(attempt).toMatchObject({
      succeeded: false,
      httpCode: 500,
      webhookEvent: { lastHttpCode: 500, payload: receiver.received[0]?.body },
    })
    receiver.behave(200)
    await webhooks.redeliverWebhookEvent({ id: attempt?.webhookEvent.id ?? '' })
    await site.server.deliverDue()
    expect(receiver.received).toMatchObject([
      { id: attempt?.webhookEvent.id, data: { id: customer.id } },
      { id: attempt?.webhookEvent.id, data: { id: customer.id } },
    ])
    verified('a secret that Acme chose')
    const again = await webhooks.listWebhookDeliveries({ endpointId: [id], limit: 1 })
    expect(again.result).toMatchObject({
      items: [{ succeeded: true, httpCode: 200, webhookEvent: { succeeded: true } }],
      pagination: { totalCount: 2, maxPage: 2 },
    })
    await webhooks.deleteWebhookEndpoint({ id })
  })

  it('reads the log, replays a range of it, and pulls events', async () => {
    const { id } = await newEndpoint()
    const before = await send('GET', '/webhooks/events?after=latest')
    receiver.forget()
    const { id: customerId } = await customers().create({ email: 'bob@buyer.test' })
    await customers().update({ id: customerId, customerUpdate: { name: 'Bob' } })
    await site.server.deliverDue()
    const log = await send('GET', `/webhooks/messages?endpoint_id=${id}&object_id=${customerId}`)
    expect(log).toMatchObject({
      items: [
        { type: 'customer.updated', state: 'delivered' },
        { type: 'customer.created', state: 'delivered' },
      ],
      next_cursor: null,
    })
    const messageId = textAt(log, 'items', 0, 'id')
    expect(await send('GET', `/webhooks/messages/${messageId}`)).toMatchObject({
      payload: receiver.received[1]?.body,
      attempts: [{ succeeded: true, http_code: 200 }],
    })
    const replayed = await send('POST', `/webhooks/endpoints/${id}/replay`, {
      object_id: customerId,
    })
    expect(replayed).toEqual({ count: 2 })
    await site.server.deliverDue()
    const [first, second, third, fourth] = receiver.received.map((one) => one.id)
    expect([third, fourth]).toEqual([first, second])
    const types = 'types=customer.created&types=customer.updated'
    const after = Number(at(before, 'next_after'))
    expect(await send('GET', `/webhooks/events?after=${after}&${types}`)).toMatchObject({
      items: receiver.received.slice(0, 2).map(({ type, data, sequence }) => ({
        type,
        data,
        sequence,
      })),
      has_more: false,
    })
    await backend().webhooks.deleteWebhookEndpoint({ id })
  })

  it('gets validation errors for an endpoint', async () => {
    const { webhooks } = backend()
    const error = await thrown(
      webhooks.createWebhookEndpoint({
        url: 'http://169.254.169.254/latest/meta-data',
        format: 'raw',
        secret: 'x',
        events: ['order.paid'],
      }),
    )
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', 'url'] }] })
  })
})

it('Ann reveals the secret in the dashboard, and rotates it without losing events', async () => {
  const { person, organizationId } = acme
  const made = await call(person, 'POST', '/webhooks/endpoints', {
    organization_id: organizationId,
    url: receiver.url,
    name: 'Production',
    format: 'raw',
    events: ['customer.created'],
  })
  expect(made).toMatchObject({ status: 201, body: { name: 'Production' } })
  const path = `/webhooks/endpoints/${textAt(made.body, 'id')}`
  const shown = await call(person, 'GET', `${path}/secret`)
  expect(shown.body).toEqual({ secret: textAt(made.body, 'secret'), previous_secret_until: null })
  const rotated = await call(person, 'POST', `${path}/secret`, {})
  expect(rotated.status).toBe(200)

  receiver.forget()
  await customers().create({ email: 'cat@buyer.test' })
  await site.server.deliverDue()
  expect(receiver.received).toHaveLength(1)
  verified(textAt(made.body, 'secret'))
  verified(textAt(rotated.body, 'secret'))
  expect(() => verified('somebody else’s')).toThrow('No matching signature found')
})

it('other organizations do not find an endpoint of Acme', async () => {
  const { id } = await newEndpoint()
  const beta = await newSeller(site, 'beta')
  const theirs = await newToken(beta, ['webhooks:write'])
  const { webhooks } = new NewerPolar({ serverURL: site.url, accessToken: theirs.token })
  expect(await thrown(webhooks.getWebhookEndpoint({ id }))).toBeInstanceOf(ResourceNotFound)
  expect(await thrown(webhooks.deleteWebhookEndpoint({ id }))).toBeInstanceOf(ResourceNotFound)
  expect((await webhooks.listWebhookDeliveries({ endpointId: id })).result.items).toEqual([])
})
