import type { Scope } from '@guildhall/contract/organizations/scopes'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../src/kernel/assert.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

export interface BillingAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Each test knows the shape that it expects.
  readonly body: Readonly<Record<string, unknown>> | null
}

type HeaderLines = Readonly<Record<string, string>>

/** Calls the billing API as one caller. */
export interface BillingCalls {
  readonly get: (path: string, headers?: HeaderLines) => Promise<BillingAnswer>
  readonly post: (path: string, body: object, headers?: HeaderLines) => Promise<BillingAnswer>
  readonly put: (path: string, body: object, headers?: HeaderLines) => Promise<BillingAnswer>
  readonly patch: (path: string, body: object, headers?: HeaderLines) => Promise<BillingAnswer>
  readonly remove: (path: string, headers?: HeaderLines) => Promise<BillingAnswer>
}

interface Site {
  readonly url: string
}

/** Calls as a seller's backend, with an access token. */
export const withToken = (site: Site, token: string): BillingCalls =>
  callsWith(site, () => ({ authorization: `Bearer ${token}` }))

/** Calls as the dashboard, with a person's session cookies. */
export const inDashboard = (site: Site, { browser }: Pick<Person, 'browser'>): BillingCalls =>
  callsWith(site, () => ({
    cookie: Array.from(browser.cookies, (pair) => pair.join('=')).join('; '),
    origin: site.url,
  }))

export const withNothing = (site: Site): BillingCalls => callsWith(site, () => ({}))

function callsWith({ url }: Site, identify: () => HeaderLines): BillingCalls {
  async function send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: object; headers?: HeaderLines | undefined },
  ): Promise<BillingAnswer> {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { ...identify(), 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const { status, headers: answered } = answer
    const isJson = text !== '' && answered.get('content-type')?.includes('json') === true
    return { status, headers: answered, text, body: isJson ? JSON.parse(text) : null }
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

/** Created by the organization's owner in the dashboard. */
export async function newAccessToken(
  site: Site,
  { owner, id }: OwnedOrganization,
  scopes: readonly Scope[],
  input: object = {},
): Promise<MadeToken> {
  const body = { organization_id: id, comment: 'Backend', scopes, ...input }
  const answer = await inDashboard(site, owner).post('/organization-access-tokens/', body)
  expect(answer).toMatchObject({ status: 201 })
  const { organization_access_token, token } = made.parse(answer.body)
  return { id: organization_access_token.id, token }
}

/** A backend of the organization with a new token. */
export async function newBackend(
  site: Site,
  organization: OwnedOrganization,
  scopes: readonly Scope[],
): Promise<BillingCalls> {
  const { token } = await newAccessToken(site, organization, scopes)
  return withToken(site, token)
}

/** Waits for the first use of a token and answers when it was. */
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

/** A refusal in short: its status, its error and the faulty fields. */
export function briefOf({ status, body }: BillingAnswer): string {
  if (status < 400) return String(status)
  const { error, detail } = body ?? {}
  const faults = z.array(z.object({ loc: z.array(z.unknown()) })).safeParse(detail)
  const loc = faults.success ? faults.data.map((one) => one.loc.join('.')) : []
  return [status, error, ...loc].join(' ')
}
