import { describe, expect, it } from 'vitest'
import { limitsEndIn } from '../../../server/test/limits.ts'
import { sendTo } from '../../../server/test/raw-http.ts'
import { unwrap } from '../answers.ts'
import { newPerson, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { post } from '../wire.ts'

// Every site counts separately, and all requests of these tests come from one address, which the
// second site trusts as its proxy.

const open = testSite({ GUILDHALL_RATE_LIMIT: 'on' })
const proxied = testSite({ GUILDHALL_RATE_LIMIT: 'on', GUILDHALL_TRUSTED_PROXIES: '127.0.0.1,::1' })
const guess = { email: 'nobody@example.test', password: 'a wrong guess' }

describe('the fourth sign-in within ten seconds', () => {
  it('is refused with the time to wait', async () => {
    const { auth } = newVisitor(open)
    const waits: (string | null)[] = []
    const onError = ({ response }: { response: Response }) => {
      waits.push(response.headers.get('x-retry-after'))
    }
    for (let at = 0; at < 3; at += 1) {
      const { error } = await auth.signIn.email(guess)
      expect(error?.status).toBe(401)
      await limitsEndIn(open.database, 10)
    }
    const { error } = await auth.signIn.email({ ...guess, fetchOptions: { onError } })
    expect(error).toMatchObject({
      status: 429,
      message: 'Too many requests. Please try again later.',
    })
    expect(Number(waits[0])).toBeGreaterThanOrEqual(1)
    expect(Number(waits[0])).toBeLessThanOrEqual(10)
    await limitsEndIn(open.database, 3600)
  })

  it('#10203: is refused even with a forged forwarding header', async () => {
    const spoofed = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
    }
    expect((await post(newVisitor(open), '/sign-in/email', guess, spoofed)).status).toBe(429)
  })

  it('#9990: is refused even with an empty address or another spelling of the path', async () => {
    const headers = ['content-type: application/json', `origin: ${open.url}`]
    const body = JSON.stringify(guess)
    for (const path of [
      '/api/auth/sign-in/email',
      '/api/auth/sign-in/email/',
      '/api/auth/sign-in/%65mail',
    ]) {
      const { status } = await sendTo(open.server.port, 'POST', path, headers, body)
      expect([path, status]).toEqual([path, 429])
    }
  })
})

describe('behind a proxy', () => {
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    const answer = await post(newVisitor(proxied), '/sign-in/email', guess, headers)
    await limitsEndIn(proxied.database, 10)
    return answer
  }

  it('the limit applies to the address seen by the proxy, not to a forged one', async () => {
    for (const made of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) await from(`${made}, 198.51.100.7`)
    expect((await from('4.4.4.4, 198.51.100.7')).status).toBe(429)
    expect((await from('198.51.100.8')).status).toBe(401)
  })

  it('GHSA-p6v2-xcpg-h6xw: addresses of one IPv6 network count together, however spelled', async () => {
    const spellings = [
      '2001:db8:1:2::1',
      '2001:0db8:0001:0002:0000:0000:0000:0002',
      '2001:DB8:1:2:3:4:5:6',
    ]
    for (const address of spellings) expect((await from(address)).status).toBe(401)
    expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(401)
    for (const address of ['::ffff:198.51.100.9', '198.51.100.9', '::ffff:c633:6409'])
      await from(address)
    expect((await from('198.51.100.9')).status).toBe(429)
  })

  it('guesses from other networks do not lock the user out', async () => {
    const owner = { 'x-forwarded-for': '192.0.2.1' }
    const email = 'owner@example.test'
    const visitor = newVisitor(proxied)
    const input = { name: 'Owner', email, password }
    expect((await post(visitor, '/sign-up/email', input, owner)).status).toBe(200)
    for (let at = 0; at < 60; at += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` }
      await post(newVisitor(proxied), '/sign-in/email', { email, password: 'a guess' }, headers)
    }
    expect((await post(visitor, '/sign-in/email', { email, password }, owner)).status).toBe(200)
  })
})

it('sessions are limited separately', async () => {
  const [ada, grace] = [
    await newPerson(proxied, 'ada@lovelace.test'),
    await newPerson(proxied, 'grace@hopper.test'),
  ]
  const calls = await Promise.all(Array.from({ length: 101 }, () => ada.auth.listSessions()))
  expect(calls.filter(({ error }) => error?.status === 429)).toHaveLength(1)
  unwrap(await grace.auth.listSessions())
})
