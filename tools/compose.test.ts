import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { assert } from '../packages/server/src/kernel/assert.ts'
import { readConfig } from '../packages/server/src/platform/config/config.ts'
import { clientAddress } from '../packages/server/src/platform/http/client-address.ts'

const compose = readFileSync(fileURLToPath(new URL('../compose.yaml', import.meta.url)), 'utf8')
const visitor = '203.0.113.9'

/** The client’s address for a request through the proxies that the file trusts by default. */
function seenThrough(peer: string): string {
  const [, proxies = ''] = /\$\{GUILDHALL_TRUSTED_PROXIES:-([^}]+)\}/.exec(compose) ?? []
  const config = readConfig({ GUILDHALL_TRUSTED_PROXIES: proxies })
  assert(!('faults' in config), `the networks are well-formed: ${proxies}`)
  return clientAddress(config.server.trustedProxies ?? [])(peer, visitor)
}

describe('the compose file', () => {
  it.each(['172.17.0.1', '172.31.0.1', '192.168.0.1', '192.168.240.1', '::ffff:172.18.0.1'])(
    'trusts the gateway of a network that Docker makes: %s',
    (gateway) => expect(seenThrough(gateway)).toBe(visitor),
  )

  it.each(['172.32.0.1', '10.0.0.1', '127.0.0.1', '198.51.100.7'])('trusts no other: %s', (peer) =>
    expect(seenThrough(peer)).toBe(peer),
  )

  it('publishes its port on this machine only, because everyone comes from the gateway', () => {
    const published = [...compose.matchAll(/^ +ports: \[(.+)\]$/gm)].map(([, ports]) => ports)
    expect(published).toEqual(["'127.0.0.1:3000:3000'"])
  })
})
