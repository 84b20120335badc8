import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { movableClock } from '../../../test/movable-clock.ts'
import { fetchExternal } from '../http-client/fetch-external.ts'
import { idTokenVerifier } from './id-token.ts'

const kid = 'always-the-same'

/** A provider that publishes one key, which it replaces without changing its id. */
async function provider() {
  let current = await generateKeyPair('ES256')
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    exportJWK(current.publicKey).then(
      (key) => response.end(JSON.stringify({ keys: [{ ...key, kid, alg: 'ES256' }] })),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const sign = (key = current.privateKey) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer)
      .setSubject('ada')
      .setAudience('us')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key)
  const rule = {
    issuers: [issuer],
    keysUrl: `${issuer}/keys`,
    algorithms: ['ES256'],
    ageSecondsMax: 300,
  }
  return {
    expected: { rule, audiences: ['us'] },
    sign,
    replaceKey: async () => {
      current = await generateKeyPair('ES256')
    },
    timesAsked: () => asked,
  }
}

it('a key that was replaced under the same id is fetched again once', async () => {
  const { expected, sign, replaceKey, timesAsked } = await provider()
  const verify = idTokenVerifier(fetchExternal, movableClock())
  expect(await verify(await sign(), expected)).toMatchObject({ claims: { sub: 'ada' } })
  const old = await sign()
  await replaceKey()
  expect(await verify(await sign(), expected)).toMatchObject({ claims: { sub: 'ada' } })
  expect(timesAsked()).toBe(2)
  expect(await verify(old, expected)).toHaveProperty('failed')
})

it('forged tokens make the keys be fetched at most once a second', async () => {
  const { expected, sign, timesAsked } = await provider()
  const verify = idTokenVerifier(fetchExternal, movableClock())
  await verify(await sign(), expected)
  const { privateKey } = await generateKeyPair('ES256')
  const forged = await sign(privateKey)
  const results = await Promise.all(Array.from({ length: 50 }, () => verify(forged, expected)))
  for (const result of results) expect(result).toHaveProperty('failed')
  expect(timesAsked()).toBe(2)
})
