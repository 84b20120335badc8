import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { hour, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const serverKey = `guildhall_srv_${'k'.repeat(32)}`
const site = testSite({ GUILDHALL_SERVER_KEYS: serverKey })
const email = 'ada@lovelace.test'
const first = 'a staple for the battery'
const second = 'a horse that is correct'

async function signedIn(password: string): Promise<Visitor> {
  const visitor = newVisitor(site)
  unwrap(await visitor.auth.signIn.email({ email, password }))
  return visitor
}

const isSignedIn = async ({ auth }: Visitor) => (await auth.getSession()).data !== null

describe('changing a password', () => {
  it('requires the current one', async () => {
    const ada = newVisitor(site)
    unwrap(await ada.auth.signUp.email({ name: 'Ada', email, password: first }))
    const guess = { currentPassword: 'a guess', newPassword: second }
    expect(refusal(await ada.auth.changePassword(guess))).toBe('400 INVALID_PASSWORD')
    const change = { currentPassword: first, newPassword: second, revokeOtherSessions: false }
    const changed = unwrap(await ada.auth.changePassword(change))
    expect(changed).toMatchObject({ token: null, user: { email } })
    const { auth } = newVisitor(site)
    const old = await auth.signIn.email({ email, password: first })
    expect(refusal(old)).toBe('401 INVALID_EMAIL_OR_PASSWORD')
    unwrap(await auth.signIn.email({ email, password: second }))
    await site.mailTo(email, /password .* was changed/)
  })

  it('can revoke all other sessions', async () => {
    const [here, other] = [await signedIn(second), await signedIn(second)]
    const change = { currentPassword: second, newPassword: first, revokeOtherSessions: true }
    const { token } = unwrap(await here.auth.changePassword(change))
    expect(unwrap(await here.auth.getSession()).session.token).toBe(token)
    expect(await isSignedIn(other)).toBe(false)
  })

  it.each([
    ['common', 'password123', '400 PASSWORD_TOO_COMMON'],
    ['easy to guess', 'hunter2hunter2', '400 PASSWORD_TOO_EASY_TO_GUESS'],
  ])('refuses passwords that are %s', async (_what, newPassword, refused) => {
    const ada = await signedIn(first)
    const change = { currentPassword: first, newPassword }
    expect(refusal(await ada.auth.changePassword(change))).toBe(refused)
  })
})

describe('resetting a password', () => {
  it.each(['forgetPassword', 'requestPasswordReset'] as const)(
    'works with a mailed link (%s)',
    async (ask) => {
      const other = await signedIn(first)
      const ada = newVisitor(site)
      expect(unwrap(await ada.auth[ask]({ email, redirectTo: '/choose' }))).toMatchObject({
        status: true,
      })
      const link = await site.linkTo(email, /Choose a new password/)
      const { status, location } = await ada.open(link)
      expect(status).toBe(302)
      const page = new URL(location ?? '')
      expect(page.href).toMatch(`${site.url}/choose?token=`)

      const token = page.searchParams.get('token') ?? ''
      expect(unwrap(await ada.auth.resetPassword({ newPassword: first, token }))).toEqual({
        status: true,
      })
      expect(await isSignedIn(other)).toBe(false)
      const again = await ada.auth.resetPassword({ newPassword: first, token })
      expect(refusal(again)).toBe('400 INVALID_TOKEN')
      const reopened = await ada.open(link)
      expect(reopened.location).toBe(`${site.url}/choose?error=INVALID_TOKEN`)
      await signedIn(first)
    },
  )

  it('must happen within an hour', async () => {
    const ada = newVisitor(site)
    unwrap(await ada.auth.forgetPassword({ email, redirectTo: '/choose' }))
    const link = await site.linkTo(email, /Choose a new password/)
    site.advanceTime(hour + 1)
    expect((await ada.open(link)).location).toBe(`${site.url}/choose?error=INVALID_TOKEN`)
  })
})

describe('the application’s own backend', () => {
  it('can set a password only for users without one', async () => {
    const operator = await signedIn(first)
    const grace = { name: 'Grace', email: 'grace@hopper.test' }
    // The types of the client require a password, the server doesn't.
    const { user } = unwrap(
      await operator.auth.$fetch<{ user: { id: string } }>('/admin/create-user', {
        method: 'POST',
        body: grace,
      }),
    )
    const backend = newVisitor(site)
    const set = (headers: Record<string, string>) =>
      backend.auth.$fetch('/set-password', {
        method: 'POST',
        body: { userId: user.id, newPassword: second },
        headers,
      })
    expect(refusal(await set({}))).toBe('401 UNAUTHORIZED')
    const headers = { authorization: `Bearer ${serverKey}` }
    expect(unwrap(await set(headers))).toEqual({ status: true })
    expect(refusal(await set(headers))).toBe('400 USER_ALREADY_HAS_A_PASSWORD')
    unwrap(await backend.auth.signIn.email({ email: grace.email, password: second }))
  })
})
