import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { appKey, appToken } from './app-token.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

describe('a GitHub App token', () => {
  it.each(['pkcs1', 'pkcs8'] as const)('is signed with a key in %s', async (type) => {
    const key = appKey(privateKey.export({ type, format: 'pem' }).toString())
    const now = new Date('2026-03-01T12:00:00Z')
    const clock = { ...systemClock, now: () => now }
    const token = await appToken({ appId: '4711', privateKey: key }, clock)
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: now })
    expect(protectedHeader).toEqual({ alg: 'RS256' })
    const seconds = now.getTime() / 1000
    expect(payload).toEqual({ iss: '4711', iat: seconds - 60, exp: seconds + 540 })
  })

  it('stops the start for an invalid key', () => {
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n'
    expect(() => appKey(pem)).toThrow('GUILDHALL_GITHUB_APP_PRIVATE_KEY is not the private key')
  })
})
