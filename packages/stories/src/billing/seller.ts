import { Polar } from '@polar-sh/sdk'
import { HTTPClient } from '@polar-sh/sdk/lib/http.js'
import { expect } from 'vitest'
import { newPerson, type Person } from '../people.ts'
import type { Visitor } from '../visitor.ts'
import { textAt } from '../wire.ts'

type Site = { readonly url: string }

/** The official client of a seller's backend, with an access token. */
export const asBackend = ({ url }: Site, accessToken: string): Polar =>
  new Polar({ serverURL: url, accessToken })

/** The official client in the dashboard, where the browser adds cookies and the origin. */
export function inDashboard({ site, jar }: Visitor): Polar {
  const httpClient = new HTTPClient()
  httpClient.addHook('beforeRequest', (request) => {
    request.headers.set('cookie', jar.header())
    request.headers.set('origin', site.url)
  })
  return new Polar({ serverURL: site.url, httpClient })
}

/** The official client without credentials. */
export const asAnonymous = ({ url }: Site): Polar => new Polar({ serverURL: url })

/** The error that the client throws; fails the test if the call succeeds. */
export const thrown = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('the call was not refused'),
    (error: unknown) => error,
  )

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Calls operations that this version of the official client lacks. */
export async function call(
  { site, jar }: Visitor,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await jar.fetch(`${site.url}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

/** A person with an organization. */
export interface Seller {
  readonly person: Person
  readonly organizationId: string
  readonly slug: string
}

export async function newSeller(site: Site, slug: string): Promise<Seller> {
  const person = await newPerson(site, `owner@${slug}.test`)
  const { id } = await inDashboard(person).organizations.create({ name: 'Acme Works', slug })
  return { person, organizationId: id, slug }
}

export interface Token {
  readonly id: string
  readonly token: string
}

/** Creates a token like the settings page. */
export async function newToken(
  { person, organizationId }: Seller,
  scopes: readonly string[],
  input: object = {},
): Promise<Token> {
  const body = { organization_id: organizationId, comment: 'Backend', scopes, ...input }
  const { status, body: made } = await call(person, 'POST', '/organization-access-tokens/', body)
  expect(status).toBe(201)
  return { id: textAt(made, 'organization_access_token', 'id'), token: textAt(made, 'token') }
}
