import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  completeAtProvider,
  currentUser,
  errorOf,
  link,
  linkedProviders,
  linkPath,
  type SocialServer,
  signInWith,
  signUp,
  socialServer,
  startSignIn,
  variants,
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

describe('automatic linking by address', () => {
  it.each([
    [
      'links if both sides verified the address',
      { local: true, theirs: true, provider: 'discord' },
      null,
    ],
    [
      'does not link if neither side verified it',
      { local: false, theirs: false, provider: 'discord' },
      'no',
    ],
    [
      'does not link if only the provider verified it',
      { local: false, theirs: true, provider: 'discord' },
      'no',
    ],
    [
      'does not link if only we verified it',
      { local: true, theirs: false, provider: 'discord' },
      'no',
    ],
    [
      'links if we verified it and trust the provider',
      { local: true, theirs: false, provider: 'spotify' },
      null,
    ],
    [
      'does not link if we only trust the provider',
      { local: false, theirs: false, provider: 'spotify' },
      'no',
    ],
  ])('%s', async (_what, { local, theirs, provider }, error) => {
    const { current } = server
    const persona = { ...current.standIn.persona, verified: theirs }
    current.standIn.persona = persona
    const owner = current.browser()
    const id = await signUp(current, owner, persona, { verified: local })
    const browser = current.browser()
    const landed = await signInWith(current, browser, provider)
    expect(errorOf(landed)).toBe(error === null ? null : 'account_not_linked')
    expect((await currentUser(browser))?.['id'] ?? null).toBe(error === null ? id : null)
    const expected = error === null ? ['credential', provider] : ['credential']
    expect(await linkedProviders(owner)).toEqual(expected)
    const mails = (await current.sentMails()).filter(({ to }) => to === persona.email)
    const notices = mails.filter(({ subject }) => subject.includes('was linked to your account'))
    expect(notices).toHaveLength(error === null ? 1 : 0)
    const reason = { method: 'social', providerId: provider, reason: 'account_not_linked' }
    expect(await auditOf(current, id)).toContainEqual(
      error === null
        ? { action: 'account.link', succeeded: true, details: { providerId: provider } }
        : { action: 'sign-in', succeeded: false, details: reason },
    )
  })

  it('ignores the same subject at another provider', async () => {
    const { current } = server
    const first = current.browser()
    await signInWith(current, first, 'discord')
    const { subject } = current.standIn.persona
    current.standIn.persona = somebody({ subject })
    const second = current.browser()
    await signInWith(current, second, 'dropbox')
    expect((await currentUser(second))?.['id']).not.toBe((await currentUser(first))?.['id'])
  })

  it('does not follow a changed address at the provider', async () => {
    const { current } = server
    const first = current.browser()
    await signInWith(current, first, 'discord')
    const user = await currentUser(first)
    current.standIn.persona = { ...current.standIn.persona, email: 'moved@example.com' }
    const second = current.browser()
    await signInWith(current, second, 'discord')
    expect(await currentUser(second)).toMatchObject({ id: user?.['id'], email: user?.['email'] })
  })

  it('verifies the unverified address of a linked user', async () => {
    const { current } = server
    const { persona } = current.standIn
    current.standIn.persona = { ...persona, verified: false }
    await signInWith(current, current.browser(), 'discord')
    current.standIn.persona = persona
    const browser = current.browser()
    await signInWith(current, browser, 'discord')
    expect(await currentUser(browser)).toMatchObject({ emailVerified: true })
  })
})

describe('signing up', () => {
  it('can be disabled', async () => {
    const { current } = server
    const landed = await signInWith(current, current.browser(), 'kick', { requestSignUp: true })
    expect(errorOf(landed)).toBe('signup_disabled')
  })

  it('can be limited to explicit requests', async () => {
    const { current } = server
    const browser = current.browser()
    expect(errorOf(await signInWith(current, browser, 'vk'))).toBe('signup_disabled')
    expect(errorOf(await signInWith(current, browser, 'vk', { requestSignUp: true }))).toBeNull()
    expect(errorOf(await signInWith(current, browser, 'vk'))).toBeNull()
  })
})

describe('refusals of an id token are JSON', () => {
  const signInPath = '/api/auth/sign-in/social'

  async function signInByToken(current: SocialServer, provider: string) {
    const token = await current.standIn.idToken(provider, { id: standInClient(provider).id })
    return current.browser().post(signInPath, { provider, idToken: { token } })
  }

  it('if sign-up is disabled', async () => {
    expect(await signInByToken(server.current, 'facebook')).toMatchObject({
      status: 401,
      body: { code: 'SIGNUP_DISABLED', message: 'signup disabled' },
    })
  })

  it('if there is no address', async () => {
    const { current } = server
    current.standIn.claimOverrides = { email: undefined }
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

  it("if the address is another user's", async () => {
    const { current } = server
    await signUp(current, current.browser(), current.standIn.persona, { verified: false })
    expect(await signInByToken(current, 'google')).toMatchObject({
      status: 401,
      body: { code: 'ACCOUNT_NOT_LINKED', message: 'account not linked' },
    })
  })
})

describe.each(variants)('linking while signed in, by %s', (variant) => {
  const isRedirect = variant === 'redirect'

  it('adds a way to sign in, once', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    const id = await signUp(current, browser, persona, { verified: false })
    const done = isRedirect
      ? { redirect: null }
      : { status: 200, body: { url: '', redirect: false, status: true } }
    expect(await link(current, browser, variant)).toEqual(done)
    expect(await link(current, browser, variant)).toEqual(done)
    expect(await linkedProviders(browser)).toEqual(['credential', 'google'])
    const linked = (await auditOf(current, id)).filter(({ action }) => action === 'account.link')
    expect(linked).toHaveLength(1)
    const other = current.browser()
    await signInWith(current, other, 'google')
    expect((await currentUser(other))?.['id']).toBe(id)
  })

  it.each([
    ['an unverified address', { verified: false }, 'LINKING_NOT_ALLOWED'],
    ['another address', { email: 'other@example.org' }, 'DIFFERENT_EMAILS_NOT_ALLOWED'],
  ])('refuses %s', async (_what, given, code) => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    current.standIn.persona = { ...current.standIn.persona, ...given }
    expect(await link(current, browser, variant)).toMatchObject(
      isRedirect
        ? { redirect: 'unable_to_link_account' }
        : { status: 401, body: { code: `ACCOUNT_NOT_LINKED__${code}` } },
    )
    expect(await linkedProviders(browser)).toEqual(['credential'])
  })

  it("refuses another user's account", async () => {
    const { current } = server
    await signInWith(current, current.browser(), 'google')
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
    expect(await linkedProviders(browser)).toEqual(['credential'])
  })
})

it('an impersonating operator can neither link accounts nor read tokens', async () => {
  const { current } = server
  const browser = current.browser()
  await signInWith(current, browser, 'discord')
  const user = await currentUser(browser)
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

describe('a started link', () => {
  it('is refused after signing out', async () => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    const url = await startSignIn(browser, 'google', { errorCallbackURL: '/oops' }, linkPath)
    await browser.post('/api/auth/sign-out', {})
    const { location } = await completeAtProvider(current, browser, url)
    expect(location).toBe('/oops?error=unauthorized&error_description=Unauthorized')
  })

  it('does not sign in', async () => {
    const { current } = server
    const browser = current.browser()
    await signUp(current, browser, current.standIn.persona, { verified: true })
    const url = await startSignIn(browser, 'google', {}, linkPath)
    const landed = await completeAtProvider(current, browser, url)
    expect(landed.cookies.filter((line) => line.includes('session_token'))).toEqual([])
  })
})

describe('unlinking an account', () => {
  const path = '/api/auth/unlink-account'

  it('is refused for the last one', async () => {
    const { current } = server
    const browser = current.browser()
    await signInWith(current, browser, 'discord')
    expect(await browser.post(path, { providerId: 'discord' })).toMatchObject({
      status: 400,
      body: {
        code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT',
        message: "You can't unlink your last account",
      },
    })
  })

  it('leaves one of two parallel calls', async () => {
    const { current } = server
    const browser = current.browser()
    await signInWith(current, browser, 'discord')
    await completeAtProvider(current, browser, await startSignIn(browser, 'google', {}, linkPath))
    const both = ['discord', 'google'].map((providerId) => browser.post(path, { providerId }))
    expect((await Promise.all(both)).map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      '400',
    ])
    expect(await linkedProviders(browser)).toHaveLength(1)
  })

  it('removes only linked accounts and notifies the user', async () => {
    const { current } = server
    const { persona } = current.standIn
    const browser = current.browser()
    await signInWith(current, browser, 'discord')
    await completeAtProvider(current, browser, await startSignIn(browser, 'google', {}, linkPath))
    for (const body of [{ providerId: 'github' }, { providerId: 'google', accountId: 'another' }]) {
      expect(await browser.post(path, body)).toMatchObject({
        status: 400,
        body: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
      })
    }
    const body = { providerId: 'google', accountId: persona.subject }
    expect((await browser.post(path, body)).body).toEqual({ status: true })
    expect(await linkedProviders(browser)).toEqual(['discord'])
    const subjects = (await current.sentMails())
      .filter(({ to }) => to === persona.email)
      .map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('Google was unlinked'))
  })

  it('requires a fresh session', async () => {
    const { current } = server
    const browser = current.browser()
    await signInWith(current, browser, 'discord')
    current.clock.advance(86_400 + 1)
    expect(await browser.post(path, { providerId: 'discord' })).toMatchObject({
      status: 403,
      body: { code: 'SESSION_IS_NOT_FRESH' },
    })
    expect((await current.browser().post(path, { providerId: 'discord' })).status).toBe(401)
  })
})
