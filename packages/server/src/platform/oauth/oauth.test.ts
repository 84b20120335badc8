import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { fetchExternal } from '../http-client/fetch-external.ts'
import { discovery } from './discovery.ts'
import { fetchProfile } from './profile-calls.ts'
import { exchangeCode, type TokenServer } from './tokens.ts'

const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  running.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const answering = (json: unknown, status = 200) =>
  serving((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
  )

const parts = { fetchExternal, clock: systemClock }

const serverAt = (url: string): TokenServer => ({
  issuer: null,
  alwaysNamesIssuer: false,
  authorizeUrl: `${url}/authorize`,
  tokenUrl: `${url}/token`,
  refreshUrl: `${url}/token`,
  tokenAuthentication: 'post',
  clientIdParameter: 'client_id',
})

const exchange = (url: string, client = { clientId: 'c', clientSecret: 's' }) =>
  exchangeCode(parts, {
    server: serverAt(url),
    client,
    callback: new URLSearchParams({ code: 'code' }),
    redirectUrl: 'https://guildhall.example/callback',
    codeVerifier: null,
    extra: {},
  })

describe('exchanging a code', () => {
  it.each([
    ['an error', { error: 'invalid_grant' }, 400],
    ['an error that looks like success', { error: 'bad_verification_code' }, 200],
    ['no token', { token_type: 'bearer' }, 200],
    ['a token that is no text', { access_token: { a: 1 } }, 200],
    ['a token of another kind', { access_token: 'x', token_type: 'mac' }, 200],
    ['a list', ['x'], 200],
    ['nothing', null, 200],
    ['a redirect', {}, 302],
    ['a failure', {}, 500],
  ])('fails on %s', async (_what, json, status) => {
    expect(await exchange(await answering(json, status))).toMatchObject({ failed: 'no_tokens' })
  })

  it('fails on a response that is not JSON, on an oversized one, and without a response', async () => {
    const html = await serving((_request, response) => response.end('<html>'))
    expect(await exchange(html)).toMatchObject({ failed: 'no_tokens' })
    const endless = await answering({ access_token: 'x'.repeat(300_000) })
    expect(await exchange(endless)).toMatchObject({ failed: 'no_tokens' })
    expect(await exchange('http://127.0.0.1:9')).toMatchObject({ failed: 'no_tokens' })
  })

  it('returns a reason for the log without tokens', async () => {
    const url = await answering({ error: 'invalid_client', access_token: 'hush' }, 401)
    const failure = await exchange(url)
    expect(failure).toEqual({ failed: 'no_tokens', reason: 'the provider says invalid_client' })
    const odd = await exchange(await answering({ access_token: 'hush', token_type: 'mac' }))
    expect(JSON.stringify(odd)).not.toContain('hush')
  })

  it('reads lifetimes given as text, and ignores invalid ones', async () => {
    const soon = await exchange(await answering({ access_token: 'x', expires_in: '60' }))
    expect(soon).toMatchObject({ accessTokenExpiresAt: expect.any(Date) })
    for (const lifetime of [0, -1, 'soon', null, {}]) {
      const odd = await exchange(await answering({ access_token: 'x', expires_in: lifetime }))
      expect(odd).toMatchObject({ accessToken: 'x', accessTokenExpiresAt: null })
    }
    const long = await exchange(await answering({ access_token: 'x', expires_in: 1e300 }))
    expect('accessToken' in long && Number.isFinite(long.accessTokenExpiresAt?.getTime())).toBe(
      true,
    )
  })

  it('signs a new client secret from a key, as Apple requires', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const asked: URLSearchParams[] = []
    const url = await serving((request, response) => {
      text(request).then(
        (body) => {
          asked.push(new URLSearchParams(body))
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end('{"access_token":"x"}')
        },
        () => response.destroy(),
      )
    })
    const key = { issuer: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) }
    await exchangeCode(parts, {
      server: { ...serverAt(url), issuer: 'https://appleid.apple.com' },
      client: { clientId: 'com.example.app', clientSecret: key },
      callback: new URLSearchParams({ code: 'code' }),
      redirectUrl: 'https://guildhall.example/callback',
      codeVerifier: null,
      extra: {},
    })
    const secret = asked[0]?.get('client_secret') ?? ''
    const { payload, protectedHeader } = await jwtVerify(secret, publicKey, {
      issuer: 'TEAM',
      subject: 'com.example.app',
      audience: 'https://appleid.apple.com',
      algorithms: ['ES256'],
    })
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  })
})

describe('discovery', () => {
  async function saying(said: (url: string) => object) {
    let asked = 0
    const url: string = await serving((_request, response) => {
      asked += 1
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(said(url)))
    })
    return { url, asked: () => asked }
  }
  const whole = (url: string) => ({
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
  })

  it('is fetched once and cached', async () => {
    const provider = await saying(whole)
    const discover = discovery(fetchExternal, systemClock)
    await discover(provider.url)
    expect(await discover(provider.url)).toMatchObject({
      issuer: provider.url,
      tokenAuthentications: ['basic'],
      algorithms: ['RS256'],
      alwaysNamesIssuer: false,
    })
    expect(provider.asked()).toBe(1)
  })

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['a page that is none', { authorization_endpoint: 'javascript:alert(1)' }],
    ['no keys', { jwks_uri: undefined }],
    ['unsafe signatures only', { id_token_signing_alg_values_supported: ['none', 'HS256'] }],
  ])('is refused with %s', async (_what, odd) => {
    const provider = await saying((url) => ({ ...whole(url), ...odd }))
    const discover = discovery(fetchExternal, systemClock)
    expect(await discover(provider.url)).toHaveProperty('failed')
  })

  it('selects the safe algorithms of those offered, and a supported client authentication', async () => {
    const provider = await saying((url) => ({
      ...whole(url),
      id_token_signing_alg_values_supported: ['none', 'HS256', 'ES256', 'RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }))
    const found = await discovery(fetchExternal, systemClock)(provider.url)
    expect(found).toMatchObject({ algorithms: ['ES256', 'RS256'], tokenAuthentications: ['post'] })
  })
})

describe('fetching the profile', () => {
  const call = { method: 'GET', tokenInForm: false, optional: false } as const

  it('ignores failures of optional calls and fails on required ones', async () => {
    const [good, bad] = [await answering({ a: 1 }), await answering({}, 403)]
    const ask = (isOptional: boolean) =>
      fetchProfile(fetchExternal, {
        calls: [
          { ...call, url: good },
          { ...call, url: bad, optional: isOptional },
        ],
        accessToken: 'x',
        clientId: 'c',
      })
    expect(await ask(true)).toEqual([{ a: 1 }, undefined])
    expect(await ask(false)).toEqual({ failed: 'status 403' })
  })
})
