import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'
import { assert } from '../src/kernel/assert.ts'
import type { Persona } from './provider-dialects.ts'
import { noWait } from './stand-in-provider.ts'
import { testPort } from './test-port.ts'

export interface OpenIdProvider {
  readonly issuer: string
  /** The person signed in at the provider. */
  persona: Persona
  /** Delays the answers of the token endpoint. */
  beforeAnswer: () => Promise<unknown>
  /** The number of refreshes. */
  readonly refreshes: number
  /** How the last request of tokens authenticated; null before the first. */
  readonly authenticatedBy: 'client_secret_basic' | 'client_secret_post' | null
  /** Opens the link like a browser and consents; returns the callback URL. */
  consent(authorizeUrl: string): Promise<URL>
  stop(): Promise<void>
}

interface Client {
  readonly id: string
  readonly secret: string
  readonly redirectUrl: string
}

type State = { -readonly [K in keyof Omit<OpenIdProvider, 'consent' | 'stop'>]: OpenIdProvider[K] }

/** A certified OpenID provider with strict settings, whose users consent to everything. */
export async function startOpenIdProvider(
  client: Client,
  persona: Persona,
): Promise<OpenIdProvider> {
  const port = await testPort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Persona>()
  const provider = new Provider(issuer, settings(client, people))
  const state: State = {
    issuer,
    persona,
    beforeAnswer: noWait,
    refreshes: 0,
    authenticatedBy: null,
  }
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.['grant_type'] === 'refresh_token') state.refreshes += 1
  })
  const handle = provider.callback()
  const server = createServer((request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/') === true
    if (isInteraction) people.set(state.persona.subject, state.persona)
    if (request.url === '/token') state.authenticatedBy = authenticationOf(request)
    const ready = request.url === '/token' ? state.beforeAnswer() : noWait()
    const done = isInteraction
      ? finishInteraction(provider, { request, response, subject: state.persona.subject })
      : ready.then(() => handle(request, response))
    done.catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    consent: (authorizeUrl: string) => consent(issuer, authorizeUrl),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
}

const authenticationOf = ({ headers }: IncomingMessage) =>
  headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic'

const settings = (client: Client, people: ReadonlyMap<string, Persona>): Configuration => ({
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [client.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => claimsOf(people, sub) }),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  issueRefreshToken: () => Promise.resolve(true),
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 60,
    RefreshToken: 3600,
    Session: 3600,
    Grant: 3600,
    IdToken: 600,
    Interaction: 60,
  },
  cookies: { keys: ['only of this test'] },
})

interface Interaction {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly subject: string
}

/** Signs in and consents as the current person. */
async function finishInteraction(
  provider: Provider,
  { request, response, subject }: Interaction,
): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  const { prompt, params, session, grantId } = details
  if (prompt.name === 'login') {
    const login = { accountId: subject }
    await provider.interactionFinished(request, response, { login })
    return
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const accountId = session?.accountId
  assert(accountId !== undefined, 'the person is signed in')
  const grant = known ?? new provider.Grant({ accountId, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { consent })
}

async function consent(issuer: string, authorizeUrl: string): Promise<URL> {
  const jar = new Map<string, string>()
  for (let url = new URL(authorizeUrl); ; ) {
    if (url.origin !== issuer) return url
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    assert(location !== null, `the provider answers ${answer.status}`)
    url = new URL(location, url)
  }
}

function claimsOf(people: ReadonlyMap<string, Persona>, sub: string) {
  const person = people.get(sub)
  assert(person !== undefined, 'the person has signed in before')
  const { email, verified, name, picture } = person
  return { sub, email, email_verified: verified, name, picture }
}
