import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { day, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const email = 'ada@lovelace.test'
const password = 'a staple for the battery'

async function signedIn(): Promise<Visitor> {
  const visitor = newVisitor(site)
  told(await visitor.auth.signIn.email({ email, password }))
  return visitor
}

const isIn = async ({ auth }: Visitor) => (await auth.getSession()).data !== null

describe('Ada is signed in on several devices', () => {
  it('and sees each of them, with the one in front of her among them', async () => {
    const laptop = newVisitor(site)
    told(await laptop.auth.signUp.email({ name: 'Ada', email, password }))
    const phone = await signedIn()
    const listed = told(await laptop.auth.listSessions())
    expect(listed).toHaveLength(2)
    const tokens = listed.map(({ token }) => token)
    expect(tokens).toContain(told(await laptop.auth.getSession()).session.token)
    expect(tokens).toContain(told(await phone.auth.getSession()).session.token)
  })

  it('and ends one of them from another', async () => {
    const [laptop, phone] = [await signedIn(), await signedIn()]
    const { token } = told(await phone.auth.getSession()).session
    expect(told(await laptop.auth.revokeSession({ token }))).toEqual({ status: true })
    expect(await isIn(phone)).toBe(false)
    expect(await isIn(laptop)).toBe(true)
    expect(refusal(await laptop.auth.revokeSession({ token }))).toBe('400 SESSION_NOT_FOUND')
  })

  it('and ends all others', async () => {
    const [laptop, phone] = [await signedIn(), await signedIn()]
    expect(told(await laptop.auth.revokeOtherSessions())).toEqual({ status: true })
    expect(told(await laptop.auth.listSessions())).toHaveLength(1)
    expect(await isIn(phone)).toBe(false)
  })

  it('and ends all of them, also the one in front of her', async () => {
    const [laptop, phone] = [await signedIn(), await signedIn()]
    expect(told(await laptop.auth.revokeSessions())).toEqual({ status: true })
    expect(await isIn(phone)).toBe(false)
    expect(await isIn(laptop)).toBe(false)
    expect(laptop.jar.header()).toBe('')
  })

  it('nobody who isn’t signed in lists or ends anything', async () => {
    const { auth } = newVisitor(site)
    expect(refusal(await auth.listSessions())).toBe('401 UNAUTHORIZED')
    expect(refusal(await auth.revokeSessions())).toBe('401 UNAUTHORIZED')
  })
})

describe('Ada signed in some days ago', () => {
  it('and shows her password once more before she does what can lock her out', async () => {
    const ada = await signedIn()
    site.pass(2 * day)
    const unlink = () => ada.auth.unlinkAccount({ providerId: 'credential' })
    expect(refusal(await unlink())).toBe('403 SESSION_IS_NOT_FRESH')
    const guess = { method: 'POST', body: { password: 'a guess' } } as const
    expect(refusal(await ada.auth.$fetch('/reauthenticate', guess))).toBe('400 INVALID_PASSWORD')

    const before = told(await ada.auth.getSession()).session
    const shown = { method: 'POST', body: { password } } as const
    const { token } = told(await ada.auth.$fetch<{ token: string }>('/reauthenticate', shown))
    expect(told(await ada.auth.getSession()).session).toMatchObject({ token })
    expect(token).not.toBe(before.token)
    expect(refusal(await unlink())).toMatch(/LAST_ACCOUNT/)
  })
})

describe('what Ada is told of her account', () => {
  it('holds what was done and what was tried, the newest first', async () => {
    const ada = await signedIn()
    await newVisitor(site).auth.signIn.email({ email, password: 'a guess' })
    const { activity, nextCursor } = told(
      await ada.auth.$fetch<Activity>('/list-activity', { query: { limit: 2 } }),
    )
    expect(activity).toMatchObject([
      { title: 'Failed attempt to sign in', succeeded: false, operatorId: null },
      { title: 'Signed in', succeeded: true, details: { method: 'password' } },
    ])
    const older = told(
      await ada.auth.$fetch<Activity>('/list-activity', { query: { cursor: nextCursor } }),
    )
    expect(older.activity.at(-1)).toMatchObject({ title: 'Account created' })
  })
})

interface Activity {
  readonly activity: readonly object[]
  readonly nextCursor: string | null
}

describe('what Ada changes of herself', () => {
  it('is there at once, and what she clears is gone', async () => {
    const ada = await signedIn()
    const image = 'https://pictures.test/ada.png'
    const wish = { name: 'Ada King', image, username: 'Countess' }
    expect(told(await ada.auth.updateUser(wish))).toEqual({ status: true })
    const changed = told(await ada.auth.getSession()).user
    expect(changed).toMatchObject({ name: 'Ada King', image, username: 'countess' })
    told(await ada.auth.updateUser({ image: null }))
    expect(told(await ada.auth.getSession()).user).toMatchObject({ name: 'Ada King', image: null })
  })

  it('isn’t her address, which has a way of its own', async () => {
    const ada = await signedIn()
    const wish = { email: 'other@lovelace.test' }
    expect(refusal(await ada.auth.$fetch('/update-user', { method: 'POST', body: wish }))).toBe(
      '400 EMAIL_CAN_NOT_BE_UPDATED',
    )
  })

  it('isn’t a username that is somebody’s, but may be her own', async () => {
    const grace = newVisitor(site)
    const wish = { name: 'Grace', email: 'grace@hopper.test', password, username: 'grace' }
    told(await grace.auth.signUp.email(wish))
    const ada = await signedIn()
    const code = '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    expect(refusal(await ada.auth.updateUser({ username: 'GRACE' }))).toBe(code)
    told(await ada.auth.updateUser({ username: 'COUNTESS' }))
    expect(told(await ada.auth.getSession()).user).toMatchObject({ displayUsername: 'COUNTESS' })
  })
})
