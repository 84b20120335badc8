import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { assert } from '../src/kernel/assert.ts'
import type { Clock } from '../src/platform/clock.ts'
import { makeKeys, type SignedBy, sign, type TokenKeys } from './id-token-signing.ts'
import { type Dialect, dialects, type Persona } from './provider-dialects.ts'

export interface StandIn {
  /** For `GUILDHALL_SOCIAL_<PROVIDER>_URL`. */
  readonly url: string
  /** The person signed in at the provider. */
  persona: Persona
  /** Delays the answers of the token endpoint. */
  beforeAnswer: () => Promise<unknown>
  /** False claims for its id tokens. */
  claimOverrides: Readonly<Record<string, unknown>>
  /** How it signs id tokens. */
  signsBy: SignedBy
  /** Lifetime of access tokens. */
  lifetimeSeconds: number
  readonly codesExchanged: number
  readonly refreshes: number
  /** Refreshes with a token that had been replaced. */
  readonly tokensReused: number
  /** Opens the link like a browser and consents; returns the request to the callback. */
  consent(authorizeUrl: string): Promise<CallbackRequest>
  /** Requests an id token like an app. */
  idToken(providerId: string, client: { id: string; nonce?: string }): Promise<string>
  stop(): Promise<void>
}

interface CallbackRequest {
  readonly url: URL
  /** Null for a redirect. */
  readonly form: URLSearchParams | null
}

export const noWait = (): Promise<void> => Promise.resolve()

export const standInClient = (providerId: string) => ({
  id: `${providerId}-client`,
  secret: `${providerId} secret/+&=`,
})

interface Grant {
  readonly providerId: string
  readonly redirectUri: string
  readonly challenge: string | null
  readonly nonce: string | null
  readonly device: string | null
}

/** What the stand-in stores, and how it behaves. */
interface State {
  readonly clock: Clock
  readonly keys: TokenKeys
  readonly codes: Map<string, Grant>
  readonly refreshTokens: Map<string, Grant>
  /** The issuing provider by token. */
  readonly accessTokens: Map<string, string>
  readonly at: Behaviour
}

type Behaviour = {
  -readonly [K in Exclude<keyof StandIn, 'consent' | 'idToken' | 'stop' | 'url'>]: StandIn[K]
}

/** Stands in for all providers, each under its own host name in the path. */
export async function startStandIn(clock: Clock): Promise<StandIn> {
  const at: Behaviour = {
    persona: somebody(),
    beforeAnswer: noWait,
    claimOverrides: {},
    signsBy: 'its key',
    lifetimeSeconds: 3600,
    codesExchanged: 0,
    refreshes: 0,
    tokensReused: 0,
  }
  const maps = { codes: new Map(), refreshTokens: new Map(), accessTokens: new Map() }
  const state: State = { clock, keys: await makeKeys(), ...maps, at }
  const server = createServer((request, response) => {
    answer(state, request).then(
      ({ status, json }) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(json)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(address !== null && typeof address === 'object', 'the stand-in listens')
  return Object.assign(at, {
    url: `http://127.0.0.1:${address.port}`,
    consent: (authorizeUrl: string) => consent(state, authorizeUrl),
    idToken: (providerId: string, { id, nonce }: { id: string; nonce?: string }) =>
      signed(state, providerId, { aud: id, ...(nonce === undefined ? {} : { nonce }) }),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
}

interface Reply {
  readonly status: number
  readonly json: unknown
}

interface ReceivedRequest {
  readonly dialect: Dialect
  readonly url: URL
  readonly path: string
  readonly body: URLSearchParams
  readonly request: IncomingMessage
}

async function answer(state: State, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const path = url.pathname.slice(1)
  const body = new URLSearchParams(await text(request))
  for (const [providerId, dialect] of Object.entries(dialects)) {
    const received = { dialect, url, path, body, request }
    if (dialect.idToken?.keys === path) return { status: 200, json: { keys: [state.keys.jwk] } }
    if (request.method === 'POST' && [dialect.token, dialect.refresh].includes(path)) {
      return tokenEndpoint(state, providerId, received)
    }
    if (dialect.profile[`${request.method} ${path}`] !== undefined) {
      return profile(state, providerId, received)
    }
  }
  return { status: 404, json: { error: 'unknown path', path } }
}

/** Plays the browser and the provider's consent page. */
async function consent({ codes, at }: State, authorizeUrl: string): Promise<CallbackRequest> {
  const url = new URL(authorizeUrl)
  const path = url.pathname.slice(1)
  const found = Object.entries(dialects).find(([, { authorize }]) => authorize === path)
  assert(found !== undefined, `a provider authorizes at ${path}`)
  const [providerId, dialect] = found
  const parameter = (name: string) => url.searchParams.get(name)
  checkAuthorizeRequest(providerId, dialect, parameter)
  const redirectUri = parameter('redirect_uri') ?? ''
  const code = randomBytes(12).toString('base64url')
  const device = dialect.namesDevice ? randomBytes(6).toString('hex') : null
  const challenge = parameter('code_challenge')
  codes.set(code, { providerId, redirectUri, challenge, nonce: parameter('nonce'), device })
  const back = new URL(redirectUri)
  const parameters = new URLSearchParams({ code, state: parameter('state') ?? '' })
  if (device !== null) parameters.set('device_id', device)
  if (!dialect.postsForm) {
    for (const [name, value] of parameters) back.searchParams.set(name, value)
    return { url: back, form: null }
  }
  const [firstName, ...others] = at.persona.name.split(' ')
  const name = { firstName, lastName: others.join(' ') }
  parameters.set('user', JSON.stringify({ name, email: at.persona.email }))
  return { url: back, form: parameters }
}

function checkAuthorizeRequest(
  providerId: string,
  dialect: Dialect,
  parameter: (name: string) => string | null,
): void {
  const scopes = dialect.scopes.join(dialect.scopeSeparator)
  assert(parameter('response_type') === 'code', 'a code is requested')
  assert(parameter(dialect.clientIdName) === standInClient(providerId).id, 'the client is known')
  assert((parameter('scope') ?? '') === scopes, `scopes: ${parameter('scope')}`)
  assert(!dialect.pkce || parameter('code_challenge_method') === 'S256', 'the challenge is a hash')
  assert(
    dialect.postsForm === (parameter('response_mode') === 'form_post'),
    'the response mode is right',
  )
  const isNonceDue = dialect.idToken?.withCode === true
  assert(isNonceDue === (parameter('nonce') !== null), 'a nonce for an id token')
}

const errorReply = (error: string): Reply => ({ status: 400, json: { error } })

async function tokenEndpoint(
  state: State,
  providerId: string,
  received: ReceivedRequest,
): Promise<Reply> {
  const { dialect, path, body, url } = received
  const { codes, at } = state
  assert(url.search === '', 'the URL of the token endpoint has no query')
  if (!isClient(providerId, received)) return errorReply('invalid_client')
  await at.beforeAnswer()
  if (body.get('grant_type') === 'refresh_token') {
    const refreshes = path === dialect.refresh
    return refreshes ? refresh(state, providerId, received) : errorReply('unsupported_grant_type')
  }
  const code = body.get('code') ?? ''
  const grant = codes.get(code)
  codes.delete(code)
  if (grant === undefined || !isValidExchange(providerId, grant, body)) {
    return errorReply('invalid_grant')
  }
  at.codesExchanged += 1
  return { status: 200, json: dialect.tokenAnswer(await tokensFor(state, grant)) }
}

function isValidExchange(providerId: string, grant: Grant, body: URLSearchParams): boolean {
  const verifier = body.get('code_verifier')
  const proof = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
  return (
    grant.providerId === providerId &&
    grant.redirectUri === body.get('redirect_uri') &&
    grant.challenge === proof &&
    grant.device === body.get('device_id')
  )
}

async function refresh(
  state: State,
  providerId: string,
  { dialect, body }: ReceivedRequest,
): Promise<Reply> {
  const { refreshTokens, at } = state
  at.refreshes += 1
  const token = body.get('refresh_token') ?? ''
  const grant = refreshTokens.get(token)
  refreshTokens.delete(token)
  if (grant?.providerId !== providerId || grant.device !== body.get('device_id')) {
    at.tokensReused += 1
    return errorReply('invalid_grant')
  }
  return { status: 200, json: dialect.tokenAnswer(await tokensFor(state, grant)) }
}

async function tokensFor(state: State, grant: Grant): Promise<Record<string, unknown>> {
  const { providerId, nonce } = grant
  const access = `access-${randomBytes(9).toString('base64url')}`
  const next = `refresh-${randomBytes(9).toString('base64url')}`
  state.accessTokens.set(access, providerId)
  state.refreshTokens.set(next, grant)
  const aud = standInClient(providerId).id
  const claims = { aud, ...(nonce === null ? {} : { nonce }) }
  const hasIdToken = dialects[providerId]?.idToken?.withCode === true
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: state.at.lifetimeSeconds,
    refresh_token: next,
    ...(hasIdToken ? { id_token: await signed(state, providerId, claims) } : {}),
  }
}

function profile(
  { accessTokens, at }: State,
  providerId: string,
  { dialect, path, body, request }: ReceivedRequest,
): Reply {
  const shown = request.headers.authorization?.replace(/^Bearer /, '') ?? body.get('access_token')
  const isKnown = accessTokens.get(shown ?? '') === providerId
  const json = dialect.profile[`${request.method} ${path}`]?.(at.persona)
  return isKnown ? { status: 200, json } : { status: 401, json: { error: 'invalid_token' } }
}

async function signed(
  { clock, keys, at }: State,
  providerId: string,
  extra: Record<string, unknown>,
): Promise<string> {
  const issued = dialects[providerId]?.idToken
  assert(issued != null, `${providerId} issues id tokens`)
  const now = Math.floor(clock.now().getTime() / 1000)
  const times = { iat: now, exp: now + 600 }
  const claims = { iss: issued.issuer, ...times, ...issued.claims(at.persona), ...extra }
  return sign({ ...claims, ...at.claimOverrides }, keys, at.signsBy)
}

function isClient(providerId: string, { dialect, body, request }: ReceivedRequest): boolean {
  const { id, secret } = standInClient(providerId)
  if (dialect.authentication === 'post') {
    return body.get(dialect.clientIdName) === id && isSecret(body.get('client_secret'), secret)
  }
  const [, shown = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
  const [givenId = '', given = ''] = Buffer.from(shown, 'base64').toString().split(':')
  const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', '%20'))
  return decoded(givenId) === id && decoded(given) === secret
}

/** Apple's secret is a signed token, which its own test verifies. */
const isSecret = (given: string | null, secret: string): boolean =>
  given === secret || (given?.split('.').length === 3 && given.startsWith('ey'))

let counted = 4_000

/** A new person. */
export function somebody(given: Partial<Persona> = {}): Persona {
  counted += 1
  return {
    subject: String(counted),
    email: `person-${counted}@example.com`,
    verified: true,
    name: `Person ${counted}`,
    picture: `https://pictures.example/${counted}.png`,
    ...given,
  }
}
