import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  type MailingServer,
  newVerifiedPerson,
  startMailingServer,
} from '../../../../../test/identity.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
})
afterAll(() => server.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })
const reset = (email: string, address: string, name = 'request-password-reset') =>
  server.browser().post(`/api/auth/${name}`, { email }, from(address))

const refusal = {
  status: 429,
  body: { message: 'Too many requests. Please try again later.' },
}

describe('a network', () => {
  test('can request three links a minute, under both names and for any address', async () => {
    const seen = [
      await reset('a@example.com', '192.0.2.1'),
      await reset('b@example.com', '192.0.2.1', 'forget-password'),
      await reset('c@example.com', '192.0.2.1'),
      await reset('d@example.com', '192.0.2.1', 'forget-password'),
    ]
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(seen[3]).toMatchObject(refusal)
    expect(Number(seen[3]?.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(seen[3]?.headers.get('x-retry-after')).toBe(seen[3]?.headers.get('retry-after'))
  })

  test('GHSA-p6v2: is the /64 of an IPv6 address, however it is spelled', async () => {
    const addresses = ['2001:db8:1::1', '2001:db8:1::2', '2001:0db8:0001:0000:ffff::3']
    for (const address of addresses) await reset('e@example.com', address)
    expect(await reset('f@example.com', '2001:db8:1::4')).toMatchObject(refusal)
  })

  test('has a separate limit for each kind of mail', async () => {
    const email = 'g@example.com'
    const verify = () =>
      server.browser().post('/api/auth/send-verification-email', { email }, from('192.0.2.2'))
    for (let at = 0; at < 3; at += 1) await reset(email, '192.0.2.2')
    expect(await reset(email, '192.0.2.2')).toMatchObject(refusal)
    for (let at = 0; at < 3; at += 1) expect((await verify()).status).toBe(200)
    expect(await verify()).toMatchObject(refusal)
  })
})

describe('an address', () => {
  test('still receives mails after a stranger used up a limit', async () => {
    const { email } = await newVerifiedPerson(server)
    for (let at = 0; at < 4; at += 1) await reset(email, '192.0.2.3')
    expect((await reset(email, '192.0.2.4')).status).toBe(200)
    expect(await server.mailsTo(email)).toBe(4)
  })

  test('receives five mails of a kind an hour, regardless of who requests them', async () => {
    const { email } = await newVerifiedPerson(server)
    const seen = []
    for (let at = 0; at < 8; at += 1) seen.push(await reset(email, `198.51.100.${at}`))
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await server.mailsTo(email)).toBe(5)
  })
})
