import { expect, it } from 'vitest'
import { checkTarget } from './check-target.ts'
import { tenantGuard } from './guard.ts'

const atHome = tenantGuard('http://localhost:3000')
const inPublic = tenantGuard('https://guildhall.example')

const leadsTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const faultOf = async (...asked: Parameters<typeof checkTarget>) =>
  (await checkTarget(...asked))?.fault ?? null

it.each([
  ['a public host', 'https://shop.test/', inPublic, ['93.184.216.34'], null],
  ['plain HTTP', 'http://shop.test/', inPublic, ['93.184.216.34'], 'not_allowed'],
  ['plain HTTP in development', 'http://shop.test/', atHome, ['93.184.216.34'], null],
  ['a database port', 'https://shop.test:543/', inPublic, ['93.184.216.34'], 'not_allowed'],
  ['a private host', 'https://shop.test/', inPublic, ['10.0.0.5'], 'not_public'],
  ['a private host in development', 'https://shop.test/', atHome, ['10.0.0.5'], null],
  [
    'a host with public and private addresses',
    'https://shop.test/',
    inPublic,
    ['93.184.216.34', '::1'],
    'not_public',
  ],
  ['a cloud metadata host', 'https://shop.test/', atHome, ['169.254.169.254'], 'not_public'],
  ['a host without an address', 'https://shop.test/', inPublic, [], 'unknown_host'],
])('%s', async (_what, url, guard, addresses, fault) => {
  expect(await faultOf(url, guard, leadsTo(...addresses))).toBe(fault)
})

it('an unknown host', async () => {
  const lookup = async () => Promise.reject(new Error('getaddrinfo ENOTFOUND'))
  expect(await faultOf('https://shop.test/', inPublic, lookup)).toBe('unknown_host')
})
