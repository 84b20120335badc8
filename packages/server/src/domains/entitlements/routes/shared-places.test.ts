import { beforeAll, describe, expect, it } from 'vitest'
import { connectedServer } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  buy,
  connect,
  grantOf,
  newBuyer,
  newRole,
  openRoleShop,
  type RoleShop,
  refund,
  rolesOf,
  sell,
  until,
  untilGrant,
} from '../../../../test/external-grants.ts'
import { briefOf, withToken } from '../../../../test/sellers.ts'
import { startTestServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = connectedServer(db)
let shop: RoleShop
let other: RoleShop

beforeAll(async () => {
  shop = await openRoleShop(server.current)
  other = await openRoleShop(server.current)
})

describe('one account', () => {
  it('keeps a role that another benefit, customer or organization still gives it', async () => {
    const accountId = '860000000000000001'
    server.current.discord.at.account = { id: accountId, username: 'everywhere' }
    const orders: [RoleShop, string][] = []
    for (const where of [shop, shop, other]) {
      const buyer = await newBuyer(where)
      await connect(where, buyer, 'discord')
      const orderId = await buy(where, buyer, await sell(where, [await newRole(where)]))
      await untilGrant(where, `order_id=${orderId}`, 'granted')
      orders.push([where, orderId])
    }
    for (const [where, orderId] of orders) {
      expect(rolesOf(shop, accountId)).toEqual(['71'])
      await refund(where, orderId)
      await untilTaken(orderId)
    }
    await until(() => expect(rolesOf(shop, accountId)).toEqual([]))
    const requests = server.current.discord.requests.filter((one) => one.includes(accountId))
    expect(requests.filter((one) => one.startsWith('DELETE'))).toHaveLength(1)
  })
})

/** What is left of it, if anything, is left for others. */
const untilTaken = (orderId: string) =>
  until(async () => {
    const { rows } = await db.database.pool.query(
      `select from benefit_grant g join external_access a on a.id = g.external_access_id
        where g.order_id = $1 and a.due_at is not null`,
      [orderId],
    )
    expect(rows).toEqual([])
  })

describe('a plan change', () => {
  it('between two benefits with the same role takes it at no moment', async () => {
    const accountId = '860000000000000002'
    server.current.discord.at.account = { id: accountId, username: 'climber' }
    const buyer = await newBuyer(shop)
    await connect(shop, buyer, 'discord')
    const [before, after] = [await newRole(shop), await newRole(shop)]
    const sold = await sell(shop, [before])
    const orderId = await buy(shop, buyer, sold)
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    const list = { benefits: [after] }
    expect(await shop.calls.post(`/products/${sold.productId}/benefits`, list)).toMatchObject({
      status: 200,
    })
    await untilGrant(shop, `order_id=${orderId}&benefit_id=${before}`, 'revoked')
    await untilGrant(shop, `order_id=${orderId}&benefit_id=${after}`, 'granted')
    const requests = server.current.discord.requests.filter((one) => one.includes(accountId))
    expect(requests.filter((one) => one.startsWith('DELETE'))).toEqual([])
    expect(rolesOf(shop, accountId)).toEqual(['71'])
  })
})

describe('a server whose operator no longer has Discord', () => {
  it('says so with the grants, and connects no accounts', async () => {
    const buyer = await newBuyer(shop)
    const sold = await sell(shop, [await newRole(shop)])
    const without = await startTestServer(db)
    try {
      const bare = { ...shop, server: { ...shop.server, config: without.config } }
      const orderId = await buy(bare, buyer, sold)
      const message =
        'Discord is not available on this server: ' +
        'its operator has to set GUILDHALL_DISCORD_CLIENT_ID.'
      const failed = await grantOf(shop, `order_id=${orderId}`)
      expect(failed).toMatchObject({ status: 'failed', error: { message } })
      const session = await shop.calls.post('/customer-sessions/', {
        customer_id: buyer.customerId,
      })
      const portal = withToken(without, String(session.body?.['token']))
      const asked = { platform: 'discord', return_to: '/acme/portal' }
      expect(briefOf(await portal.post('/customer-portal/oauth-accounts/authorize', asked))).toBe(
        '422 RequestValidationError body.platform',
      )
      const retried = await shop.calls.post(`/benefit-grants/${failed.id}/retry`, {})
      expect(retried).toMatchObject({ status: 200, body: { status: 'waiting' } })
    } finally {
      await without.stop()
    }
  })
})
