import type { Polar } from '@polar-sh/sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ada, bookClub, startStandInDiscord } from '../../../server/test/stand-in-discord.ts'
import { startStandInGitHub } from '../../../server/test/stand-in-github.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asBackend, call, inDashboard, newSeller, newToken, type Seller } from './seller.ts'
import { asToken, payAtCheckout } from './subscriber.ts'

const discord = await startStandInDiscord()
const github = await startStandInGitHub()
const site = testSite({ ...discord.env, ...github.env })
let acme: Seller
let polar: Polar
let token: string
let role: string
let repository: string

const scopes = [
  'benefits:write',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'checkouts:write',
  'orders:read',
  'refunds:write',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  polar = asBackend(site, token)
  const { benefits } = inDashboard(acme.person)
  const { organizationId } = acme
  const guildToken = (await connectSeller('discord')).get('guild_token') ?? ''
  const reader = await benefits.create({
    type: 'discord',
    organizationId,
    description: 'A seat in the club',
    properties: { guildToken, roleId: '71' },
  })
  role = reader.id
  await connectSeller('github')
  const code = await benefits.create({
    type: 'github_repository',
    organizationId,
    description: 'The source code',
    properties: { repositoryOwner: 'acme', repositoryName: 'Rockets', permission: 'pull' },
  })
  repository = code.id
})

afterAll(async () => {
  await discord.stop()
  await github.stop()
})

async function connectSeller(service: 'discord' | 'github'): Promise<URLSearchParams> {
  const answer = await call(acme.person, 'POST', `/integrations/${service}/connections/`, {
    organization_id: acme.organizationId,
    return_to: '/dashboard/acme/benefits/new',
  })
  const url = textAt(answer.body, 'url')
  const back = service === 'discord' ? discord.authorize(url, bookClub.id) : github.authorize(url)
  const { location } = await acme.person.open(back.href)
  return new URLSearchParams(new URL(location ?? '', site.url).hash.slice(1))
}

let customers = 0

/** A customer who has paid for a product with this benefit. */
async function buy(benefit: string) {
  const { id } = await polar.products.create({
    name: 'Membership',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
  })
  const productBenefitsUpdate = { benefits: [benefit] }
  await polar.products.updateBenefits({ id, productBenefitsUpdate })
  const email = `customer-${++customers}@acme.test`
  const customer = await polar.customers.create({ email })
  await payAtCheckout(site, polar, { email, customerId: customer.id, product: id })
  const { result } = await polar.orders.list({ customerId: customer.id })
  const session = await polar.customerSessions.create({ customerId: customer.id })
  return {
    customerId: customer.id,
    orderId: result.items[0]?.id ?? '',
    session: { customerSession: session.token },
    raw: asToken(site, session.token),
  }
}

type Buyer = Awaited<ReturnType<typeof buy>>

/** In the tab of the customer. */
async function connect({ raw }: Buyer, platform: 'discord' | 'github'): Promise<void> {
  const path = '/customer-portal/oauth-accounts/'
  const asked = { platform, return_to: '/acme/portal' }
  const started = await raw.post(`${path}authorize`, asked)
  const url = textAt(started.body, 'url')
  const back = platform === 'discord' ? discord.identify(url) : github.authorize(url)
  const { headers } = await fetch(back.href, { redirect: 'manual' })
  const page = new URL(headers.get('location') ?? '')
  expect(page.pathname).toBe('/acme/portal')
  const shown = Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
  const sent = { state: shown['state'], code: shown['code'] }
  expect(await raw.post(path, sent)).toMatchObject({ status: 201, body: { platform } })
}

async function grantOf({ customerId }: Buyer, benefit: string) {
  const { result } = await polar.benefits.grants({ id: benefit, customerId })
  const [grant] = result.items
  if (grant === undefined) throw new Error('The customer has no grant')
  return grant
}

const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 })

const untilGranted = (buyer: Buyer, benefit: string) =>
  eventually(async () => {
    expect(await grantOf(buyer, benefit)).toMatchObject({ isGranted: true, error: null })
  })

describe('a role in a Discord server', () => {
  it('waits for the account, is given, and is taken by the refund', async () => {
    const buyer = await buy(role)
    expect(await grantOf(buyer, role)).toMatchObject({
      isGranted: false,
      isRevoked: false,
      grantedAt: null,
      error: {
        type: 'BenefitActionRequiredError',
        message: 'The customer has to connect a Discord account in the customer portal.',
      },
    })
    const { benefitGrants, customers: portal } = polar.customerPortal
    const { result } = await benefitGrants.list(buyer.session, {})
    const [held] = result.items
    expect(held).toMatchObject({
      isGranted: false,
      benefit: { type: 'discord', properties: { guildId: bookClub.id } },
    })
    await connect(buyer, 'discord')
    await untilGranted(buyer, role)
    expect(discord.members.rolesOf(bookClub.id, ada.id)).toEqual(['71'])
    expect((await portal.get(buyer.session)).oauthAccounts).toEqual({
      discord: { accountId: ada.id, accountUsername: 'ada' },
    })
    const state = await polar.customers.getState({ id: buyer.customerId })
    expect(state.grantedBenefits).toMatchObject([{ benefitId: role, benefitType: 'discord' }])
    await polar.refunds.create({
      orderId: buyer.orderId,
      reason: 'customer_request',
      amount: 1000,
      revokeBenefits: true,
    })
    await eventually(async () => {
      expect(discord.members.rolesOf(bookClub.id, ada.id)).toEqual([])
    })
    expect(await grantOf(buyer, role)).toMatchObject({ isGranted: false, isRevoked: true })
  })

  it('comes back to a customer who left the server, and asks for it in the portal', async () => {
    const buyer = await buy(role)
    await connect(buyer, 'discord')
    await untilGranted(buyer, role)
    discord.members.leave(bookClub.id, ada.id)
    const { benefitGrants } = polar.customerPortal
    const again = await benefitGrants.update(buyer.session, {
      id: (await grantOf(buyer, role)).id,
      customerBenefitGrantUpdate: {
        benefitType: 'discord',
        properties: { accountId: ada.id },
      },
    })
    expect(again).toMatchObject({ isGranted: true, benefit: { type: 'discord' } })
    await eventually(async () => {
      expect(discord.members.rolesOf(bookClub.id, ada.id)).toEqual(['71'])
    })
  })

  it('leaves an account that the customer disconnects', async () => {
    const buyer = await buy(role)
    await connect(buyer, 'discord')
    await untilGranted(buyer, role)
    const path = '/customer-portal/oauth-accounts/'
    expect((await buyer.raw.get(path)).body).toMatchObject({ items: [{ platform: 'discord' }] })
    const { customerSession } = buyer.session
    const headers = { authorization: `Bearer ${customerSession}` }
    const method = 'DELETE'
    const answer = await fetch(`${site.url}/v1${path}discord`, { method, headers })
    expect(answer.status).toBe(204)
    expect(await grantOf(buyer, role)).toMatchObject({ isGranted: false })
  })
})

describe('a GitHub repository', () => {
  it('that refuses is tried again by the seller, one grant or all', async () => {
    const [one, other] = [await buy(repository), await buy(repository)]
    for (const buyer of [one, other]) {
      const body = { message: 'Repository access blocked' }
      github.troubles.push({ on: /^PUT/, does: { refuses: 422, body } })
      await connect(buyer, 'github')
      await eventually(async () => {
        expect(await grantOf(buyer, repository)).toMatchObject({
          error: {
            type: 'BenefitProviderError',
            message: 'GitHub says: Repository access blocked',
          },
        })
      })
    }
    const { id } = await grantOf(one, repository)
    const raw = asToken(site, token)
    expect(await raw.post(`/benefit-grants/${id}/retry`, {})).toMatchObject({ status: 200 })
    await untilGranted(one, repository)
    expect(github.people.accessOf('acme/Rockets', 'ann')).toBe('invited: read')
    await raw.post(`/benefits/${repository}/retry-grants`, {})
    await untilGranted(other, repository)
    expect(github.people.mails).toEqual(['ann: acme/rockets'])
  })
})
