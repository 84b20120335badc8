import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  errorOf,
  link,
  providersOf,
  signInBy,
  socialServer,
  variants,
  whoIsIn,
} from '../../../../../test/social.ts'
import { somebody } from '../../../../../test/stand-in-provider.ts'

const db = testDatabase()
const server = socialServer(db, {
  GUILDHALL_LINK_DIFFERENT_EMAILS: 'on',
  GUILDHALL_UNLINK_LAST_ACCOUNT: 'on',
  GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on',
  GUILDHALL_ADMIN_EMAILS: 'boss@example.com',
})

it.each(variants)('other addresses link by %s', async (variant) => {
  const { current } = server
  const browser = current.browser()
  await signInBy(current, browser, 'discord')
  current.standIn.persona = somebody()
  await link(current, browser, variant)
  expect(await providersOf(browser)).toEqual(['discord', 'google'])
})

it.each(variants)('one of many who link one account at once gets it, by %s', async (variant) => {
  const { current } = server
  const browsers = Array.from({ length: 8 }, () => current.browser())
  for (const browser of browsers) {
    current.standIn.persona = somebody()
    await signInBy(current, browser, 'discord')
  }
  current.standIn.persona = somebody()
  const outcomes = await Promise.all(browsers.map((one) => link(current, one, variant)))
  const done =
    variant === 'redirect'
      ? { redirect: null }
      : { status: 200, body: { url: '', redirect: false, status: true } }
  expect(outcomes.filter((one) => JSON.stringify(one) === JSON.stringify(done))).toHaveLength(1)
  const linked = (await Promise.all(browsers.map(providersOf))).flat()
  expect(linked.filter((providerId) => providerId === 'google')).toHaveLength(1)
})

it('the last account goes', async () => {
  const { current } = server
  const browser = current.browser()
  await signInBy(current, browser, 'discord')
  const { status } = await browser.post('/api/auth/unlink-account', { providerId: 'discord' })
  expect(status).toBe(200)
  expect(await providersOf(browser)).toEqual([])
})

it('an unproved address signs in after it was proved by mail', async () => {
  const { current } = server
  const { persona } = current.standIn
  current.standIn.persona = { ...persona, verified: false }
  const browser = current.browser()
  expect(errorOf(await signInBy(current, browser, 'discord'))).toBe('email_not_verified')
  expect(await whoIsIn(browser)).toBeNull()
  const mail = (await current.sentMails()).find(({ to }) => to === persona.email)
  await browser.open(mail?.links[0] ?? '')
  expect(errorOf(await signInBy(current, browser, 'discord'))).toBeNull()
  expect(await whoIsIn(browser)).toMatchObject({ email: persona.email, emailVerified: true })
})

it("an operator's address makes an operator only when it is proved", async () => {
  const { current } = server
  const { persona } = current.standIn
  const email = 'boss@example.com'
  current.standIn.persona = { ...persona, email, verified: false }
  await signInBy(current, current.browser(), 'discord')
  const roleOf = async () =>
    (await current.database.pool.query('select role from users where email = $1', [email])).rows
  expect(await roleOf()).toEqual([{ role: 'user' }])
  current.standIn.persona = { ...persona, email }
  await signInBy(current, current.browser(), 'discord')
  expect((await roleOf())[0]?.role).toContain('admin')
})
