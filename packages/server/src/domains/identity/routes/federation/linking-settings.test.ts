import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  currentUser,
  errorOf,
  link,
  linkedProviders,
  signInWith,
  socialServer,
  variants,
} from '../../../../../test/social.ts'
import { somebody } from '../../../../../test/stand-in-provider.ts'

const db = testDatabase()
const server = socialServer(db, {
  GUILDHALL_LINK_DIFFERENT_EMAILS: 'on',
  GUILDHALL_UNLINK_LAST_ACCOUNT: 'on',
  GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on',
  GUILDHALL_ADMIN_EMAILS: 'boss@example.com',
})

it.each(variants)('different addresses can be linked by %s', async (variant) => {
  const { current } = server
  const browser = current.browser()
  await signInWith(current, browser, 'discord')
  current.standIn.persona = somebody()
  await link(current, browser, variant)
  expect(await linkedProviders(browser)).toEqual(['discord', 'google'])
})

it.each(variants)('of many parallel links of one account one succeeds, by %s', async (variant) => {
  const { current } = server
  const browsers = Array.from({ length: 8 }, () => current.browser())
  for (const browser of browsers) {
    current.standIn.persona = somebody()
    await signInWith(current, browser, 'discord')
  }
  current.standIn.persona = somebody()
  const outcomes = await Promise.all(browsers.map((one) => link(current, one, variant)))
  const done =
    variant === 'redirect'
      ? { redirect: null }
      : { status: 200, body: { url: '', redirect: false, status: true } }
  expect(outcomes.filter((one) => JSON.stringify(one) === JSON.stringify(done))).toHaveLength(1)
  const linked = (await Promise.all(browsers.map(linkedProviders))).flat()
  expect(linked.filter((providerId) => providerId === 'google')).toHaveLength(1)
})

it('the last account can be unlinked', async () => {
  const { current } = server
  const browser = current.browser()
  await signInWith(current, browser, 'discord')
  const { status } = await browser.post('/api/auth/unlink-account', { providerId: 'discord' })
  expect(status).toBe(200)
  expect(await linkedProviders(browser)).toEqual([])
})

it('an unverified address signs in after verification by mail', async () => {
  const { current } = server
  const { persona } = current.standIn
  current.standIn.persona = { ...persona, verified: false }
  const browser = current.browser()
  expect(errorOf(await signInWith(current, browser, 'discord'))).toBe('email_not_verified')
  expect(await currentUser(browser)).toBeNull()
  const mail = (await current.sentMails()).find(({ to }) => to === persona.email)
  await browser.open(mail?.links[0] ?? '')
  expect(errorOf(await signInWith(current, browser, 'discord'))).toBeNull()
  expect(await currentUser(browser)).toMatchObject({ email: persona.email, emailVerified: true })
})

it('an operator address appoints an operator only once verified', async () => {
  const { current } = server
  const { persona } = current.standIn
  const email = 'boss@example.com'
  current.standIn.persona = { ...persona, email, verified: false }
  await signInWith(current, current.browser(), 'discord')
  const roleOf = async () =>
    (await current.database.pool.query('select role from users where email = $1', [email])).rows
  expect(await roleOf()).toEqual([{ role: 'user' }])
  current.standIn.persona = { ...persona, email }
  await signInWith(current, current.browser(), 'discord')
  expect((await roleOf())[0]?.role).toContain('admin')
})
