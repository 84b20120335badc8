import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword } from '../../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { type StandIn, startStandIn } from '../../../../../test/stand-in.ts'

const db = testDatabase()

const guarded: readonly [path: string, body: object][] = [
  ['sign-up/email', { email: 'a@example.com', password: goodPassword, name: 'A' }],
  ['sign-in/email', { email: 'nobody@example.com', password: goodPassword }],
  ['sign-in/username', { username: 'nobody', password: goodPassword }],
  ['forget-password', { email: 'nobody@example.com' }],
  ['request-password-reset', { email: 'nobody@example.com' }],
]

const providers = ['cloudflare-turnstile', 'google-recaptcha', 'hcaptcha'] as const

describe.each(providers)('%s', (provider) => {
  let verifier: StandIn
  let server: TestServer

  beforeAll(async () => {
    verifier = await startStandIn()
    server = await startTestServer(db, {
      GUILDHALL_CAPTCHA_PROVIDER: provider,
      GUILDHALL_CAPTCHA_SITE_KEY: 'the-site',
      GUILDHALL_CAPTCHA_SECRET_KEY: 'the-secret',
      GUILDHALL_CAPTCHA_VERIFY_URL: verifier.url,
    })
  })
  afterAll(async () => {
    await server.stop()
    await verifier.stop()
  })
  beforeEach(() => {
    verifier.respondWith(200, { success: true })
  })

  const post = ([path, body]: readonly [string, object], response?: string) =>
    openBrowser(server.url).post(
      `/api/auth/${path}`,
      body,
      response === undefined ? {} : { 'x-captcha-response': response },
    )

  test.each(guarded)('guards %s', async (path, body) => {
    expect(await post([path, body])).toMatchObject({
      status: 400,
      body: { code: 'MISSING_CAPTCHA_RESPONSE', message: 'Missing CAPTCHA response' },
    })
    expect(verifier.requests).toEqual([])
    verifier.respondWith(200, { success: false, 'error-codes': ['invalid-input-response'] })
    expect(await post([path, body], 'bad')).toMatchObject({
      status: 403,
      body: { code: 'CAPTCHA_VERIFICATION_FAILED', message: 'Captcha verification failed' },
    })
    verifier.respondWith(200, { success: true })
    const passed = await post([path, body], 'good')
    expect([200, 401, 422]).toContain(passed.status)
  })

  test('sends the site, the answer and the network address to the provider', async () => {
    await post(['forget-password', { email: 'nobody@example.com' }], 'the answer')
    const common = { secret: 'the-secret', response: 'the answer', remoteip: '127.0.0.1' }
    const expected = provider === 'hcaptcha' ? { ...common, sitekey: 'the-site' } : common
    const [asked] = verifier.requests
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual(expected)
  })

  test.each([
    ['the provider answers nonsense', 200, 'nonsense'],
    ['the provider answers an error', 502, '<h1>Bad gateway</h1>'],
    ['our secret is wrong', 200, { success: false, 'error-codes': ['invalid-input-secret'] }],
    [
      'the provider reports an internal error',
      200,
      { success: true, 'error-codes': ['internal-error'] },
    ],
    ['success is no boolean', 200, { success: 'true' }],
  ])('everybody is refused if %s', async (_, status, answer) => {
    verifier.respondWith(status, answer)
    expect(await post(['forget-password', { email: 'nobody@example.com' }], 'good')).toMatchObject({
      status: 500,
      body: { code: 'SOMETHING_WENT_WRONG', message: 'Something went wrong' },
    })
    expect(server.logged.join()).toContain('the captcha could not be verified')
    expect(server.logged.join()).not.toContain('the-secret')
  })

  test.each([
    [0.4, 403],
    [0.5, 200],
  ])('a score of %d leads to status %i', async (score, status) => {
    verifier.respondWith(200, { success: true, score })
    const seen = await post(['forget-password', { email: 'nobody@example.com' }], 'good')
    expect(seen.status).toBe(status)
  })

  test('an overlong answer is not sent to the provider', async () => {
    const seen = await post(
      ['forget-password', { email: 'nobody@example.com' }],
      'x'.repeat(16_385),
    )
    expect([403, 431]).toContain(seen.status)
    expect(verifier.requests).toEqual([])
  })

  test('other operations need no captcha', async () => {
    const seen = await post(['reset-password', { newPassword: goodPassword, token: 'x' }])
    expect(seen.body).toMatchObject({ code: 'INVALID_TOKEN' })
  })
})

test('everybody is refused while the provider is down', async () => {
  const verifier = await startStandIn()
  const server = await startTestServer(db, {
    GUILDHALL_CAPTCHA_PROVIDER: 'hcaptcha',
    GUILDHALL_CAPTCHA_SITE_KEY: 'the-site',
    GUILDHALL_CAPTCHA_SECRET_KEY: 'the-secret',
    GUILDHALL_CAPTCHA_VERIFY_URL: verifier.url,
  })
  await verifier.stop()
  const seen = await openBrowser(server.url).post(
    '/api/auth/forget-password',
    { email: 'nobody@example.com' },
    { 'x-captcha-response': 'good' },
  )
  expect(seen).toMatchObject({ status: 500, body: { code: 'SOMETHING_WENT_WRONG' } })
  await server.stop()
})
