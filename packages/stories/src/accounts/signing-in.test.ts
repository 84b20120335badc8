import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { day, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'

describe('coming in', () => {
  it('Ada signs up, is signed in by it, and the site knows her', async () => {
    const ada = newVisitor(site)
    expect(told(await ada.auth.$fetch('/ok'))).toEqual({ ok: true })
    expect((await ada.auth.getSession()).data).toBeNull()

    const { token, user } = told(
      await ada.auth.signUp.email({ name: 'Ada', email: 'Ada@Lovelace.test', password }),
    )
    expect(user).toMatchObject({ name: 'Ada', email: 'ada@lovelace.test', emailVerified: false })
    expect(user.createdAt).toBeInstanceOf(Date)

    const here = told(await ada.auth.getSession())
    expect(here.session).toMatchObject({ token, userId: user.id })
    expect(here.user).toMatchObject({ id: user.id, image: null })
    expect(here.session.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * day * 1000)
  })

  it('Ada signs out, and what her browser kept no longer opens anything', async () => {
    const ada = newVisitor(site)
    told(await ada.auth.signIn.email({ email: 'ada@lovelace.test', password }))
    const kept = ada.jar.header()
    expect(told(await ada.auth.signOut())).toEqual({ success: true })
    expect(ada.jar.header()).toBe('')
    expect((await ada.auth.getSession()).data).toBeNull()

    const headers = { cookie: kept }
    expect((await ada.auth.getSession({ fetchOptions: { headers } })).data).toBeNull()
    // Out is out: asking for it again is no fault.
    expect(told(await ada.auth.signOut())).toEqual({ success: true })
  })

  it('a password that isn’t Ada’s, and an address that is nobody’s, are refused alike', async () => {
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

  it('the client is sent on where Ada was going', async () => {
    const ada = newVisitor(site)
    const body = { email: 'ada@lovelace.test', password, callbackURL: '/dashboard' }
    const answer = told(await ada.auth.signIn.email(body))
    expect(answer).toMatchObject({ redirect: true, url: '/dashboard' })
    const plain = told(await ada.auth.signIn.email({ email: body.email, password }))
    expect(plain.redirect).toBe(false)
    expect('url' in plain).toBe(false)
  })

  it('Ada’s address can be signed up once, however it is typed', async () => {
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
    const wish = { name: 'Careless', email: 'careless@example.test', password: careless }
    expect(refusal(await auth.signUp.email(wish))).toBe(`400 ${code}`)
  })
})

describe('by username', () => {
  it('Grace signs up with one and comes in by it, however she types it', async () => {
    const grace = newVisitor(site)
    const wish = { name: 'Grace', email: 'grace@hopper.test', password, username: 'Amazing.Grace' }
    told(await grace.auth.signUp.email(wish))
    told(await grace.auth.signOut())

    const { user } = told(await grace.auth.signIn.username({ username: 'AMAZING.grace', password }))
    expect(user).toMatchObject({ username: 'amazing.grace', email: 'grace@hopper.test' })
    const here = told(await grace.auth.getSession())
    expect(here.user).toMatchObject({ displayUsername: 'Amazing.Grace' })
  })

  it('a name that isn’t hers and a password that isn’t are refused alike', async () => {
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
  ])('the username %s can’t be', async (username, code) => {
    const { auth } = newVisitor(site)
    const wish = { name: 'Odd', email: 'odd@example.test', password, username }
    expect(refusal(await auth.signUp.email(wish))).toBe(`422 ${code}`)
    expect(refusal(await auth.signIn.username({ username, password }))).toBe(`422 ${code}`)
  })

  it('a username belongs to one person', async () => {
    const { auth } = newVisitor(site)
    const wish = { name: 'Two', email: 'two@example.test', password, username: 'AMAZING.GRACE' }
    const code = '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    expect(refusal(await auth.signUp.email(wish))).toBe(code)
  })
})

describe('being remembered', () => {
  it('without it, the cookies end with the browser and the session within a day', async () => {
    const ada = newVisitor(site)
    const body = { email: 'ada@lovelace.test', password, rememberMe: false }
    told(await ada.auth.signIn.email(body))
    expect([...ada.jar.cookies.keys()]).toEqual([
      'guildhall.session_token',
      'guildhall.dont_remember',
    ])
    for (const { attributes } of ada.jar.cookies.values()) {
      expect(attributes.has('max-age')).toBe(false)
      expect(attributes.has('httponly')).toBe(true)
      expect(attributes.get('samesite')).toBe('Lax')
    }
    const here = told(await ada.auth.getSession())
    expect(here.session.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(day * 1000)
  })

  it('with it, a session that is used goes on, and one that isn’t ends after a week', async () => {
    const ada = newVisitor(site)
    told(await ada.auth.signIn.email({ email: 'ada@lovelace.test', password }))
    const began = told(await ada.auth.getSession())
    site.pass(5 * day)
    const used = told(await ada.auth.getSession())
    expect(used.session.expiresAt.getTime()).toBeGreaterThan(began.session.expiresAt.getTime())
    site.pass(5 * day)
    told(await ada.auth.getSession())
    site.pass(8 * day)
    expect((await ada.auth.getSession()).data).toBeNull()
    expect(ada.jar.header()).toBe('')
  })
})

it('a page that signs people in can ask what there is to offer', async () => {
  const { auth } = newVisitor(site)
  const options = told(await auth.$fetch('/sign-in-options'))
  expect(options).toMatchObject({ providers: [], captcha: null, password: { lengthMin: 8 } })
})
