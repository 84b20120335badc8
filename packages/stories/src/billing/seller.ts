import { Polar } from '@polar-sh/sdk'
import { HTTPClient } from '@polar-sh/sdk/lib/http.js'
import { expect } from 'vitest'
import { newcomer, type Person } from '../people.ts'
import type { Visitor } from '../visitor.ts'
import { textAt } from '../wire.ts'

type Site = { readonly url: string }

/** The official client as a seller's backend runs it, with an access token of theirs. */
export const asBackend = ({ url }: Site, accessToken: string): Polar =>
  new Polar({ serverURL: url, accessToken })

/** The official client on a page of the dashboard, where the browser adds cookies and origin. */
export function inDashboard({ site, jar }: Visitor): Polar {
  const httpClient = new HTTPClient()
  httpClient.addHook('beforeRequest', (request) => {
    request.headers.set('cookie', jar.header())
    request.headers.set('origin', site.url)
  })
  return new Polar({ serverURL: site.url, httpClient })
}

/** The official client of somebody who has neither. */
export const asNobody = ({ url }: Site): Polar => new Polar({ serverURL: url })

/** What the client throws; a call that was not refused fails the test. */
export const thrown = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Calls of the dashboard that the official client of this version doesn't have. */
export async function call(
  { site, jar }: Visitor,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answered> {
  const answer = await jar.fetch(`${site.url}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

/** Somebody with an organization of their own. */
export interface Seller {
  readonly person: Person
  readonly organizationId: string
  readonly slug: string
}

export async function newSeller(site: Site, slug: string): Promise<Seller> {
  const person = await newcomer(site, `owner@${slug}.test`)
  const { id } = await inDashboard(person).organizations.create({ name: 'Acme Works', slug })
  return { person, organizationId: id, slug }
}

export interface Token {
  readonly id: string
  readonly token: string
}

/** A token as the settings page makes it, where it's shown once. */
export async function newToken(
  { person, organizationId }: Seller,
  scopes: readonly string[],
  wish: object = {},
): Promise<Token> {
  const body = { organization_id: organizationId, comment: 'Backend', scopes, ...wish }
  const { status, body: made } = await call(person, 'POST', '/organization-access-tokens/', body)
  expect(status).toBe(201)
  return { id: textAt(made, 'organization_access_token', 'id'), token: textAt(made, 'token') }
}
