import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { assert } from '../packages/server/src/kernel/assert.ts'
import { readConfig } from '../packages/server/src/platform/config/config.ts'
import { clientAddress } from '../packages/server/src/platform/http/client-address.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
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

const file = z.object({
  services: z.record(
    z.string(),
    z.object({
      volumes: z._default(z.array(z.string()), []),
      ports: z._default(z.array(z.string()), []),
      environment: z._default(z.record(z.string(), z.string()), {}),
    }),
  ),
})

const servicesOf = (name: string) =>
  file.parse(parse(readFileSync(join(root, name), 'utf8'))).services

describe.each(['compose.yaml', 'compose.https.yaml', 'compose.replica.yaml'])('%s', (name) => {
  it('mounts files that exist, and scripts that run', () => {
    const mounted = Object.values(servicesOf(name))
      .flatMap(({ volumes }) => volumes)
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => join(root, volume.split(':')[0] ?? ''))
    for (const path of mounted) {
      expect(() =>
        accessSync(path, path.endsWith('.sh') ? constants.X_OK : undefined),
      ).not.toThrow()
    }
  })

  it('gives the server valid settings', () => {
    const servers = [servicesOf('compose.yaml')['server'], servicesOf(name)['server']]
    const given = Object.assign({}, ...servers.map((server) => server?.environment))
    const env = Object.entries<string>(given).map(([key, value]) => [
      key,
      value
        .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replaceAll(/\$\{GUILDHALL_URL:[^}]*\}/g, 'http://localhost:3000')
        .replaceAll(/\$\{\w+:\?[^}]*\}/g, 'a'.repeat(64)),
    ])
    const config = readConfig(Object.fromEntries(env))
    expect('faults' in config ? config.faults : []).toEqual([])
  })
})

it('only the proxy with TLS is reachable from other machines', () => {
  const published = ['compose.https.yaml', 'compose.replica.yaml'].flatMap((name) =>
    Object.entries(servicesOf(name)).filter(([, { ports }]) => ports.length > 0),
  )
  expect(published.map(([service]) => service)).toEqual(['caddy'])
})
