import { describe, expect, it } from 'vitest'
import { networkOf, networksOf } from './networks.ts'

describe('the network of one subscriber', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('the networks that share limits', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7 1']],
    ['::ffff:192.0.2.7', ['192.0.2.7 1']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64 1', '2001:db8:1::/48 10']],
    ['2001:0DB8:0001:ffff::', ['2001:db8:1:ffff::/64 1', '2001:db8:1::/48 10']],
    ['2002:c000:207::1', ['2002:c000:207:0::/64 1', '2002:c000:207::/48 10']],
    ['::1', ['0:0:0:0::/64 1', '0:0:0::/48 10']],
    ['', ['unknown 1']],
  ])('of %s are %j', (address, networks) => {
    expect(networksOf(address).map(({ name, times }) => `${name} ${times}`)).toEqual(networks)
  })
})
