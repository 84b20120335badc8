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
  /** Who is at the provider from now on. */
  persona: Persona
  /** What its token endpoint waits for before it answers. */
  waitsFor: () => Promise<unknown>
  /** What its id tokens say instead of the truth. */
  lies: Readonly<Record<string, unknown>>
  /** How it signs id tokens from now on. */
  signsBy: SignedBy
  /** Lifetime of access tokens. */
  lifetimeSeconds: number
  readonly codesExchanged: number
  readonly refreshes: number
  /** Tokens that were refreshed with although another had taken their place. */
  readonly tokensReused: number
  /** As a browser that follows the link and agrees: where it is sent back to, and with what. */
  agree(authorizeUrl: string): Promise<SentBack>
  /** As an app that asks the provider by itself. */
  idToken(providerId: string, client: { id: string; nonce?: string }): Promise<string>
  stop(): Promise<void>
}

interface SentBack {
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

/** What the stand-in remembers, and how it is told to behave. */
interface Standing {
  readonly clock: Clock
  readonly keys: TokenKeys
  readonly codes: Map<string, Grant>
  readonly refreshTokens: Map<string, Grant>
  /** By token the provider that issued it. */
  readonly accessTokens: Map<string, string>
  readonly at: Behaviour
}

type Behaviour = {
  -readonly [K in Exclude<keyof StandIn, 'agree' | 'idToken' | 'stop' | 'url'>]: StandIn[K]
}

/** Speaks for all providers, each under its own host's name in the path. */
export async function startStandIn(clock: Clock): Promise<StandIn> {
  const at: Behaviour = {
    persona: somebody(),
    waitsFor: noWait,
    lies: {},
    signsBy: 'its key',
    lifetimeSeconds: 3600,
    codesExchanged: 0,
    refreshes: 0,
    tokensReused: 0,
  }
  const maps = { codes: new Map(), refreshTokens: new Map(), accessTokens: new Map() }
  const standing: Standing = { clock, keys: await makeKeys(), ...maps, at }
  const server = createServer((request, response) => {
    answer(standing, request).then(
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
    agree: (authorizeUrl: string) => agree(standing, authorizeUrl),
    idToken: (providerId: string, { id, nonce }: { id: string; nonce?: string }) =>
      signed(standing, providerId, { aud: id, ...(nonce === undefined ? {} : { nonce }) }),
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

interface Asked {
  readonly spoken: Dialect
  readonly url: URL
  readonly path: string
  readonly body: URLSearchParams
  readonly request: IncomingMessage
}

async function answer(standing: Standing, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const path = url.pathname.slice(1)
  const body = new URLSearchParams(await text(request))
  for (const [providerId, spoken] of Object.entries(dialects)) {
    const asked = { spoken, url, path, body, request }
    if (spoken.idToken?.keys === path) return { status: 200, json: { keys: [standing.keys.jwk] } }
    if (request.method === 'POST' && [spoken.token, spoken.refresh].includes(path)) {
      return tokenEndpoint(standing, providerId, asked)
    }
    if (spoken.profile[`${request.method} ${path}`] !== undefined) {
      return profile(standing, providerId, asked)
    }
  }
  return { status: 404, json: { error: 'there is nothing here', path } }
}

/** The browser's part and the provider's page, in one. */
async function agree({ codes, at }: Standing, authorizeUrl: string): Promise<SentBack> {
  const url = new URL(authorizeUrl)
  const path = url.pathname.slice(1)
  const found = Object.entries(dialects).find(([, { authorize }]) => authorize === path)
  assert(found !== undefined, `somebody authorizes at ${path}`)
  const [providerId, spoken] = found
  const ask = (name: string) => url.searchParams.get(name)
  checkQuestion(providerId, spoken, ask)
  const redirectUri = ask('redirect_uri') ?? ''
  const code = randomBytes(12).toString('base64url')
  const device = spoken.namesDevice ? randomBytes(6).toString('hex') : null
  const challenge = ask('code_challenge')
  codes.set(code, { providerId, redirectUri, challenge, nonce: ask('nonce'), device })
  const back = new URL(redirectUri)
  const parameters = new URLSearchParams({ code, state: ask('state') ?? '' })
  if (device !== null) parameters.set('device_id', device)
  if (!spoken.postsForm) {
    for (const [name, value] of parameters) back.searchParams.set(name, value)
    return { url: back, form: null }
  }
  const [firstName, ...others] = at.persona.name.split(' ')
  const name = { firstName, lastName: others.join(' ') }
  parameters.set('user', JSON.stringify({ name, email: at.persona.email }))
  return { url: back, form: parameters }
}

function checkQuestion(
  providerId: string,
  spoken: Dialect,
  ask: (name: string) => string | null,
): void {
  const scopes = spoken.scopes.join(spoken.scopeSeparator)
  assert(ask('response_type') === 'code', 'a code is asked for')
  assert(ask(spoken.clientIdName) === standInClient(providerId).id, 'the client is known')
  assert((ask('scope') ?? '') === scopes, `scopes: ${ask('scope')}`)
  assert(!spoken.pkce || ask('code_challenge_method') === 'S256', 'the challenge is a hash')
  assert(spoken.postsForm === (ask('response_mode') === 'form_post'), 'by the agreed mode')
  const isNonceDue = spoken.idToken?.withCode === true
  assert(isNonceDue === (ask('nonce') !== null), 'a nonce for an id token')
}

const refusedAs = (error: string): Reply => ({ status: 400, json: { error } })

async function tokenEndpoint(standing: Standing, providerId: string, asked: Asked): Promise<Reply> {
  const { spoken, path, body, url } = asked
  const { codes, at } = standing
  assert(url.search === '', 'the token endpoint is told nothing in its URL')
  if (!isClient(providerId, asked)) return refusedAs('invalid_client')
  await at.waitsFor()
  if (body.get('grant_type') === 'refresh_token') {
    const refreshes = path === spoken.refresh
    return refreshes ? refresh(standing, providerId, asked) : refusedAs('unsupported_grant_type')
  }
  const code = body.get('code') ?? ''
  const grant = codes.get(code)
  codes.delete(code)
  if (grant === undefined || !isExchangedRightly(providerId, grant, body)) {
    return refusedAs('invalid_grant')
  }
  at.codesExchanged += 1
  return { status: 200, json: spoken.tokenAnswer(await tokensFor(standing, grant)) }
}

function isExchangedRightly(providerId: string, grant: Grant, body: URLSearchParams): boolean {
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
  standing: Standing,
  providerId: string,
  { spoken, body }: Asked,
): Promise<Reply> {
  const { refreshTokens, at } = standing
  at.refreshes += 1
  const token = body.get('refresh_token') ?? ''
  const grant = refreshTokens.get(token)
  refreshTokens.delete(token)
  if (grant?.providerId !== providerId || grant.device !== body.get('device_id')) {
    at.tokensReused += 1
    return refusedAs('invalid_grant')
  }
  return { status: 200, json: spoken.tokenAnswer(await tokensFor(standing, grant)) }
}

async function tokensFor(standing: Standing, grant: Grant): Promise<Record<string, unknown>> {
  const { providerId, nonce } = grant
  const access = `access-${randomBytes(9).toString('base64url')}`
  const next = `refresh-${randomBytes(9).toString('base64url')}`
  standing.accessTokens.set(access, providerId)
  standing.refreshTokens.set(next, grant)
  const aud = standInClient(providerId).id
  const claims = { aud, ...(nonce === null ? {} : { nonce }) }
  const hasIdToken = dialects[providerId]?.idToken?.withCode === true
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: standing.at.lifetimeSeconds,
    refresh_token: next,
    ...(hasIdToken ? { id_token: await signed(standing, providerId, claims) } : {}),
  }
}

function profile(
  { accessTokens, at }: Standing,
  providerId: string,
  { spoken, path, body, request }: Asked,
): Reply {
  const shown = request.headers.authorization?.replace(/^Bearer /, '') ?? body.get('access_token')
  const isKnown = accessTokens.get(shown ?? '') === providerId
  const json = spoken.profile[`${request.method} ${path}`]?.(at.persona)
  return isKnown ? { status: 200, json } : { status: 401, json: { error: 'invalid_token' } }
}

async function signed(
  { clock, keys, at }: Standing,
  providerId: string,
  extra: Record<string, unknown>,
): Promise<string> {
  const said = dialects[providerId]?.idToken
  assert(said != null, `${providerId} issues id tokens`)
  const now = Math.floor(clock.now().getTime() / 1000)
  const times = { iat: now, exp: now + 600 }
  const claims = { iss: said.issuer, ...times, ...said.claims(at.persona), ...extra }
  return sign({ ...claims, ...at.lies }, keys, at.signsBy)
}

function isClient(providerId: string, { spoken, body, request }: Asked): boolean {
  const { id, secret } = standInClient(providerId)
  if (spoken.authentication === 'post') {
    return body.get(spoken.clientIdName) === id && isSecret(body.get('client_secret'), secret)
  }
  const [, shown = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
  const [givenId = '', given = ''] = Buffer.from(shown, 'base64').toString().split(':')
  const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', '%20'))
  return decoded(givenId) === id && decoded(given) === secret
}

/** Apple's is a signed token; its test looks into it. */
const isSecret = (given: string | null, secret: string): boolean =>
  given === secret || (given?.split('.').length === 3 && given.startsWith('ey'))

let counted = 4_000

/** A person whom nobody knows yet. */
export function somebody(told: Partial<Persona> = {}): Persona {
  counted += 1
  return {
    subject: String(counted),
    email: `person-${counted}@example.com`,
    verified: true,
    name: `Person ${counted}`,
    picture: `https://pictures.example/${counted}.png`,
    ...told,
  }
}
