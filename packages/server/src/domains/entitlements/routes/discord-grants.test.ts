import { beforeAll, describe, expect, it } from 'vitest'
import { connectedServer } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  buy,
  connect,
  grantOf,
  grantsOf,
  newBuyer,
  newRole,
  openRoleShop,
  type RoleShop,
  refund,
  rolesOf,
  type Sold,
  sell,
  until,
  untilGrant,
} from '../../../../test/external-grants.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { bookClub } from '../../../../test/stand-in-discord.ts'

const db = testDatabase()
const server = connectedServer(db)
let shop: RoleShop
let reader: string
let club: Sold
let accounts = 100

beforeAll(async () => {
  shop = await openRoleShop(server.current)
  reader = await newRole(shop)
  club = await sell(shop, [reader])
})

/** A buyer with an account of their own at Discord. */
async function newReader(): Promise<Buyer & { readonly accountId: string }> {
  const accountId = `8100000000000000${++accounts}`
  server.current.discord.at.account = { id: accountId, username: `reader-${accounts}` }
  return { ...(await newBuyer(shop)), accountId }
}

async function newConnectedReader() {
  const buyer = await newReader()
  await connect(shop, buyer, 'discord')
  return buyer
}

const eventsOfGrant = async (id: string) =>
  (await eventsOf(server.current, shop.organization))
    .filter(({ payload }) => Object(payload).id === id)
    .map(({ name, payload }) => `${name.replace('benefit_grant.', '')} ${Object(payload).status}`)

describe('a role', () => {
  it('waits for the account, is given with it, and is taken by a refund', async () => {
    const buyer = await newReader()
    const orderId = await buy(shop, buyer, club)
    const query = `order_id=${orderId}`
    const waiting = await grantOf(shop, query)
    expect(waiting).toMatchObject({
      status: 'waiting',
      is_granted: false,
      properties: {},
      error: {
        type: 'BenefitActionRequiredError',
        message: 'The customer has to connect a Discord account in the customer portal.',
      },
    })
    await connect(shop, buyer, 'discord')
    const granted = await untilGrant(shop, query, 'granted')
    expect(granted).toMatchObject({
      is_granted: true,
      error: null,
      properties: { account_id: buyer.accountId, guild_id: bookClub.id, role_id: '71' },
    })
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
    const state = await shop.calls.get(`/customers/${buyer.customerId}/state`)
    expect(state.body).toMatchObject({ granted_benefits: [{ benefit_id: reader }] })
    await refund(shop, orderId)
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
    expect(await grantOf(shop, query)).toMatchObject({ status: 'revoked', error: null })
    expect(await eventsOfGrant(waiting.id)).toEqual([
      'created waiting',
      'updated pending',
      'updated granted',
      'revoked revoked',
    ])
  })

  it('is given at once to who has connected before, also to a member', async () => {
    const buyer = await newConnectedReader()
    server.current.discord.members.join(bookClub.id, buyer.accountId, ['9'])
    const orderId = await buy(shop, buyer, club)
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71', '9'])
  })

  it('that two purchases give is taken with the last of them', async () => {
    const buyer = await newConnectedReader()
    const [one, other] = [await buy(shop, buyer, club), await buy(shop, buyer, club)]
    await untilGrant(shop, `order_id=${one}`, 'granted')
    await untilGrant(shop, `order_id=${other}`, 'granted')
    await refund(shop, one)
    await untilSettled(buyer.accountId)
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
    await refund(shop, other)
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
  })

  it('moves with its benefit, and with another account', async () => {
    const role = await newRole(shop)
    const buyer = await newConnectedReader()
    const orderId = await buy(shop, buyer, await sell(shop, [role]))
    const query = `order_id=${orderId}`
    const before = await untilGrant(shop, query, 'granted')
    addRole('75', 'Writer')
    await moveTo(role, '75')
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual(['75']))
    await until(async () =>
      expect(await grantOf(shop, query)).toMatchObject({
        is_granted: true,
        properties: { role_id: '75' },
      }),
    )
    expect(await eventsOfGrant(before.id)).toEqual([
      'created pending',
      'updated granted',
      'updated granted',
    ])
    const second = '820000000000000001'
    server.current.discord.at.account = { id: second, username: 'other' }
    await connect(shop, buyer, 'discord')
    await until(() => expect(rolesOf(shop, second)).toEqual(['75']))
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
    await until(async () =>
      expect(await grantOf(shop, query)).toMatchObject({
        status: 'granted',
        properties: { account_id: second },
      }),
    )
  })

  it('is gained before another is lost, also while Discord is down', async () => {
    addRole('75', 'Writer')
    const [role, buyer] = [await newRole(shop), await newConnectedReader()]
    const orderId = await buy(shop, buyer, await sell(shop, [role]))
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    const put = new RegExp(`^PUT .*${buyer.accountId}/roles/75`)
    server.current.discord.troubles.push({ on: put, does: 'is unavailable' })
    await moveTo(role, '75')
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual(['75']))
    const changes = server.current.discord.requests.filter((one) => one.includes(buyer.accountId))
    expect(changes.map((one) => one.replace(/ .*roles/, ''))).toEqual(
      expect.arrayContaining(['PUT/75', 'DELETE/71']),
    )
    const [failed, given, taken] = changes.slice(-3).map((one) => one.replace(/ .*roles/, ''))
    expect([failed, given, taken]).toEqual(['PUT/75', 'PUT/75', 'DELETE/71'])
  })

  it('is taken from who disconnects the account, and waits for another', async () => {
    const buyer = await newConnectedReader()
    const orderId = await buy(shop, buyer, club)
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    const path = '/customer-portal/oauth-accounts/discord'
    expect(briefOf(await buyer.portal.remove(path))).toBe('204')
    expect(briefOf(await buyer.portal.remove(path))).toBe('404 ResourceNotFound')
    expect(await grantOf(shop, `order_id=${orderId}`)).toMatchObject({
      status: 'waiting',
      error: { type: 'BenefitActionRequiredError' },
    })
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
  })

  it('is taken from a deleted customer, whose account is forgotten', async () => {
    const buyer = await newConnectedReader()
    await buy(shop, buyer, club)
    await untilGrant(shop, `customer_id=${buyer.customerId}`, 'granted')
    expect(briefOf(await shop.calls.remove(`/customers/${buyer.customerId}`))).toBe('204')
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
    await server.current.settle()
    const { rows } = await db.database.pool.query(
      'select from oauth_account where customer_id = $1',
      [buyer.customerId],
    )
    expect(rows).toEqual([])
    await until(async () => expect(await attemptsFor(buyer.accountId)).toBeNull())
  })

  it('is taken from everybody with a deleted benefit', async () => {
    const [role, buyer] = [await newRole(shop), await newConnectedReader()]
    await buy(shop, buyer, await sell(shop, [role]))
    await untilGrant(shop, `customer_id=${buyer.customerId}`, 'granted')
    expect(briefOf(await shop.calls.remove(`/benefits/${role}`))).toBe('204')
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
  })
})

/** Failed calls of the provider for this account; null if it has nothing there. */
async function attemptsFor(accountId: string): Promise<number | null> {
  const { rows } = await db.database.pool.query<{ attempts: number }>(
    'select attempts from external_access where account_id = $1 and leased_until is null',
    [accountId],
  )
  return rows[0]?.attempts ?? null
}

/** Nothing is to be given to or taken from this account. */
async function untilSettled(accountId: string): Promise<void> {
  await until(async () => {
    const { rows } = await db.database.pool.query(
      'select from external_access where account_id = $1 and due_at is not null',
      [accountId],
    )
    expect(rows).toEqual([])
  })
}

function addRole(id: string, name: string): void {
  const { guilds } = server.current.discord
  guilds.set(bookClub.id, { ...bookClub, roles: [...bookClub.roles, { id, name, position: 1 }] })
}

async function moveTo(benefitId: string, role_id: string): Promise<void> {
  const path = `/benefits/${benefitId}`
  const { guild_token } = Object((await shop.calls.get(path)).body?.['properties'])
  const input = { type: 'discord', properties: { guild_token, role_id } }
  expect(await shop.calls.patch(path, input)).toMatchObject({ status: 200 })
}

describe('a failed role', () => {
  it('says what is missing, in Discord’s words too, and is retried by the seller', async () => {
    const [role, buyer] = [await newRole(shop), await newConnectedReader()]
    const sold = await sell(shop, [role])
    const powerless = bookClub.roles.map((one) => ({ ...one, permissions: '0' }))
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, roles: powerless })
    const orderId = await buy(shop, buyer, sold)
    const failed = await untilGrant(shop, `order_id=${orderId}`, 'failed')
    expect(failed.error).toMatchObject({
      type: 'BenefitProviderError',
      message: expect.stringMatching(/^The bot may not assign.*Discord says: Missing Permissions$/),
    })
    server.current.discord.guilds.set(bookClub.id, bookClub)
    const retried = await shop.calls.post(`/benefit-grants/${failed.id}/retry`, {})
    expect(retried).toMatchObject({ status: 200, body: { status: 'pending', error: null } })
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
  })

  it('is retried with all others of its benefit', async () => {
    const role = await newRole(shop)
    const sold = await sell(shop, [role])
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, botRoleIds: null })
    for (const buyer of [await newConnectedReader(), await newConnectedReader()]) {
      await buy(shop, buyer, sold)
      await untilGrant(shop, `benefit_id=${role}&customer_id=${buyer.customerId}`, 'failed')
    }
    server.current.discord.guilds.set(bookClub.id, bookClub)
    const path = `/benefits/${role}/retry-grants`
    expect((await shop.calls.post(path, {})).body).toEqual({ retried_count: 2 })
    await until(async () => {
      const statuses = (await grantsOf(shop, `benefit_id=${role}`)).map(({ status }) => status)
      expect(statuses).toEqual(['granted', 'granted'])
    })
    expect((await shop.calls.post(path, {})).body).toEqual({ retried_count: 0 })
  })

  it('is not retried while it waits, or after it was revoked', async () => {
    const buyer = await newReader()
    const orderId = await buy(shop, buyer, club)
    const { id } = await grantOf(shop, `order_id=${orderId}`)
    const retry = async () => briefOf(await shop.calls.post(`/benefit-grants/${id}/retry`, {}))
    expect(await retry()).toBe('409 BenefitGrantNotRetryable')
    await refund(shop, orderId)
    expect(await retry()).toBe('409 BenefitGrantNotRetryable')
  })

  it('fails after twenty tries without an answer', async () => {
    const buyer = await newConnectedReader()
    const on = new RegExp(`^PUT .*${buyer.accountId}`)
    for (let tries = 0; tries < 20; tries++) {
      server.current.discord.troubles.push({ on, does: 'is unavailable' })
    }
    const orderId = await buy(shop, buyer, club)
    const query = `order_id=${orderId}`
    for (let tries = 1; tries < 20; tries++) {
      await until(async () => expect(await attemptsFor(buyer.accountId)).toBe(tries))
      server.current.clock.advance(3600)
    }
    await untilGrant(shop, query, 'failed')
    expect((await grantOf(shop, query)).error?.message).toBe('status 503: Upstream connect error')
    const tries = server.current.discord.requests.filter((one) => on.test(one))
    expect(tries).toHaveLength(20)
  })

  it('that can’t be taken says so, and is taken by a retry', async () => {
    const buyer = await newConnectedReader()
    const orderId = await buy(shop, buyer, club)
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, botRoleIds: null })
    await refund(shop, orderId)
    const stuck = await until(async () => {
      const found = await grantOf(shop, `order_id=${orderId}`)
      expect(found.error?.type).toBe('BenefitRevocationError')
    }).then(() => grantOf(shop, `order_id=${orderId}`))
    expect(stuck).toMatchObject({ status: 'revoked', is_revoked: true })
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
    server.current.discord.guilds.set(bookClub.id, bookClub)
    const retried = await shop.calls.post(`/benefit-grants/${stuck.id}/retry`, {})
    expect(retried).toMatchObject({ status: 200, body: { status: 'revoked', error: null } })
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual([]))
  })
})

describe('a member who leaves', () => {
  it('and comes back gets the role again by a retry', async () => {
    const buyer = await newConnectedReader()
    const orderId = await buy(shop, buyer, club)
    const { id } = await untilGrant(shop, `order_id=${orderId}`, 'granted')
    server.current.discord.members.leave(bookClub.id, buyer.accountId)
    server.current.discord.members.join(bookClub.id, buyer.accountId)
    const retried = await shop.calls.post(`/benefit-grants/${id}/retry`, {})
    expect(retried).toMatchObject({ status: 200, body: { status: 'granted' } })
    await until(() => expect(rolesOf(shop, buyer.accountId)).toEqual(['71']))
  })

  it('has to connect again if Discord no longer lets them in', async () => {
    const buyer = await newConnectedReader()
    const orderId = await buy(shop, buyer, club)
    const { id } = await untilGrant(shop, `order_id=${orderId}`, 'granted')
    server.current.discord.members.leave(bookClub.id, buyer.accountId)
    server.current.discord.revokeTokens()
    await shop.calls.post(`/benefit-grants/${id}/retry`, {})
    const waiting = await untilGrant(shop, `order_id=${orderId}`, 'waiting')
    expect(waiting.error).toMatchObject({
      type: 'BenefitActionRequiredError',
      message: expect.stringMatching(/connected again/),
    })
    await connect(shop, buyer, 'discord')
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    expect(rolesOf(shop, buyer.accountId)).toEqual(['71'])
  })
})
