import { describe, expect, it } from 'vitest'
import { addressKind, isLoopbackHost } from './addresses.ts'

describe('the class of an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.1', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['2a00:1450:4001:80e::200e', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],

    ['127.0.0.1', 'private'],
    ['127.255.255.254', 'private'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::1', 'private'],
    ['fc00::1', 'private'],
    ['fdff::1', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['::ffff:7f00:1', 'private'],
    ['0:0:0:0:0:ffff:0a00:0001', 'private'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::7f00:1', 'private'],

    ['0.0.0.0', 'forbidden'],
    ['0.1.2.3', 'forbidden'],
    ['169.254.169.254', 'forbidden'],
    ['169.254.1.1', 'forbidden'],
    ['168.63.129.16', 'forbidden'],
    ['100.100.100.200', 'forbidden'],
    ['192.0.0.192', 'forbidden'],
    ['198.18.0.1', 'forbidden'],
    ['203.0.113.7', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['::', 'forbidden'],
    ['::7f00:1', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fe80::1%eth0', 'forbidden'],
    ['fec0::1', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'forbidden'],
    ['2001:db8::1', 'forbidden'],
    ['2002:7f00:1::', 'forbidden'],
    ['2002:0a00:0001::1', 'forbidden'],
    ['64:ff9b:1::a00:1', 'forbidden'],
    ['::ffff:169.254.169.254', 'forbidden'],
    ['64:ff9b::a9fe:a9fe', 'forbidden'],
    ['64:ff9b::', 'forbidden'],
    ['::ffff:0:127.0.0.1', 'forbidden'],
    ['fd00:ec2::254', 'forbidden'],
    ['fd20:ce::254', 'forbidden'],
    ['localhost', 'forbidden'],
    ['127.1', 'forbidden'],
    ['', 'forbidden'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind)
  })
})

describe('a loopback host', () => {
  it.each(['localhost', 'shop.localhost', '127.0.0.1', '127.8.9.1', '[::1]'])('%s', (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  })

  it.each(['', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]', '0.0.0.0'])(
    'is not %j',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false)
    },
  )
})
