import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const behind = clientAddress(['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1'])
const open = clientAddress([])

test.each([
  ['a direct client', '203.0.113.9', undefined, '203.0.113.9'],
  ['a client that forges the header', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['one proxy', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  [
    'a forged entry before the one added by the proxy',
    '10.1.2.3',
    '1.1.1.1, 198.51.100.7',
    '198.51.100.7',
  ],
  ['two proxies', '127.0.0.1', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['IPv4 inside IPv6', '::ffff:10.1.2.3', '198.51.100.7:5678', '198.51.100.7'],
  ['IPv6 in its spellings', '2001:db8:ffff::1', '"[2001:DB8:0:0::0:7]:443"', '2001:db8::7'],
  ['a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['an invalid entry from a proxy', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['only proxies', '10.1.2.3', '10.0.0.1', '10.0.0.1'],
  ['an empty header', '10.1.2.3', '', '10.1.2.3'],
  ['no peer', undefined, '1.1.1.1', '0.0.0.0'],
])('%s', (_name, peer, forwarded, address) => {
  expect(behind(peer, forwarded)).toBe(address)
})

test('without configured proxies the header is ignored', () => {
  expect(open('127.0.0.1', '1.1.1.1')).toBe('127.0.0.1')
})
