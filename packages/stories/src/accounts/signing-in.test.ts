import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { day, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'

describe('signing up and in', () => {
  it('signing up signs in', async () => {
    const ada = newVisitor(site)
    expect(unwrap(await ada.auth.$fetch('/ok'))).toEqual({ ok: true })
    expect((await ada.auth.getSession()).data).toBeNull()

    const { token, user } = unwrap(
      await ada.auth.signUp.email({ name: 'Ada', email: 'Ada@Lovelace.test', password }),
    )
    expect(user).toMatchObject({ name: 'Ada', email: 'ada@lovelace.test', emailVerified: false })
    expect(user.createdAt).toBeInstanceOf(Date)

    const here = unwrap(await ada.auth.getSession())
    expect(here.session).toMatchObject({ token, userId: user.id })
    expect(here.user).toMatchObject({ id: user.id, image: null })
    expect(here.session.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * day * 1000)
  })

  it('signing out invalidates the kept cookies', async () => {
    const ada = newVisitor(site)
    unwrap(await ada.auth.signIn.email({ email: 'ada@lovelace.test', password }))
    const kept = ada.jar.header()
    expect(unwrap(await ada.auth.signOut())).toEqual({ success: true })
    expect(ada.jar.header()).toBe('')
    expect((await ada.auth.getSession()).data).toBeNull()

    const headers = { cookie: kept }
    expect((await ada.auth.getSession({ fetchOptions: { headers } })).data).toBeNull()
    // Signing out twice is no error.
    expect(unwrap(await ada.auth.signOut())).toEqual({ success: true })
  })

  it('a wrong password and an unknown address are refused alike', async () => {
    const stranger = newVisitor(site)
    const wrong = await stranger.auth.signIn.email({
      email: 'ada@lovelace.test',
      password: 'guess',
    })
    const unknown = await stranger.auth.signIn.email({ email: 'no@body.test', password: 'guess' })
    expect(refusal(wrong)).toBe('401 INVALID_EMAIL_OR_PASSWORD')
    expect(unknown.error).toEqual(wrong.error)
    const malformed = await stranger.auth.signIn.email({ email: 'ada', password: 'guess' })
    expect(refusal(malformed)).toBe('400 INVALID_EMAIL')
  })

  it('the client redirects to the callback URL', async () => {
    const ada = newVisitor(site)
    const body = { email: 'ada@lovelace.test', password, callbackURL: '/dashboard' }
    const answer = unwrap(await ada.auth.signIn.email(body))
    expect(answer).toMatchObject({ redirect: true, url: '/dashboard' })
    const plain = unwrap(await ada.auth.signIn.email({ email: body.email, password }))
    expect(plain.redirect).toBe(false)
    expect('url' in plain).toBe(false)
  })

  it('an address can sign up once, in any case', async () => {
    const other = newVisitor(site)
    const again = { name: 'Ada', email: 'ADA@lovelace.TEST', password }
    expect(refusal(await other.auth.signUp.email(again))).toBe('422 USER_ALREADY_EXISTS')
  })

  it.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['password123', 'PASSWORD_TOO_COMMON'],
    ['careless@example.test', 'PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS'],
  ])('the password %s is refused', async (careless, code) => {
    const { auth } = newVisitor(site)
    const input = { name: 'Careless', email: 'careless@example.test', password: careless }
    expect(refusal(await auth.signUp.email(input))).toBe(`400 ${code}`)
  })
})

describe('signing in by username', () => {
  it('works in any case', async () => {
    const grace = newVisitor(site)
    const input = { name: 'Grace', email: 'grace@hopper.test', password, username: 'Amazing.Grace' }
    unwrap(await grace.auth.signUp.email(input))
    unwrap(await grace.auth.signOut())

    const { user } = unwrap(
      await grace.auth.signIn.username({ username: 'AMAZING.grace', password }),
    )
    expect(user).toMatchObject({ username: 'amazing.grace', email: 'grace@hopper.test' })
    const here = unwrap(await grace.auth.getSession())
    expect(here.user).toMatchObject({ displayUsername: 'Amazing.Grace' })
  })

  it('refuses an unknown name and a wrong password alike', async () => {
    const { auth } = newVisitor(site)
    const wrong = await auth.signIn.username({ username: 'amazing.grace', password: 'guess' })
    const unknown = await auth.signIn.username({ username: 'nobody', password: 'guess' })
    expect(refusal(wrong)).toBe('401 INVALID_USERNAME_OR_PASSWORD')
    expect(unknown.error).toEqual(wrong.error)
  })

  it.each([
    ['ab', 'USERNAME_IS_TOO_SHORT'],
    ['a'.repeat(31), 'USERNAME_IS_TOO_LONG'],
    ['grace hopper', 'USERNAME_IS_INVALID'],
  ])('refuses the username %s', async (username, code) => {
    const { auth } = newVisitor(site)
    const input = { name: 'Odd', email: 'odd@example.test', password, username }
    expect(refusal(await auth.signUp.email(input))).toBe(`422 ${code}`)
    expect(refusal(await auth.signIn.username({ username, password }))).toBe(`422 ${code}`)
  })

  it('refuses a taken username', async () => {
    const { auth } = newVisitor(site)
    const input = { name: 'Two', email: 'two@example.test', password, username: 'AMAZING.GRACE' }
    const code = '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    expect(refusal(await auth.signUp.email(input))).toBe(code)
  })
})

describe('remembering a session', () => {
  it('disabled: cookies end with the browser and the session within a day', async () => {
    const ada = newVisitor(site)
    const body = { email: 'ada@lovelace.test', password, rememberMe: false }
    unwrap(await ada.auth.signIn.email(body))
    expect([...ada.jar.cookies.keys()]).toEqual([
      'guildhall.session_token',
      'guildhall.dont_remember',
    ])
    for (const { attributes } of ada.jar.cookies.values()) {
      expect(attributes.has('max-age')).toBe(false)
      expect(attributes.has('httponly')).toBe(true)
      expect(attributes.get('samesite')).toBe('Lax')
    }
    const here = unwrap(await ada.auth.getSession())
    expect(here.session.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(day * 1000)
  })

  it('enabled: a used session is extended, an unused one expires after a week', async () => {
    const ada = newVisitor(site)
    unwrap(await ada.auth.signIn.email({ email: 'ada@lovelace.test', password }))
    const before = unwrap(await ada.auth.getSession())
    site.advanceTime(5 * day)
    const used = unwrap(await ada.auth.getSession())
    expect(used.session.expiresAt.getTime()).toBeGreaterThan(before.session.expiresAt.getTime())
    site.advanceTime(5 * day)
    unwrap(await ada.auth.getSession())
    site.advanceTime(8 * day)
    expect((await ada.auth.getSession()).data).toBeNull()
    expect(ada.jar.header()).toBe('')
  })
})

it('a sign-in page can get the sign-in options', async () => {
  const { auth } = newVisitor(site)
  const options = unwrap(await auth.$fetch('/sign-in-options'))
  expect(options).toMatchObject({ providers: [], captcha: null, password: { lengthMin: 8 } })
})
