import { beforeAll, describe, expect, it } from 'vitest'
import { sendTo } from '../../../server/test/raw-http.ts'
import { unwrap } from '../answers.ts'
import { newPerson, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { get, post } from '../wire.ts'

const trusted = 'https://app.example.com'
const site = testSite({
  GUILDHALL_TRUSTED_ORIGINS: `${trusted},*.wild.example.com`,
  GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'id',
  GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'secret',
})

const maliciousUrls = {
  'GHSA-8jhw-6pjj-8723: another origin': ['https://evil.com', 'https://evil.com/app.example.com'],
  'CVE-2025-71403: an address that begins or ends like a trusted origin': [
    'https://app.example.com.evil.com/',
    'https://app.example.com@evil.com/',
    'https://evil.com?.wild.example.com',
    'https://evil.com/x.wild.example.com',
    'https://evil-wild.example.com',
    'http://app.example.com',
    'https://app.example.com:444/',
  ],
  'CVE-2025-53535: a trusted origin with something before it': [
    'https://evil.com#https://app.example.com',
    'xhttps://app.example.com',
    'https://evilapp.example.com',
  ],
  'CVE-2025-27143: an address without a scheme': [
    '//evil.com',
    '/\\evil.com',
    '/%2fevil.com',
    '/%5cevil.com',
    '/%2Fevil.com',
    '\\\\evil.com',
    '/\t/evil.com',
    ' //evil.com',
    '/\n/evil.com',
  ],
  'GHSA-86j7-9j95-vpqj: a script, or data': [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://app.example.com/1',
  ],
  'a header after a line break': [`${trusted}/\r\nset-cookie: a=b`, '/a\r\nlocation: //evil.com'],
}
const destinations = Object.entries(maliciousUrls).flatMap(([attack, urls]) =>
  urls.map((url) => [attack, url] as const),
)

type Try = (url: string, visitor: Person) => Promise<{ readonly brief: string }>

const fields: Readonly<Record<string, [refusal: string, send: Try]>> = {
  'sign-up, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL) =>
      post(newVisitor(site), '/sign-up/email', {
        name: 'Eve',
        email: 'eve@evil.com',
        password,
        callbackURL,
      }),
  ],
  'sign-in, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL, { email }) =>
      post(newVisitor(site), '/sign-in/email', { email, password, callbackURL }),
  ],
  'request-password-reset, redirectTo': [
    '403 INVALID_REDIRECTURL',
    (redirectTo, { email }) =>
      post(newVisitor(site), '/request-password-reset', { email, redirectTo }),
  ],
  'forget-password, redirectTo': [
    '403 INVALID_REDIRECTURL',
    (redirectTo, { email }) => post(newVisitor(site), '/forget-password', { email, redirectTo }),
  ],
  'send-verification-email, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL, visitor) =>
      post(visitor, '/send-verification-email', { email: visitor.email, callbackURL }),
  ],
  'change-email, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL, visitor) =>
      post(visitor, '/change-email', { newEmail: 'new@example.test', callbackURL }),
  ],
  'delete-user, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL, visitor) => post(visitor, '/delete-user', { callbackURL }),
  ],
  'social, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL, visitor) => post(visitor, '/sign-in/social', { provider: 'github', callbackURL }),
  ],
  'social, errorCallbackURL': [
    '403 INVALID_ERRORCALLBACKURL',
    (errorCallbackURL, visitor) =>
      post(visitor, '/sign-in/social', { provider: 'github', errorCallbackURL }),
  ],
  'social, newUserCallbackURL': [
    '403 INVALID_NEWUSERCALLBACKURL',
    (newUserCallbackURL, visitor) =>
      post(visitor, '/sign-in/social', { provider: 'github', newUserCallbackURL }),
  ],
  'link-social, callbackURL': [
    '403 INVALID_CALLBACKURL',
    (callbackURL, visitor) => post(visitor, '/link-social', { provider: 'github', callbackURL }),
  ],
  'verify-email by GET': [
    '403 INVALID_CALLBACKURL',
    (url, visitor) => get(visitor, `/verify-email?token=x&callbackURL=${encodeURIComponent(url)}`),
  ],
  'reset-password by GET': [
    '403 INVALID_CALLBACKURL',
    (url, visitor) => get(visitor, `/reset-password/x?callbackURL=${encodeURIComponent(url)}`),
  ],
  'delete-user/callback by GET': [
    '403 INVALID_CALLBACKURL',
    (url, visitor) =>
      get(visitor, `/delete-user/callback?token=x&callbackURL=${encodeURIComponent(url)}`),
  ],
}

let ada: Person

beforeAll(async () => {
  ada = await newPerson(site, 'ada@lovelace.test')
})

describe('redirects are refused to', () => {
  it.each(destinations)('%s: %j', async (_attack, url) => {
    const refused = await Promise.all(
      Object.entries(fields).map(async ([field, [, send]]) => [
        field,
        (await send(url, ada)).brief,
      ]),
    )
    const expected = Object.entries(fields).map(([field, [refusal]]) => [field, refusal])
    expect(refused).toEqual(expected)
  })

  it('but allowed to trusted origins', async () => {
    const body = { email: ada.email, password }
    for (const callbackURL of ['/dash?a=b', `${trusted}/x`, 'https://a.b.wild.example.com/']) {
      const answer = unwrap(await newVisitor(site).auth.signIn.email({ ...body, callbackURL }))
      expect(answer).toMatchObject({ redirect: true, url: callbackURL })
    }
  })
})

it('CVE-2025-71404: the error page contains no script', async () => {
  const script = '"><script>alert(1)</script>'
  const path = `/error?error=${encodeURIComponent(script)}&error_description=${encodeURIComponent(script)}`
  const page = await get(newVisitor(site), path)
  expect(page.headers.get('content-type')).toMatch('text/html')
  expect(page.text).not.toContain('<script>alert')
  expect(page.headers.get('content-security-policy')).toMatch(/script-src|default-src 'none'/)
})

describe('GHSA-569q-mpph-wgww, GHSA-3q45-2fh7-66cj, GHSA-pgx2-m66h-x29f: the host of a request', () => {
  it.each([
    { host: 'evil.com' },
    { 'x-forwarded-host': 'evil.com', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.com;proto=https' },
  ])('%j appears in no mailed link and no redirect', async (headers) => {
    const { email } = ada
    await post(newVisitor(site), '/request-password-reset', { email, redirectTo: '/x' }, headers)
    const link = await site.linkTo(email, /Choose a new password/)
    expect(link).toMatch(`${site.url}/api/auth/reset-password/`)
    const path = link.slice(`${site.url}/api/auth`.length)
    const opened = await get(newVisitor(site), path, headers)
    expect(opened.headers.get('location')).toMatch(`${site.url}/x?token=`)
  })
})

describe('GHSA-x732-6j76-qmhm: another spelling of a path', () => {
  it.each([
    '//api/auth/sign-in/email',
    '/api//auth/sign-in/email',
    '/api/auth//sign-in/email',
    '/api/auth/sign-in//email',
    '/api/auth/./sign-in/email',
    '/api/auth/x/../sign-in/email',
    '/api/auth/%2e/sign-in/email',
    '/api/auth/sign-in%2Femail',
    '/api/auth/SIGN-IN/email',
    '/api/auth/sign-in/email//',
  ])('%s is not found', async (path) => {
    const headers = ['content-type: application/json', `origin: ${site.url}`]
    const body = JSON.stringify({ email: ada.email, password })
    expect(await sendTo(site.server.port, 'POST', path, headers, body)).toMatchObject({
      status: 404,
    })
  })
})
