import { randomUUID } from 'node:crypto'
import type { Polar } from '@polar-sh/sdk'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClusterNode, clusterNode } from '../../../server/test/cluster-node.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { canHaveOwnCluster, ownCluster } from '../../../server/test/own-cluster.ts'
import { withToken } from '../../../server/test/sellers.ts'
import { testServer } from '../../../server/test/server.ts'
import { shardOf } from '../../../server/test/shards.ts'
import { runOn } from '../../../server/test/sql.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { newEndpoint } from '../../../server/test/webhooks.ts'
import { asBackend, newSeller, newToken, thrown } from '../billing/seller.ts'
import { payAtCheckout, subscribeAtCheckout } from '../billing/subscriber.ts'

const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof SDKError ? error.statusCode : error),
  )

interface Shop {
  readonly organizationId: string
  readonly polar: Polar
  readonly product: string
  /** The node that has its rows, as the owner. */
  readonly node: string
}

describe.runIf(canHaveOwnCluster())('while a node of a cluster is away', () => {
  const cluster = ownCluster()
  const server = testServer(cluster, {}, { isDelivering: true })
  let receiver: WebhookReceiver
  let here: Shop
  let there: Shop
  let node: ClusterNode

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    // Nothing listens there, so its webhooks are due again and again.
    there = await newShop('shop-there', 'http://127.0.0.1:1024/hook')
    for (let count = 1; ; count += 1) {
      here = await newShop(`shop-here-${count}`)
      if (here.node !== there.node) break
    }
    for (const shop of [here, there]) await subscribe(shop, 'before@customer.test')
    node = await clusterNode(there.node)
    await node.kill('SIGQUIT')
  })
  afterAll(() => receiver?.stop())

  it('nothing can be bought of an organization that it has', async () => {
    expect(await thrown(buy(there, 'there@customer.test'))).toMatchObject({ statusCode: 503 })
  })

  it.each([
    ['read', ({ polar }: Shop) => polar.products.list({})],
    [
      'change something',
      ({ polar, product }: Shop) =>
        polar.products.update({ id: product, productUpdate: { name: randomUUID() } }),
    ],
  ])('others are answered when they %s at the same time', async (_, call) => {
    const both = () => Promise.all([there, here].map((shop) => outcomeOf(call(shop))))
    const outcomes = await Promise.all(Array.from({ length: 20 }, both))
    expect(outcomes).toEqual(outcomes.map(() => [503, 'answered']))
  })

  it('others sell with all that follows: benefits, invoices and webhooks', async () => {
    const customerId = await buy(here, 'here@customer.test')
    const { organizationId, polar } = here
    await eventually(async () => {
      const keys = (await polar.licenseKeys.list({ organizationId })).result.items
      expect(keys.map((key) => key.customerId)).toContain(customerId)
      const orders = await runOn(
        cluster.ownerUrl,
        `select status, invoice_number as invoice from orders
          where organization_id = $1 and customer_id = $2`,
        [organizationId, customerId],
      )
      expect(orders).toMatchObject([{ status: 'paid', invoice: expect.any(String) }])
    })
    const paid = () => receiver.received.filter(({ type }) => type === 'order.paid')
    await eventually(() =>
      expect(paid().map(({ data }) => data['customer_id'])).toContain(customerId),
    )
  })

  it('subscriptions of others are renewed', async () => {
    await letAllFallDue(here)
    const renewals = async () => {
      const { result } = await here.polar.orders.list({ organizationId: here.organizationId })
      return result.items.filter(({ billingReason }) => billingReason === 'subscription_cycle')
    }
    await eventually(async () => expect(await renewals()).toHaveLength(2))
  })

  it('the others go on when it is back', async () => {
    await node.start()
    const buyAgain = () => buy(there, 'there@customer.test')
    await eventually(async () => expect(await buyAgain()).toEqual(expect.any(String)))
  })

  async function newShop(slug: string, url = receiver.url): Promise<Shop> {
    const seller = await newSeller(server.current, slug)
    const scopes = ['products:write', 'checkouts:write', 'orders:read', 'webhooks:write']
    const { token } = await newToken(seller, [
      ...scopes,
      'benefits:write',
      'license_keys:read',
      'subscriptions:read',
    ])
    const polar = asBackend(server.current, token)
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }]
    const { id: product } = await polar.products.create({
      name: 'Paper',
      prices,
      recurringInterval: 'month',
    })
    const benefit = { type: 'license_keys' as const, description: 'Key', properties: {} }
    const { id: key } = await polar.benefits.create(benefit)
    await polar.products.updateBenefits({ id: product, productBenefitsUpdate: { benefits: [key] } })
    await newEndpoint(withToken(server.current, token), { url, events: ['order.paid'] })
    const { organizationId } = seller
    const { ownerUrl: node } = await shardOf(cluster, 'customer', organizationId)
    return { organizationId, polar, product, node }
  }

  const buy = ({ polar, product }: Shop, email: string) =>
    payAtCheckout(server.current, polar, { email, product })

  const subscribe = ({ polar, product }: Shop, email: string) =>
    subscribeAtCheckout(server.current, polar, { email, product })

  async function letAllFallDue({ organizationId }: Shop): Promise<void> {
    const dueAt = new Date()
    await runOn(
      cluster.ownerUrl,
      'update subscription set due_at = $2, current_period_end = $2 where organization_id = $1',
      [organizationId, dueAt],
    )
    for (const id of [there.organizationId, organizationId]) {
      await runOn(
        cluster.ownerUrl,
        `insert into due_note (kind, organization_id, due_at)
         values ('subscriptions.run_due', $1, now())`,
        [id],
      )
    }
    await runOn(
      cluster.ownerUrl,
      `select graphile_worker.add_job('subscriptions.run_due', '{}'::json)`,
    )
  }
})
