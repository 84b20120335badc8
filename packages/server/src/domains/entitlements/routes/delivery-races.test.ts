import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectedServer } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  buy,
  connect,
  grantOf,
  newBuyer,
  newRole,
  openRoleShop,
  type RoleShop,
  refund,
  rolesOf,
  type Sold,
  sell,
  showAccount,
  until,
  untilGrant,
} from '../../../../test/external-grants.ts'
import { bookClub } from '../../../../test/stand-in-discord.ts'
import type { Trouble } from '../../../../test/stand-in-service.ts'
import { untilBlocked } from '../../../../test/until-blocked.ts'

const db = testDatabase()
const server = connectedServer(db)
let shop: RoleShop
let club: Sold
let accounts = 100

beforeAll(async () => {
  shop = await openRoleShop(server.current)
  club = await sell(shop, [await newRole(shop)])
})

async function newReader(): Promise<Buyer & { readonly accountId: string }> {
  const accountId = `8300000000000000${++accounts}`
  server.current.discord.at.account = { id: accountId, username: `reader-${accounts}` }
  const buyer = await newBuyer(shop)
  await connect(shop, buyer, 'discord')
  return { ...buyer, accountId }
}

function trouble(method: string, accountId: string, does: Trouble['does']): void {
  const on = new RegExp(`^${method} .*${accountId}`)
  server.current.discord.troubles.push({ on, does })
}

const requestsFor = (accountId: string) =>
  server.current.discord.requests
    .filter((one) => one.includes(accountId))
    .map((one) => one.replace(/ .*/, ''))

/** Something that is held up until it is released. */
function gate() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Nothing is left to do for this account, however long one waits. */
async function untilSettled(accountId: string): Promise<void> {
  await until(async () => {
    const { rows } = await db.database.pool.query<{ later: boolean }>(
      'select due_at > $2 as later from external_access where account_id = $1 and due_at is not null',
      [accountId, server.current.clock.now()],
    )
    if (rows.some(({ later }) => later)) server.current.clock.advance(61)
    expect(rows).toEqual([])
  })
}

describe('exactly one outcome', () => {
  it.each(['loses its answer', 'is unavailable', { limitedForSeconds: 1 }] as const)(
    'when the provider %j while giving and taking',
    async (does) => {
      const buyer = await newReader()
      trouble('PUT', buyer.accountId, does)
      const orderId = await buy(shop, buyer, club)
      await untilGrant(shop, `order_id=${orderId}`, 'granted')
      await untilSettled(buyer.accountId)
      expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
      trouble('DELETE', buyer.accountId, does)
      await refund(shop, orderId)
      await untilSettled(buyer.accountId)
      expect(rolesOf(shop, buyer.accountId)).toEqual([])
    },
  )

  it('when the refund comes while the role is being given', async () => {
    const buyer = await newReader()
    const late = gate()
    trouble('PUT', buyer.accountId, { waitsFor: late.opened })
    const orderId = await buy(shop, buyer, club)
    await until(() => expect(requestsFor(buyer.accountId)).toEqual(['PUT']))
    await refund(shop, orderId)
    // Nobody else calls in the meantime.
    expect(requestsFor(buyer.accountId)).toEqual(['PUT'])
    late.open()
    await until(() => expect(requestsFor(buyer.accountId)).toContain('DELETE'))
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId) ?? []).toEqual([])
    expect(await grantOf(shop, `order_id=${orderId}`)).toMatchObject({ status: 'revoked' })
  })

  it('when it is bought again while the role is being taken', async () => {
    const buyer = await newReader()
    const first = await buy(shop, buyer, club)
    await untilGrant(shop, `order_id=${first}`, 'granted')
    const late = gate()
    trouble('DELETE', buyer.accountId, { waitsFor: late.opened })
    await refund(shop, first)
    await until(() => expect(requestsFor(buyer.accountId)).toContain('DELETE'))
    const second = await buy(shop, buyer, club)
    late.open()
    await untilGrant(shop, `order_id=${second}`, 'granted')
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
  })

  it('when a request without an answer takes effect long after the refund', async () => {
    const buyer = await newReader()
    server.current.discord.members.join(bookClub.id, buyer.accountId)
    const late = gate()
    // Our side gives up after five seconds.
    trouble('PUT', buyer.accountId, { waitsFor: late.opened })
    const orderId = await buy(shop, buyer, club)
    await until(() => expect(requestsFor(buyer.accountId)).toEqual(['PUT']))
    await refund(shop, orderId)
    await until(() => expect(requestsFor(buyer.accountId)).toContain('DELETE'))
    late.open()
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual(['71']))
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId)).toEqual([])
  })

  it('when the process dies after the call', async () => {
    const buyer = await newReader()
    const late = gate()
    trouble('PUT', buyer.accountId, { waitsFor: late.opened })
    const orderId = await buy(shop, buyer, club)
    await until(() => expect(requestsFor(buyer.accountId)).toEqual(['PUT']))
    // To another process it looks like this.
    server.current.clock.advance(121)
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    late.open()
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
    expect(await grantOf(shop, `order_id=${orderId}`)).toMatchObject({ status: 'granted' })
  })

  it('for many purchases and refunds at once', async () => {
    const buyer = await newReader()
    const orders = await Promise.all([1, 2, 3, 4].map(() => buy(shop, buyer, club)))
    await Promise.all(orders.map((orderId) => refund(shop, orderId)))
    for (const orderId of orders) await untilGrant(shop, `order_id=${orderId}`, 'revoked')
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId) ?? []).toEqual([])
    const kept = await Promise.all([1, 2, 3, 4].map(() => buy(shop, buyer, club)))
    const refunded = kept.slice(1)
    await Promise.all(refunded.map((orderId) => refund(shop, orderId)))
    for (const orderId of refunded) await untilGrant(shop, `order_id=${orderId}`, 'revoked')
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
  })

  it('when an account is connected while something is bought', async () => {
    for (let round = 0; round < 5; round++) {
      const accountId = `8400000000000000${++accounts}`
      server.current.discord.at.account = { id: accountId, username: 'someone' }
      const buyer = await newBuyer(shop)
      const shown = await showAccount(shop, buyer.portal, 'discord')
      const body = { state: shown.get('state'), code: shown.get('code') }
      const [connected, ...orders] = await Promise.all([
        buyer.portal.post('/customer-portal/oauth-accounts/', body),
        buy(shop, buyer, club),
        buy(shop, buyer, club),
      ])
      expect(connected.status).toBe(201)
      for (const orderId of orders) await untilGrant(shop, `order_id=${orderId}`, 'granted')
      expect(rolesOf(shop, accountId)).toEqual(['71'])
    }
  })

  it('when an account is connected after a purchase looked for one, and before it ends', async () => {
    const accountId = `8400000000000000${++accounts}`
    server.current.discord.at.account = { id: accountId, username: 'someone' }
    const role = await newRole(shop)
    const sold = await sell(shop, [role])
    const buyer = await newBuyer(shop)
    await buy(shop, buyer, club)
    const shown = await showAccount(shop, buyer.portal, 'discord')
    const client = await db.database.pool.connect()
    try {
      await client.query('begin')
      // The purchase inserts its grant, which refers to the benefit, as its last step.
      await client.query('select from benefit where organization_id = $1 and id = $2 for update', [
        shop.organization.id,
        role,
      ])
      const bought = buy(shop, buyer, sold)
      await untilBlocked(db.database, bought)
      const body = { state: shown.get('state'), code: shown.get('code') }
      const connecting = buyer.portal.post('/customer-portal/oauth-accounts/', body)
      await Promise.race([connecting, delay(500)])
      await client.query('commit')
      expect((await connecting).status).toBe(201)
      await untilGrant(shop, `order_id=${await bought}`, 'granted')
    } finally {
      client.release()
    }
  })
})
