import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  comeBack,
  errorOf,
  leave,
  link,
  linkPath,
  providersOf,
  type SocialServer,
  signInBy,
  signUp,
  socialServer,
  variants,
  whoIsIn,
} from '../../../../../test/social.ts'
import { somebody, standInClient } from '../../../../../test/stand-in-provider.ts'

const db = testDatabase()
const server = socialServer(db, {
  GUILDHALL_SOCIAL_SPOTIFY_TRUSTED: 'on',
  GUILDHALL_SOCIAL_KICK_SIGN_UP: 'off',
  GUILDHALL_SOCIAL_VK_SIGN_UP: 'requested',
  GUILDHALL_SOCIAL_FACEBOOK_SIGN_UP: 'off',
})

const auditOf = async ({ database }: SocialServer, userId: string) =>
  (
    await database.pool.query(
      'select action, succeeded, details from audit_entry where user_id = $1 order by at',
      [userId],
    )
  ).rows

describe('linking by itself, because the addresses are the same', () => {
  it.each([
    ['both proved it', { local: true, theirs: true, provider: 'discord' }, null],
    ['neither proved it', { local: false, theirs: false, provider: 'discord' }, 'no'],
    ['only the provider proved it', { local: false, theirs: true, provider: 'discord' }, 'no'],
    ['only we proved it', { local: true, theirs: false, provider: 'discord' }, 'no'],
    [
      'we proved it and trust the provider',
      { local: true, theirs: false, provider: 'spotify' },
      null,
    ],
    ['we only trust the provider', { local: false, theirs: false, provider: 'spotify' }, 'no'],
  ])('%s', async (_what, { local, theirs, provider }, error) => {
    const { current } = server
    const persona = { ...current.standIn.persona, verified: theirs }
    current.standIn.persona = persona
    const owner = current.browser()
    const id = await signUp(current, owner, persona, { verified: local })
    const browser = current.browser()
    const landed = await signInBy(current, browser, provider)
    expect(errorOf(landed)).toBe(error === null ? null : 'account_not_linked')
    expect((await whoIsIn(browser))?.['id'] ?? null).toBe(error === null ? id : null)
    const expected = error === null ? ['credential', provider] : ['credential']
    expect(await providersOf(owner)).toEqual(expected)
    const mails = (await current.sentMails()).filter(({ to }) => to === persona.email)
    const told = mails.filter(({ subject }) => subject.includes('was linked to your account'))
    expect(told).toHaveLength(error === null ? 1 : 0)
    const reason = { method: 'social', providerId: provider, reason: 'account_not_linked' }
    expect(await auditOf(current, id)).toContainEqual(
      error === null
        ? { action: 'account.link', succeeded: true, details: { providerId: provider } }
        : { action: 'sign-in', succeeded: false, details: reason },
    )
  })

  it('by the same id at another provider means nothing', async () => {
    const { current } = server
    const first = current.browser()
    await signInBy(current, first, 'discord')
    const { subject } = current.standIn.persona
    current.standIn.persona = somebody({ subject })
    const second = current.browser()
    await signInBy(current, second, 'dropbox')
    expect((await whoIsIn(second))?.['id']).not.toBe((await whoIsIn(first))?.['id'])
  })

  it('happens to nobody whose address the provider changed', async () => {
    const { current } = server
    const first = current.browser()
    await signInBy(current, first, 'discord')
    const user = await whoIsIn(first)
    current.standIn.persona = { ...current.standIn.persona, email: 'moved@example.com' }
    const second = current.browser()
    await signInBy(current, second, 'discord')
    expect(await whoIsIn(second)).toMatchObject({ id: user?.['id'], email: user?.['email'] })
  })

  it('proves the address of whoever came with it unproved', async () => {
    const { current } = server
    const { persona } = current.standIn
    current.standIn.persona = { ...persona, verified: false }
    await signInBy(current, current.browser(), 'discord')
    current.standIn.persona = persona
    const browser = current.browser()
    await signInBy(current, browser, 'discord')
    expect(await whoIsIn(browser)).toMatchObject({ emailVerified: true })
  })
})

describe('signing up', () => {
  it('is off where the operator says so', async () => {
    const { current } = server
    const landed = await signInBy(current, current.browser(), 'kick', { requestSignUp: true })
    expect(errorOf(landed)).toBe('signup_disabled')
  })

  it('happens on request where the operator says so', async () => {
    const { current } = server
    const browser = current.browser()
    expect(errorOf(await signInBy(current, browser, 'vk'))).toBe('signup_disabled')
    expect(errorOf(await signInBy(current, browser, 'vk', { requestSignUp: true }))).toBeNull()
    expect(errorOf(await signInBy(current, browser, 'vk'))).toBeNull()
  })
})

describe('by an id token is told in JSON', () => {
  const signInPath = '/api/auth/sign-in/social'

  async function signInByToken(current: SocialServer, provider: string) {
    const token = await current.standIn.idToken(provider, { id: standInClient(provider).id })
    return current.browser().post(signInPath, { provider, idToken: { token } })
  }

  it('that nobody signs up', async () => {
    expect(await signInByToken(server.current, 'facebook')).toMatchObject({
      status: 401,
      body: { code: 'SIGNUP_DISABLED', message: 'signup disabled' },
    })
  })

  it('that there is no address', async () => {
    const { current } = server
    current.standIn.lies = { email: undefined }
    expect(await signInByToken(current, 'google')).toMatchObject({
      status: 401,
      body: { code: 'USER_EMAIL_NOT_FOUND', message: 'User email not found' },
    })
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    const token = await current.standIn.idToken('google', { id: standInClient('google').id })
    expect(await browser.post(linkPath, { provider: 'google', idToken: { token } })).toMatchObject({
      status: 401,
      body: { code: 'USER_EMAIL_NOT_FOUND' },
    })
  })

  it("that the address is somebody else's", async () => {
    const { current } = server
    await signUp(current, current.browser(), current.standIn.persona, { verified: false })
    expect(await signInByToken(current, 'google')).toMatchObject({
      status: 401,
      body: { code: 'ACCOUNT_NOT_LINKED', message: 'account not linked' },
    })
  })
})

describe.each(variants)('linking when signed in, by %s', (variant) => {
  const isRedirect = variant === 'redirect'

  it('adds a way to sign in, and once more changes nothing', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    const id = await signUp(current, browser, persona, { verified: false })
    const done = isRedirect
      ? { redirect: null }
      : { status: 200, body: { url: '', redirect: false, status: true } }
    expect(await link(current, browser, variant)).toEqual(done)
    expect(await link(current, browser, variant)).toEqual(done)
    expect(await providersOf(browser)).toEqual(['credential', 'google'])
    const linked = (await auditOf(current, id)).filter(({ action }) => action === 'account.link')
    expect(linked).toHaveLength(1)
    const other = current.browser()
    await signInBy(current, other, 'google')
    expect((await whoIsIn(other))?.['id']).toBe(id)
  })

  it.each([
    ['an address that the provider did not prove', { verified: false }, 'LINKING_NOT_ALLOWED'],
    ['another address', { email: 'other@example.org' }, 'DIFFERENT_EMAILS_NOT_ALLOWED'],
  ])('refuses %s', async (_what, told, code) => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    current.standIn.persona = { ...current.standIn.persona, ...told }
    expect(await link(current, browser, variant)).toMatchObject(
      isRedirect
        ? { redirect: 'unable_to_link_account' }
        : { status: 401, body: { code: `ACCOUNT_NOT_LINKED__${code}` } },
    )
    expect(await providersOf(browser)).toEqual(['credential'])
  })

  it("refuses somebody else's account", async () => {
    const { current } = server
    await signInBy(current, current.browser(), 'google')
    const { subject } = current.standIn.persona
    current.standIn.persona = somebody({ subject })
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    expect(await link(current, browser, variant)).toEqual(
      isRedirect
        ? { redirect: 'account_already_linked_to_different_user' }
        : {
            status: 400,
            body: {
              code: 'ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER',
              message: 'Account already linked to different user',
            },
          },
    )
    expect(await providersOf(browser)).toEqual(['credential'])
  })
})

it('an operator who acts as a user links nothing and gets no tokens', async () => {
  const { current } = server
  const browser = current.browser()
  await signInBy(current, browser, 'discord')
  const user = await whoIsIn(browser)
  await current.database.pool.query(
    'update session set impersonated_by = user_id where user_id = $1',
    [user?.['id']],
  )
  const answers = await Promise.all([
    browser.post(linkPath, { provider: 'google' }),
    browser.post('/api/auth/unlink-account', { providerId: 'discord' }),
    browser.post('/api/auth/get-access-token', { providerId: 'discord' }),
    browser.post('/api/auth/refresh-token', { providerId: 'discord' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 403])
})

describe('a link that was begun', () => {
  it('is not finished after signing out', async () => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    const url = await leave(browser, 'google', { errorCallbackURL: '/oops' }, linkPath)
    await browser.post('/api/auth/sign-out', {})
    const { location } = await comeBack(current, browser, url)
    expect(location).toBe('/oops?error=unauthorized&error_description=Unauthorized')
  })

  it('signs nobody in', async () => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    const url = await leave(browser, 'google', {}, linkPath)
    const landed = await comeBack(current, browser, url)
    expect(landed.cookies.filter((line) => line.includes('session_token'))).toEqual([])
  })
})

describe('unlinking', () => {
  const path = '/api/auth/unlink-account'

  it('leaves one way to sign in', async () => {
    const { current } = server
    const browser = current.browser()
    await signInBy(current, browser, 'discord')
    expect(await browser.post(path, { providerId: 'discord' })).toMatchObject({
      status: 400,
      body: {
        code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT',
        message: "You can't unlink your last account",
      },
    })
  })

  it('leaves one when both go at once', async () => {
    const { current } = server
    const browser = current.browser()
    await signInBy(current, browser, 'discord')
    await comeBack(current, browser, await leave(browser, 'google', {}, linkPath))
    const both = ['discord', 'google'].map((providerId) => browser.post(path, { providerId }))
    expect((await Promise.all(both)).map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      '400',
    ])
    expect(await providersOf(browser)).toHaveLength(1)
  })

  it('takes only what is linked, and tells the owner', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    await signInBy(current, browser, 'discord')
    await comeBack(current, browser, await leave(browser, 'google', {}, linkPath))
    for (const body of [{ providerId: 'github' }, { providerId: 'google', accountId: 'another' }]) {
      expect(await browser.post(path, body)).toMatchObject({
        status: 400,
        body: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
      })
    }
    const body = { providerId: 'google', accountId: persona.subject }
    expect((await browser.post(path, body)).body).toEqual({ status: true })
    expect(await providersOf(browser)).toEqual(['discord'])
    const subjects = (await current.sentMails())
      .filter(({ to }) => to === persona.email)
      .map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('Google was unlinked'))
  })

  it('needs a fresh session', async () => {
    const { current } = server
    const browser = current.browser()
    await signInBy(current, browser, 'discord')
    current.clock.advance(86_400 + 1)
    expect(await browser.post(path, { providerId: 'discord' })).toMatchObject({
      status: 403,
      body: { code: 'SESSION_IS_NOT_FRESH' },
    })
    expect((await current.browser().post(path, { providerId: 'discord' })).status).toBe(401)
  })
})
