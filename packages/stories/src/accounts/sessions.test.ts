import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { day, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const email = 'ada@lovelace.test'
const password = 'a staple for the battery'

async function signedIn(): Promise<Visitor> {
  const visitor = newVisitor(site)
  unwrap(await visitor.auth.signIn.email({ email, password }))
  return visitor
}

const isSignedIn = async ({ auth }: Visitor) => (await auth.getSession()).data !== null

describe('a user signed in on several devices', () => {
  it('lists all sessions including the current one', async () => {
    const laptop = newVisitor(site)
    unwrap(await laptop.auth.signUp.email({ name: 'Ada', email, password }))
    const phone = await signedIn()
    const listed = unwrap(await laptop.auth.listSessions())
    expect(listed).toHaveLength(2)
    const tokens = listed.map(({ token }) => token)
    expect(tokens).toContain(unwrap(await laptop.auth.getSession()).session.token)
    expect(tokens).toContain(unwrap(await phone.auth.getSession()).session.token)
  })

  it('revokes one session from another', async () => {
    const [laptop, phone] = [await signedIn(), await signedIn()]
    const { token } = unwrap(await phone.auth.getSession()).session
    expect(unwrap(await laptop.auth.revokeSession({ token }))).toEqual({ status: true })
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(laptop)).toBe(true)
    expect(refusal(await laptop.auth.revokeSession({ token }))).toBe('400 SESSION_NOT_FOUND')
  })

  it('revokes all other sessions', async () => {
    const [laptop, phone] = [await signedIn(), await signedIn()]
    expect(unwrap(await laptop.auth.revokeOtherSessions())).toEqual({ status: true })
    expect(unwrap(await laptop.auth.listSessions())).toHaveLength(1)
    expect(await isSignedIn(phone)).toBe(false)
  })

  it('revokes all sessions including the current one', async () => {
    const [laptop, phone] = [await signedIn(), await signedIn()]
    expect(unwrap(await laptop.auth.revokeSessions())).toEqual({ status: true })
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(laptop)).toBe(false)
    expect(laptop.jar.header()).toBe('')
  })

  it('anonymous calls neither list nor revoke sessions', async () => {
    const { auth } = newVisitor(site)
    expect(refusal(await auth.listSessions())).toBe('401 UNAUTHORIZED')
    expect(refusal(await auth.revokeSessions())).toBe('401 UNAUTHORIZED')
  })
})

describe('a session that is no longer fresh', () => {
  it('must be reauthenticated for sensitive changes', async () => {
    const ada = await signedIn()
    site.advanceTime(2 * day)
    const unlink = () => ada.auth.unlinkAccount({ providerId: 'credential' })
    expect(refusal(await unlink())).toBe('403 SESSION_IS_NOT_FRESH')
    const guess = { method: 'POST', body: { password: 'a guess' } } as const
    expect(refusal(await ada.auth.$fetch('/reauthenticate', guess))).toBe('400 INVALID_PASSWORD')

    const before = unwrap(await ada.auth.getSession()).session
    const shown = { method: 'POST', body: { password } } as const
    const { token } = unwrap(await ada.auth.$fetch<{ token: string }>('/reauthenticate', shown))
    expect(unwrap(await ada.auth.getSession()).session).toMatchObject({ token })
    expect(token).not.toBe(before.token)
    expect(refusal(await unlink())).toMatch(/LAST_ACCOUNT/)
  })
})

describe('the activity of an account', () => {
  it('lists actions and failed attempts, newest first', async () => {
    const ada = await signedIn()
    await newVisitor(site).auth.signIn.email({ email, password: 'a guess' })
    const { activity, nextCursor } = unwrap(
      await ada.auth.$fetch<Activity>('/list-activity', { query: { limit: 2 } }),
    )
    expect(activity).toMatchObject([
      { title: 'Failed sign-in attempt', succeeded: false, operatorId: null },
      { title: 'Signed in', succeeded: true, details: { method: 'password' } },
    ])
    const older = unwrap(
      await ada.auth.$fetch<Activity>('/list-activity', { query: { cursor: nextCursor } }),
    )
    expect(older.activity.at(-1)).toMatchObject({ title: 'Account created' })
  })
})

interface Activity {
  readonly activity: readonly object[]
  readonly nextCursor: string | null
}

describe('updating the profile', () => {
  it('takes effect immediately and can clear fields', async () => {
    const ada = await signedIn()
    const image = 'https://pictures.test/ada.png'
    const input = { name: 'Ada King', image, username: 'Countess' }
    expect(unwrap(await ada.auth.updateUser(input))).toEqual({ status: true })
    const changed = unwrap(await ada.auth.getSession()).user
    expect(changed).toMatchObject({ name: 'Ada King', image, username: 'countess' })
    unwrap(await ada.auth.updateUser({ image: null }))
    expect(unwrap(await ada.auth.getSession()).user).toMatchObject({
      name: 'Ada King',
      image: null,
    })
  })

  it('cannot change the email address', async () => {
    const ada = await signedIn()
    const input = { email: 'other@lovelace.test' }
    expect(refusal(await ada.auth.$fetch('/update-user', { method: 'POST', body: input }))).toBe(
      '400 EMAIL_CAN_NOT_BE_UPDATED',
    )
  })

  it('refuses a taken username but accepts the user’s own', async () => {
    const grace = newVisitor(site)
    const input = { name: 'Grace', email: 'grace@hopper.test', password, username: 'grace' }
    unwrap(await grace.auth.signUp.email(input))
    const ada = await signedIn()
    const code = '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    expect(refusal(await ada.auth.updateUser({ username: 'GRACE' }))).toBe(code)
    unwrap(await ada.auth.updateUser({ username: 'COUNTESS' }))
    expect(unwrap(await ada.auth.getSession()).user).toMatchObject({ displayUsername: 'COUNTESS' })
  })
})
