import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const server = testServer(testDatabase(), {
  GUILDHALL_URL: 'http://auth.shop.test',
  GUILDHALL_COOKIE_DOMAIN: 'shop.test',
})

/** Whether each line clears a cookie of the host alone, or sets or clears one of the domain. */
const kindsOf = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const [, name = '', value = ''] = /^guildhall\.(\w+)=([^;]*)/.exec(line) ?? []
    return [
      value === '' ? 'clear' : 'set',
      name,
      ...(line.includes('; Domain=shop.test;') ? ['of the domain'] : []),
    ].join(' ')
  })

const hostCleared = ['clear session_token', 'clear session_data', 'clear dont_remember']

it('the cookies of a session are of the domain, and replace those of the host', async () => {
  const here = { url: `http://127.0.0.1:${server.current.port}` }
  const { browser, email } = await newPerson(here)
  const body = { email, password: goodPassword, rememberMe: false }
  const signedIn = await browser.post('/api/auth/sign-in/email', body)
  expect(kindsOf(signedIn.cookies)).toEqual([
    ...hostCleared,
    'set session_token of the domain',
    'set dont_remember of the domain',
  ])
  const signedOut = await browser.post('/api/auth/sign-out', {})
  expect(kindsOf(signedOut.cookies)).toEqual([
    ...hostCleared,
    ...hostCleared.map((cleared) => `${cleared} of the domain`),
  ])
})
