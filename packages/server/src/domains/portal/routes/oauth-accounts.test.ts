import { beforeAll, describe, expect, it } from 'vitest'
import { connectedServer } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  buy,
  connect,
  externalGrantScopes,
  newBuyer,
  newRepository,
  newRole,
  type RoleShop,
  rolesOf,
  type Sold,
  sell,
  showAccount,
  untilGrant,
} from '../../../../test/external-grants.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, newBackend, withToken } from '../../../../test/sellers.ts'
import { ada } from '../../../../test/stand-in-discord.ts'
import { newRecurringProduct } from '../../../../test/subscriptions.ts'
import { buyAs, openMarketOfOne } from '../../../../test/typed-purchases.ts'

const db = testDatabase()
const server = connectedServer(db)
let shop: RoleShop
let club: Sold

beforeAll(async () => {
  const organization = await createOrganization(server.current)
  const calls = await newBackend(server.current, organization, externalGrantScopes)
  shop = { server: server.current, organization, calls }
  club = await sell(shop, [await newRole(shop)])
})

const path = '/customer-portal/oauth-accounts/'
const invalidState = '422 RequestValidationError body.state'

const finish = ({ portal }: Pick<Buyer, 'portal'>, shown: URLSearchParams) =>
  portal.post(path, { state: shown.get('state'), code: shown.get('code') })

describe('connecting an account', () => {
  it('is shown to the customer, in the list and with their details', async () => {
    const buyer = await newBuyer(shop)
    expect((await buyer.portal.get(path)).body).toEqual({ items: [] })
    await connect(shop, buyer, 'discord')
    await connect(shop, buyer, 'github')
    const account = (platform: string, id: unknown, name: string) => ({
      platform,
      account_id: id,
      account_username: name,
      connected_at: expect.any(String),
    })
    const ann = String(server.current.github.people.idOf('ann'))
    expect((await buyer.portal.get(path)).body).toEqual({
      items: [account('discord', ada.id, 'ada'), account('github', ann, 'ann')],
    })
    expect((await buyer.portal.get('/customer-portal/customers/me')).body).toMatchObject({
      oauth_accounts: {
        discord: { account_id: ada.id, account_username: 'ada' },
        github: { account_id: ann, account_username: 'ann' },
      },
    })
  })

  it('works once, in the session that started it, and for ten minutes', async () => {
    const [buyer, other] = [await newBuyer(shop), await newBuyer(shop)]
    const shown = await showAccount(shop, buyer.portal, 'discord')
    expect(briefOf(await finish(other, shown))).toBe(invalidState)
    const again = await shop.calls.post('/customer-sessions/', { customer_id: buyer.customerId })
    const second = { portal: withToken(server.current, String(again.body?.['token'])) }
    expect(briefOf(await finish(second, shown))).toBe(invalidState)
    expect(briefOf(await finish(buyer, shown))).toBe('201')
    expect(briefOf(await finish(buyer, shown))).toBe(invalidState)
    const late = await showAccount(shop, buyer.portal, 'discord')
    server.current.clock.advance(601)
    expect(briefOf(await finish(buyer, late))).toBe(invalidState)
    const forged = { state: 'x', code: 'y' }
    expect(briefOf(await buyer.portal.post(path, forged))).toBe(invalidState)
  })

  it('is refused for a code that the provider doesn’t accept, or of another redirect', async () => {
    const buyer = await newBuyer(shop)
    const [one, other] = [
      await showAccount(shop, buyer.portal, 'discord'),
      await showAccount(shop, buyer.portal, 'discord'),
    ]
    const body = { state: one.get('state'), code: other.get('code') }
    const refused = await buyer.portal.post(path, body)
    expect(briefOf(refused)).toBe('422 RequestValidationError body.code')
    expect(refused.text).toContain('Discord did not confirm the account')
    server.current.discord.at.identified = 'identify'
    const unscoped = await showAccount(shop, buyer.portal, 'discord')
    expect(briefOf(await finish(buyer, unscoped))).toBe('422 RequestValidationError body.code')
    server.current.discord.at.identified = 'identify guilds.join'
    expect((await buyer.portal.get(path)).body).toEqual({ items: [] })
  })

  it('returns to the page with an error when the customer declines', async () => {
    const { portal } = await newBuyer(shop)
    const asked = { platform: 'discord', return_to: '/acme/portal?tab=benefits' }
    const { body } = await portal.post(`${path}authorize`, asked)
    const back = server.current.discord.decline(String(body?.['url']))
    const { headers } = await fetch(back.href, { redirect: 'manual' })
    expect(headers.get('location')).toBe(
      `${server.current.url}/acme/portal?tab=benefits#platform=discord&error=access_denied`,
    )
    const forged = await fetch(`${server.current.url}/v1${path}callback?state=x&code=y`)
    expect(forged.status).toBe(422)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/..//evil.example',
    '/\\evil.example',
    '/portal#x',
    'portal',
  ])('never returns to %s', async (return_to) => {
    const { portal } = await newBuyer(shop)
    const answer = await portal.post(`${path}authorize`, { platform: 'github', return_to })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.return_to')
  })

  it('stores the token encrypted', async () => {
    await connect(shop, await newBuyer(shop), 'discord')
    const { rows } = await db.database.pool.query<{ access_token: Buffer }>(
      'select access_token from oauth_account where access_token is not null',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { access_token } of rows)
      expect(access_token.toString('latin1')).not.toMatch(/person/)
    expect(server.current.logged.join('')).not.toContain('person.')
  })
})

describe('a purchase session', () => {
  it('connects nothing, since its buyer only typed the address', async () => {
    const { market, ada: customer } = await openMarketOfOne(server.current)
    const plan = await newRecurringProduct(market.seller, 2000)
    const { session } = await buyAs(market, plan, {
      email: customer.email,
      card: 'tok_sandbox_ok',
    })
    const unproved = '403 CustomerEmailUnproved'
    expect(briefOf(await session.get(path))).toBe(unproved)
    const asked = { platform: 'discord', return_to: '/acme/portal' }
    expect(briefOf(await session.post(`${path}authorize`, asked))).toBe(unproved)
    expect(briefOf(await session.remove(`${path}discord`))).toBe(unproved)
    const owner = { portal: await portalOf(market, customer.id) }
    const shown = await showAccount({ server: server.current }, owner.portal, 'discord')
    expect(briefOf(await finish({ portal: session }, shown))).toBe(unproved)
    expect(briefOf(await finish(owner, shown))).toBe('201')
  })
})

async function portalOf(
  { seller }: Awaited<ReturnType<typeof openMarketOfOne>>['market'],
  customer_id: string,
) {
  const { body } = await seller.post('/customer-sessions/', { customer_id })
  return withToken(server.current, String(body?.['token']))
}

const notConnected = '422 RequestValidationError body.properties.account_id'

describe('choosing the account of a benefit', () => {
  it('delivers it again to a connected account, and to no other', async () => {
    const buyer = await newBuyer(shop)
    const accountId = '850000000000000001'
    server.current.discord.at.account = { id: accountId, username: 'chooser' }
    const orderId = await buy(shop, buyer, club)
    const { items } = Object((await buyer.portal.get('/customer-portal/benefit-grants/')).body)
    expect(items).toMatchObject([
      {
        status: 'waiting',
        error: { type: 'BenefitActionRequiredError' },
        benefit: { type: 'discord', properties: { guild_id: expect.any(String) } },
      },
    ])
    const grant = `/customer-portal/benefit-grants/${items[0].id}`
    const choose = (benefit_type: string, account_id: string) =>
      buyer.portal.patch(grant, { benefit_type, properties: { account_id } })
    expect(briefOf(await choose('discord', accountId))).toBe(notConnected)
    await connect(shop, buyer, 'discord')
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    expect(briefOf(await choose('github_repository', accountId))).toBe('403 NotPermitted')
    expect(briefOf(await choose('discord', ada.id))).toBe(notConnected)
    server.current.discord.members.leave('700000000000000001', accountId)
    expect(await choose('discord', accountId)).toMatchObject({
      status: 200,
      body: { status: 'granted', benefit: { type: 'discord' } },
    })
    await expect.poll(() => rolesOf(shop, accountId), { timeout: 15_000 }).toEqual(['71'])
    const stranger = await newBuyer(shop)
    const body = { benefit_type: 'discord', properties: { account_id: accountId } }
    expect(briefOf(await stranger.portal.patch(grant, body))).toBe('404 ResourceNotFound')
  })

  it('hides from the customer why a provider refuses', async () => {
    const buyer = await newBuyer(shop)
    server.current.github.at.login = 'hidden'
    await connect(shop, buyer, 'github')
    server.current.github.at.login = 'ann'
    const repository = await newRepository(shop)
    const sold = await sell(shop, [repository])
    server.current.github.at.repositories = []
    const orderId = await buy(shop, buyer, sold)
    await untilGrant(shop, `order_id=${orderId}`, 'failed')
    const { items } = Object((await buyer.portal.get('/customer-portal/benefit-grants/')).body)
    expect(items).toMatchObject([
      {
        status: 'failed',
        error: null,
        benefit: { properties: { repository_owner: 'acme', repository_name: 'Rockets' } },
      },
    ])
  })
})
