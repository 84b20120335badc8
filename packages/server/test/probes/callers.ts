import { scopes } from '@guildhall/contract/organizations/scopes'
import { expect } from 'vitest'
import { makeSecret, secretPrefixes } from '../../src/platform/crypto/tokens.ts'
import { confirm, pathOf } from '../checkouts.ts'
import type { ConnectedServer } from '../connections.ts'
import type { OwnedOrganization } from '../owned-organization.ts'
import { newPerson, type Person } from '../people.ts'
import { freePrice, newProduct } from '../products.ts'
import { newAccessToken, withNothing } from '../sellers.ts'
import type { Victims } from './victims.ts'

/** Who can stand at a door. */
export const callerNames = [
  'nobody',
  'forger',
  'stranger',
  'foreignToken',
  'weakToken',
  'otherCustomer',
  'buyer',
  'serverKey',
] as const

export type CallerName = (typeof callerNames)[number]

export type Credentials = Readonly<Record<string, string>>

export const probeServerKey = makeSecret(secretPrefixes.server).secret

/** The only scope of the weak token. */
export const weakScope = 'metrics:read'

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` })

export const sessionOf = ({ url }: ConnectedServer, { browser }: Person): Credentials => ({
  cookie: Array.from(browser.cookies, (pair) => pair.join('=')).join('; '),
  origin: url,
})

export type Callers = Readonly<Record<CallerName, Credentials>>

/** Real credentials of everybody to whom the objects of the victims don't belong. */
export async function newCallers(
  server: ConnectedServer,
  victims: Victims,
  others: OwnedOrganization,
): Promise<Callers> {
  const { organization } = victims
  return {
    nobody: {},
    forger: bearer(makeSecret(secretPrefixes.organizationAccess).secret),
    stranger: sessionOf(server, await newPerson(server)),
    foreignToken: bearer((await newAccessToken(server, others, scopes)).token),
    weakToken: bearer((await newAccessToken(server, organization, [weakScope])).token),
    otherCustomer: await customerSession(victims),
    buyer: await purchaseSession(server, victims),
    serverKey: bearer(probeServerKey),
  }
}

export async function customerSession({
  backend,
  otherCustomer: { id },
}: Victims): Promise<Credentials> {
  const { body } = await backend.post('/customer-sessions/', { customer_id: id })
  return bearer(String(body?.['token']))
}

/** Of a buyer who typed the address of a victim. */
export async function purchaseSession(
  server: ConnectedServer,
  { backend, customer }: Victims,
): Promise<Credentials> {
  const { id: product_id } = await newProduct(backend, { prices: [freePrice] })
  const browser = withNothing(server)
  const { body } = await browser.post('/checkouts/client/', { product_id })
  const checkout = { client_secret: String(body?.['client_secret']) }
  expect(await browser.get(pathOf(checkout))).toMatchObject({ status: 200 })
  const confirmed = await confirm(browser, checkout, {
    customer_email: customer.email,
    confirmation_token_id: undefined,
  })
  expect(confirmed).toMatchObject({ status: 200 })
  await server.settle()
  return bearer(String(confirmed.body?.['customer_session_token']))
}
