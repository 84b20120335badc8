import type { Scope } from '@guildhall/contract/organizations/scopes'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../src/kernel/assert.ts'
import type { Founded } from './founding.ts'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

export interface BillingAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // What the test expects is the test's business.
  readonly body: Readonly<Record<string, unknown>> | null
}

type Lines = Readonly<Record<string, string>>

/** Calls of the billing API as somebody. */
export interface BillingCalls {
  readonly get: (path: string, headers?: Lines) => Promise<BillingAnswer>
  readonly post: (path: string, body: object, headers?: Lines) => Promise<BillingAnswer>
  readonly put: (path: string, body: object, headers?: Lines) => Promise<BillingAnswer>
  readonly patch: (path: string, body: object, headers?: Lines) => Promise<BillingAnswer>
  readonly remove: (path: string, headers?: Lines) => Promise<BillingAnswer>
}

interface Site {
  readonly url: string
}

/** As a seller's backend does, with an access token. */
export const withToken = (site: Site, token: string): BillingCalls =>
  callsWith(site, () => ({ authorization: `Bearer ${token}` }))

/** As the dashboard does, with the cookies of somebody who is signed in. */
export const inDashboard = (site: Site, { browser }: Pick<Person, 'browser'>): BillingCalls =>
  callsWith(site, () => ({
    cookie: Array.from(browser.cookies, (pair) => pair.join('=')).join('; '),
    origin: site.url,
  }))

export const withNothing = (site: Site): BillingCalls => callsWith(site, () => ({}))

function callsWith({ url }: Site, identify: () => Lines): BillingCalls {
  async function send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: object; headers?: Lines | undefined },
  ): Promise<BillingAnswer> {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { ...identify(), 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const { status, headers: told } = answer
    const isJson = text !== '' && told.get('content-type')?.includes('json') === true
    return { status, headers: told, text, body: isJson ? JSON.parse(text) : null }
  }
  return {
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    put: (path, body, headers) => send('PUT', path, { body, headers }),
    patch: (path, body, headers) => send('PATCH', path, { body, headers }),
    remove: (path, headers) => send('DELETE', path, { headers }),
  }
}

export interface MadeToken {
  readonly id: string
  readonly token: string
}

const made = z.object({
  organization_access_token: z.object({ id: z.string() }),
  token: z.string(),
})

/** A token that the organization's owner made in the dashboard. */
export async function newAccessToken(
  site: Site,
  { owner, id }: Founded,
  scopes: readonly Scope[],
  wish: object = {},
): Promise<MadeToken> {
  const body = { organization_id: id, comment: 'Backend', scopes, ...wish }
  const answer = await inDashboard(site, owner).post('/organization-access-tokens/', body)
  expect(answer).toMatchObject({ status: 201 })
  const { organization_access_token, token } = made.parse(answer.body)
  return { id: organization_access_token.id, token }
}

/** What an organization's backend calls with a token of its own. */
export async function newBackend(
  site: Site,
  organization: Founded,
  scopes: readonly Scope[],
): Promise<BillingCalls> {
  const { token } = await newAccessToken(site, organization, scopes)
  return withToken(site, token)
}

/** When a token was used last, once it was used at all. */
export const lastUseOf = ({ database }: Pick<TestServer, 'database'>, id: string): Promise<Date> =>
  vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ used: Date | null }>(
      'select last_used_at as used from organization_access_token where id = $1',
      [id],
    )
    const used = rows[0]?.used ?? null
    assert(used !== null, 'the token was used')
    return used
  })

/** The first words of a refusal: its status, its class, and where the fault is. */
export function briefOf({ status, body }: BillingAnswer): string {
  if (status < 400) return String(status)
  const { error, detail } = body ?? {}
  const places = z.array(z.object({ loc: z.array(z.unknown()) })).safeParse(detail)
  const loc = places.success ? places.data.map((one) => one.loc.join('.')) : []
  return [status, error, ...loc].join(' ')
}
