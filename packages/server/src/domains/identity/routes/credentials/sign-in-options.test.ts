import { signInOptions } from '@guildhall/contract/identity/sign-in-options'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const bare = testServer(db)
const rich = testServer(db, {
  GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'github-client',
  GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'github-secret',
  GUILDHALL_OIDC_ACME_ISSUER: 'https://id.acme.example',
  GUILDHALL_OIDC_ACME_CLIENT_ID: 'acme-client',
  GUILDHALL_OIDC_ACME_CLIENT_SECRET: 'acme-secret',
  GUILDHALL_OIDC_ACME_LABEL: 'Acme SSO',
  GUILDHALL_CAPTCHA_PROVIDER: 'hcaptcha',
  GUILDHALL_CAPTCHA_SITE_KEY: 'site-key',
  GUILDHALL_CAPTCHA_SECRET_KEY: 'captcha-secret',
  GUILDHALL_PASSWORD_MIN: '12',
  GUILDHALL_USERNAME_PATTERN: '^[a-z]+$',
  GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on',
  GUILDHALL_CHANGE_EMAIL: 'off',
  GUILDHALL_DELETE_USER: 'off',
  GUILDHALL_UNLINK_LAST_ACCOUNT: 'on',
})

const silent = testServer(db, { GUILDHALL_URL: 'https://accounts.example.com' })

const options = async (url: string) => (await openBrowser(url).get(signInOptions.path)).body

test('a server without settings offers passwords and their rules', async () => {
  expect(await options(bare.current.url)).toEqual({
    providers: [],
    captcha: null,
    password: { lengthMin: 8, lengthMax: 128 },
    username: { lengthMin: 3, lengthMax: 30, pattern: '^[a-zA-Z0-9_.]+$' },
    sendsMail: true,
    verificationRequired: false,
    changeEmail: true,
    deleteUser: true,
    unlinkLastAccount: false,
  })
})

test('configured providers are offered by name, without secrets', async () => {
  const offered = await options(rich.current.url)
  expect(offered).toEqual({
    providers: [
      { id: 'github', name: 'GitHub' },
      { id: 'acme', name: 'Acme SSO' },
    ],
    captcha: { provider: 'hcaptcha', siteKey: 'site-key' },
    password: { lengthMin: 12, lengthMax: 128 },
    username: { lengthMin: 3, lengthMax: 30, pattern: '^[a-z]+$' },
    sendsMail: true,
    verificationRequired: true,
    changeEmail: false,
    deleteUser: false,
    unlinkLastAccount: true,
  })
  expect(JSON.stringify(offered)).not.toContain('secret')
})

test('a public server without a mail server reports that it sends no mail', async () => {
  const { port } = silent.current
  expect(await options(`http://127.0.0.1:${port}`)).toMatchObject({ sendsMail: false })
})

test('only the pages before sign-in may load the captcha', async () => {
  const policyOf = async (url: string, path: string) => {
    const page = await fetch(url + path, { headers: { accept: 'text/html' } })
    return page.headers.get('content-security-policy') ?? ''
  }
  const rule = /script-src [^;]*hcaptcha\.com[^;]*;.*frame-src [^;]*hcaptcha\.com/
  expect(await policyOf(rich.current.url, '/sign-in')).toMatch(rule)
  expect(await policyOf(rich.current.url, '/verify-email')).toMatch(rule)
  expect(await policyOf(rich.current.url, '/account/profile')).not.toContain('hcaptcha')
  expect(await policyOf(bare.current.url, '/sign-in')).not.toContain('hcaptcha')
})

test('only the application may load images from any https origin', async () => {
  const policyOf = async (path: string) => {
    const page = await fetch(bare.current.url + path, { headers: { accept: 'text/html' } })
    return page.headers.get('content-security-policy') ?? ''
  }
  expect(await policyOf('/account/profile')).toMatch(/img-src 'self' data: https:;/)
  expect(await policyOf('/sign-in')).toMatch(/img-src 'self' data:;/)
})
