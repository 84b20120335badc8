import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Polar } from '@polar-sh/sdk'
import { describe, expect, it } from 'vitest'

const require = createRequire(import.meta.url)

describe('the official clients', () => {
  it('use the version of zod that they require', () => {
    const ofSdk = createRequire(require.resolve('@polar-sh/sdk')).resolve('zod/package.json')
    expect(JSON.parse(readFileSync(ofSdk, 'utf8')).version).toBe('3.25.76')
    expect(ofSdk).toBe(require.resolve('zod/package.json'))
  })

  it('are of the versions that the server supports', () => {
    const manifest = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ).devDependencies
    expect(manifest['better-auth']).toBe('1.2.12')
    expect(manifest['@polar-sh/sdk']).toBe('0.32.16')
    expect(new Polar({ serverURL: 'http://localhost:1' }).customers).toBeDefined()
  })
})
