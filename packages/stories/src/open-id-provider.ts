import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { afterAll, beforeAll, expect } from 'vitest'
import { testPort } from '../../server/test/test-port.ts'
import { newCookieJar } from './cookie-jar.ts'
import type { OpenedPage, Visitor } from './visitor.ts'

/** A company's own OpenID provider, with one person signing in at a time. */
export interface OpenIdProvider {
  /** The server settings for this provider. */
  readonly env: Readonly<Record<string, string>>
  /** The person who signs in; null to cancel. */
  person: Person | null
  /** Removes all people, which invalidates all tokens. */
  revokeAll(): void
}

interface Person {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly email_verified: boolean
}

const client = { client_id: 'guildhall', client_secret: 'a secret between the two of them' }
const scope = 'openid profile email offline_access'

/** Runs for the stories of a file. Its address is known before it starts, for the site's settings. */
export async function testOpenIdProvider(
  site: () => { readonly url: string },
): Promise<OpenIdProvider> {
  const issuer = `http://localhost:${await testPort()}`
  const people = new Map<string, Person>()
  const company: OpenIdProvider = {
    env: {
      GUILDHALL_OIDC_COMPANY_ISSUER: issuer,
      GUILDHALL_OIDC_COMPANY_CLIENT_ID: client.client_id,
      GUILDHALL_OIDC_COMPANY_CLIENT_SECRET: client.client_secret,
      GUILDHALL_OIDC_COMPANY_SCOPES: scope,
    },
    person: null,
    revokeAll: () => people.clear(),
  }
  // Created on the first request, since the site's address isn't known earlier.
  let created: Promise<Provider> | undefined
  const make = async () => {
    const redirectUri = `${site().url}/api/auth/callback/company`
    return new Provider(issuer, await configuration(people, redirectUri))
  }
  const server = createServer((request, response) => {
    created ??= make()
    void created.then((provider) =>
      request.url?.startsWith('/interaction/') === true
        ? interact(provider, { request, response, person: company.person, people })
        : provider.callback()(request, response),
    )
  })
  beforeAll(async () => {
    server.listen(Number(new URL(issuer).port), 'localhost')
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return company
}

async function configuration(
  people: ReadonlyMap<string, Person>,
  redirectUri: string,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 3600,
      IdToken: 3600,
      RefreshToken: 86_400,
      Interaction: 600,
      Session: 600,
      Grant: 86_400,
    },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      if (person === undefined) return undefined
      return { accountId: sub, claims: () => ({ ...person }) }
    },
  }
}

interface Interaction {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly person: Person | null
  readonly people: Map<string, Person>
}

/** Signs the person in and gives consent, instead of a page that asks for it. */
async function interact(
  provider: Provider,
  { request, response, person, people }: Interaction,
): Promise<void> {
  if (person === null) {
    const canceled = { error: 'access_denied', error_description: 'cancelled by the person' }
    return provider.interactionFinished(request, response, canceled)
  }
  people.set(person.sub, person)
  const grant = new provider.Grant({ accountId: person.sub, clientId: client.client_id })
  grant.addOIDCScope(scope)
  const grantId = await grant.save()
  const agreed = { login: { accountId: person.sub }, consent: { grantId } }
  return provider.interactionFinished(request, response, agreed)
}

const stepsMax = 10

/** Follows the redirects of a sign-in to the provider and back to the site's callback. */
export async function signInAtProvider(
  visitor: Visitor,
  site: { readonly url: string },
  start: string | undefined,
): Promise<OpenedPage> {
  const providerJar = newCookieJar(new URL(start ?? '').origin)
  let next = start ?? ''
  for (let step = 0; step < stepsMax; step += 1) {
    if (next.startsWith(`${site.url}/api/auth/callback/`)) return visitor.open(next)
    const answer = await providerJar.fetch(next)
    const location = answer.headers.get('location')
    if (location === null) return expect.fail(`the provider stays at ${next}`)
    next = new URL(location, next).href
  }
  return expect.fail(`more than ${stepsMax} redirects`)
}
