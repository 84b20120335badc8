import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { afterAll, beforeAll, expect } from 'vitest'
import { testPort } from '../../server/test/test-port.ts'
import { newCookieJar } from './cookie-jar.ts'
import type { Opened, Visitor } from './visitor.ts'

/** A company's own sign-in: a real provider, at which one person sits at a time. */
export interface OpenIdProvider {
  /** For the settings of the site. */
  readonly env: Readonly<Record<string, string>>
  /** Who signs in there from now on; null for somebody who cancels. */
  person: Person | null
  /** Dismisses everybody: what the site was granted until now is worth nothing any more. */
  dismissAll(): void
}

interface Person {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly email_verified: boolean
}

const client = { client_id: 'guildhall', client_secret: 'a secret between the two of them' }
const scope = 'openid profile email offline_access'

/** Runs for the stories of a file. Its address is settled at once, since the site has to know it. */
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
    dismissAll: () => people.clear(),
  }
  // Made when it is first asked, because where the site is isn't known before.
  let made: Promise<Provider> | undefined
  const make = async () => {
    const redirectUri = `${site().url}/api/auth/callback/company`
    return new Provider(issuer, await configuration(people, redirectUri))
  }
  const server = createServer((asked, answered) => {
    made ??= make()
    void made.then((provider) =>
      asked.url?.startsWith('/interaction/') === true
        ? interact(provider, { asked, answered, person: company.person, people })
        : provider.callback()(asked, answered),
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
  readonly asked: IncomingMessage
  readonly answered: ServerResponse
  readonly person: Person | null
  readonly people: Map<string, Person>
}

/** The page where the person would sign in and agree, which they do at once. */
async function interact(
  provider: Provider,
  { asked, answered, person, people }: Interaction,
): Promise<void> {
  if (person === null) {
    const cancelled = { error: 'access_denied', error_description: 'cancelled by the person' }
    return provider.interactionFinished(asked, answered, cancelled)
  }
  people.set(person.sub, person)
  const grant = new provider.Grant({ accountId: person.sub, clientId: client.client_id })
  grant.addOIDCScope(scope)
  const grantId = await grant.save()
  const agreed = { login: { accountId: person.sub }, consent: { grantId } }
  return provider.interactionFinished(asked, answered, agreed)
}

const stepsMax = 10

/** Goes where a sign-in leads: to the provider and back, until the site sends nowhere else. */
export async function signInThere(
  visitor: Visitor,
  site: { readonly url: string },
  start: string | undefined,
): Promise<Opened> {
  const there = newCookieJar(new URL(start ?? '').origin)
  let next = start ?? ''
  for (let step = 0; step < stepsMax; step += 1) {
    if (next.startsWith(`${site.url}/api/auth/callback/`)) return visitor.open(next)
    const answer = await there.fetch(next)
    const location = answer.headers.get('location')
    if (location === null) return expect.fail(`the provider stays at ${next}`)
    next = new URL(location, next).href
  }
  return expect.fail('the way never ends')
}
