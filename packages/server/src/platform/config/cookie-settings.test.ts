import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const url = 'https://auth.shop.example'

it.each(['auth.shop.example', 'shop.example'])('cookies may be of the domain %s', (domain) => {
  const env = { GUILDHALL_URL: url, GUILDHALL_COOKIE_DOMAIN: domain }
  expect(readConfig(env)).toMatchObject({ server: { cookieDomain: domain } })
})

const foreign = 'GUILDHALL_COOKIE_DOMAIN is not a domain of the host of GUILDHALL_URL'
const malformed = expect.stringMatching(
  /^GUILDHALL_COOKIE_DOMAIN must be a domain such as example.com/,
)
const overHttp = expect.stringMatching(/^GUILDHALL_COOKIE_PREFIX .* https:/)

it.each<[Record<string, string>, unknown[]]>([
  [{ GUILDHALL_URL: url, GUILDHALL_COOKIE_DOMAIN: 'op.example' }, [foreign]],
  [{ GUILDHALL_URL: url, GUILDHALL_COOKIE_DOMAIN: 'www.auth.shop.example' }, [foreign]],
  [{ GUILDHALL_URL: 'http://127.0.0.1', GUILDHALL_COOKIE_DOMAIN: '127.0.0.1' }, [foreign]],
  [{ GUILDHALL_URL: url, GUILDHALL_COOKIE_DOMAIN: '.shop.example' }, [malformed]],
  [{ GUILDHALL_COOKIE_DOMAIN: 'localhost' }, [malformed]],
  [
    {
      GUILDHALL_URL: url,
      GUILDHALL_COOKIE_DOMAIN: 'shop.example',
      GUILDHALL_COOKIE_PREFIX: '__Host-x',
    },
    ['GUILDHALL_COOKIE_DOMAIN: cookies of a prefix that begins with __Host- have no domain'],
  ],
  [{ GUILDHALL_COOKIE_PREFIX: '__Host-x' }, [overHttp]],
])('an invalid %j stops the start', (env, faults) => {
  expect(readConfig(env)).toEqual({ faults })
})
