import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { bareBenefit } from './benefits.ts'
import { type ConnectedServer, connectGitHub, guildTokenFor } from './connections.ts'
import { newCustomer } from './customers.ts'
import { newOrder } from './orders.ts'
import { createOrganization, type OwnedOrganization } from './owned-organization.ts'
import { newProduct } from './products.ts'
import { type BillingCalls, inDashboard, newBackend, withToken } from './sellers.ts'
import { bookClub } from './stand-in-discord.ts'

/** What tests of grants at providers need. */
export const externalGrantScopes = [
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'orders:write',
  'refunds:write',
  'payments:read',
  'benefits:write',
] as const

const made = z.object({ id: z.string() })

const grant = z.looseObject({
  id: z.string(),
  benefit_id: z.string(),
  status: z.string(),
  is_granted: z.boolean(),
  properties: z.record(z.string(), z.unknown()),
  error: z.nullable(z.looseObject({ type: z.string(), message: z.string() })),
})

/** A seller of roles and repositories, on a server with stand-ins. */
export interface RoleShop {
  readonly server: ConnectedServer
  readonly organization: OwnedOrganization
  readonly calls: BillingCalls
}

export async function openRoleShop(server: ConnectedServer): Promise<RoleShop> {
  const organization = await createOrganization(server)
  const calls = await newBackend(server, organization, externalGrantScopes)
  return { server, organization, calls }
}

export async function newRole({ server, organization }: RoleShop, roleId = '71'): Promise<string> {
  const guild_token = await guildTokenFor(server, organization)
  const properties = { guild_token, role_id: roleId }
  const input = { ...bareBenefit, type: 'discord', organization_id: organization.id, properties }
  return made.parse((await inDashboard(server, organization.owner).post('/benefits/', input)).body)
    .id
}

export async function newRepository(
  { server, organization }: RoleShop,
  permission = 'pull',
): Promise<string> {
  server.github.at.login = 'ann'
  await connectGitHub(server, organization)
  const properties = { repository_owner: 'acme', repository_name: 'Rockets', permission }
  const type = 'github_repository'
  const input = { ...bareBenefit, type, organization_id: organization.id, properties }
  return made.parse((await inDashboard(server, organization.owner).post('/benefits/', input)).body)
    .id
}

export interface Sold {
  readonly productId: string
  readonly priceId: string
}

export async function sell({ calls }: RoleShop, benefits: readonly string[]): Promise<Sold> {
  const product = await newProduct(calls, {})
  const answer = await calls.post(`/products/${product.id}/benefits`, { benefits })
  expect(answer).toMatchObject({ status: 200 })
  return { productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

export interface Buyer {
  readonly customerId: string
  readonly portal: BillingCalls
}

export async function newBuyer({ server, calls }: RoleShop): Promise<Buyer> {
  const { id: customerId } = await newCustomer(calls)
  const { body } = await calls.post('/customer-sessions/', { customer_id: customerId })
  return { customerId, portal: withToken(server, String(body?.['token'])) }
}

export const buy = (
  { server, organization }: RoleShop,
  { customerId }: Buyer,
  sold: Sold,
): Promise<string> => newOrder(server, organization, { ...sold, customerId })

export async function refund({ calls, server }: RoleShop, orderId: string): Promise<void> {
  const asked = {
    order_id: orderId,
    reason: 'customer_request',
    amount: 400,
    revoke_benefits: true,
  }
  expect(await calls.post('/refunds/', asked)).toMatchObject({ status: 200 })
  await server.settle()
}

export type Platform = 'discord' | 'github'

/** The URL that the browser is sent back to after the account was shown at the stand-in. */
export async function showAccount(
  { server }: Pick<RoleShop, 'server'>,
  portal: BillingCalls,
  platform: Platform,
): Promise<URLSearchParams> {
  const asked = { platform, return_to: '/acme/portal' }
  const { body, status } = await portal.post('/customer-portal/oauth-accounts/authorize', asked)
  expect(status).toBe(201)
  const url = String(body?.['url'])
  const back = platform === 'discord' ? server.discord.identify(url) : server.github.authorize(url)
  const answer = await fetch(back.href, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  const page = new URL(answer.headers.get('location') ?? '')
  expect(`${page.origin}${page.pathname}`).toBe(`${server.url}/acme/portal`)
  return new URLSearchParams(page.hash.slice(1))
}

export async function connect(
  shop: Pick<RoleShop, 'server'>,
  { portal }: Pick<Buyer, 'portal'>,
  platform: Platform,
): Promise<void> {
  const shown = await showAccount(shop, portal, platform)
  const body = { state: shown.get('state'), code: shown.get('code') }
  const answer = await portal.post('/customer-portal/oauth-accounts/', body)
  expect(answer).toMatchObject({ status: 201, body: { platform } })
}

export async function grantsOf({ calls }: Pick<RoleShop, 'calls'>, query: string) {
  const { status, body } = await calls.get(`/benefit-grants/?limit=100&${query}`)
  expect(status).toBe(200)
  return z.object({ items: z.array(grant) }).parse(body).items
}

export async function grantOf(shop: Pick<RoleShop, 'calls'>, query: string) {
  const [found] = await grantsOf(shop, query)
  expect(found).toBeDefined()
  return grant.parse(found)
}

const patience = { timeout: 15_000, interval: 25 }

/** Waits until the only grant is in this status. */
export const untilGrant = (shop: Pick<RoleShop, 'calls'>, query: string, status: string) =>
  vi.waitFor(async () => {
    const found = await grantOf(shop, query)
    expect(found.status).toBe(status)
    return found
  }, patience)

export const until = (see: () => void | Promise<void>) => vi.waitFor(see, patience)

export const rolesOf = ({ server }: Pick<RoleShop, 'server'>, accountId: string) =>
  server.discord.members.rolesOf(bookClub.id, accountId)
