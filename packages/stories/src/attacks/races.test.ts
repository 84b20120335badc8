import { describe, expect, it } from 'vitest'
import { importedHash } from '../../../server/test/imported-hash.ts'
import { told } from '../answers.ts'
import { elsewhere, isIn, newcomer, type Person, password } from '../people.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answered, get, post } from '../wire.ts'

const site = testSite()
const appointing = testSite({ GUILDHALL_ADMIN_EMAILS: 'chief@site.test' })
const proving = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
const times = 50

/** All at once, each by a connection of its own. */
const atOnce = <T>(act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => act(at)))

/** How often each answer was given. */
function counted(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { brief } of answers) counts[brief] = (counts[brief] ?? 0) + 1
  return counts
}

async function count({ server }: Site, query: string, value: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${query}`,
    [value],
  )
  return rows[0]?.n ?? -1
}

describe(`${times} sign-ups at once`, () => {
  it('on a fresh server make one operator', async () => {
    const answers = await atOnce((at) =>
      post(newVisitor(site), '/sign-up/email', {
        name: 'First',
        email: `first-${at}@example.test`,
        password,
      }),
    )
    expect(counted(answers)).toEqual({ 200: times })
    expect(await count(site, 'users where role = $1', 'admin')).toBe(1)
  })

  it('of one address make one user', async () => {
    const email = 'wanted@example.test'
    const spelled = (at: number) => (at % 2 === 0 ? email : email.toUpperCase())
    const answers = await atOnce((at) =>
      post(newVisitor(site), '/sign-up/email', { name: 'A', email: spelled(at), password }),
    )
    expect(counted(answers)).toEqual({ 200: 1, '422 USER_ALREADY_EXISTS': times - 1 })
    expect(await count(site, 'users where email = $1', email)).toBe(1)
    expect(
      await count(site, 'account join users on users.id = user_id where email = $1', email),
    ).toBe(1)
  })

  it('of one address make one user where addresses must be proved, and all look alike', async () => {
    const email = 'wanted@example.test'
    const answers = await atOnce(() =>
      post(newVisitor(proving), '/sign-up/email', { name: 'A', email, password }),
    )
    expect(counted(answers)).toEqual({ 200: times })
    expect(await count(proving, 'users where email = $1', email)).toBe(1)
  })

  it('of one username give it to one', async () => {
    const answers = await atOnce((at) =>
      post(newVisitor(site), '/sign-up/email', {
        name: 'A',
        email: `named-${at}@example.test`,
        password,
        username: 'wanted',
      }),
    )
    const code = '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    expect(counted(answers)).toEqual({ 200: 1, [code]: times - 1 })
  })

  it('make no operator where the operator is named', async () => {
    await atOnce((at) =>
      post(newVisitor(appointing), '/sign-up/email', {
        name: 'First',
        email: at === 0 ? 'chief@site.test' : `first-${at}@x.test`,
        password,
      }),
    )
    expect(await count(appointing, 'users where role = $1', 'admin')).toBe(0)
    const chief = newVisitor(appointing)
    told(await chief.auth.signIn.email({ email: 'chief@site.test', password }))
    told(await chief.auth.sendVerificationEmail({ email: 'chief@site.test' }))
    const link = await appointing.linkTo('chief@site.test', /Confirm your e-mail/)
    await atOnce(() => newVisitor(appointing).open(link))
    expect(await count(appointing, 'users where role = $1', 'admin')).toBe(1)
  })
})

const activityOf = (person: Person, action: string) =>
  count(site, `audit_entry where action = '${action}' and succeeded and user_id = $1`, person.id)

describe(`a mailed token, used ${times} times at once, works once`, () => {
  it('to choose a new password', async () => {
    const ada = await newcomer(site, 'reset@example.test')
    told(await ada.auth.requestPasswordReset({ email: ada.email, redirectTo: '/x' }))
    const { location } = await ada.open(await site.linkTo(ada.email, /Choose a new password/))
    const token = new URL(location ?? '').searchParams.get('token') ?? ''
    const answers = await atOnce((at) =>
      post(newVisitor(site), '/reset-password', { newPassword: `a new one, number ${at}`, token }),
    )
    expect(counted(answers)).toEqual({ 200: 1, '400 INVALID_TOKEN': times - 1 })
    const winner = answers.findIndex(({ status }) => status === 200)
    const newPassword = `a new one, number ${winner}`
    told(await newVisitor(site).auth.signIn.email({ email: ada.email, password: newPassword }))
    expect(await activityOf(ada, 'password.reset')).toBe(1)
  })

  it('to prove an address', async () => {
    const ada = await newcomer(site, 'prove@example.test')
    told(await ada.auth.sendVerificationEmail({ email: ada.email }))
    const link = await site.linkTo(ada.email, /Confirm your e-mail/)
    await atOnce(() => newVisitor(site).open(link))
    expect(await activityOf(ada, 'email.verify')).toBe(1)
  })

  it('to change an address', async () => {
    const ada = await newcomer(site, 'change@example.test')
    told(await ada.auth.sendVerificationEmail({ email: ada.email }))
    await ada.open(await site.linkTo(ada.email, /Confirm your e-mail/))
    told(await ada.auth.changeEmail({ newEmail: 'changed@example.test' }))
    const link = await site.linkTo(ada.email, /Confirm the change/)
    await atOnce(() => ada.open(link))
    expect(await activityOf(ada, 'email.change')).toBe(1)
    const mails = await site.mailsTo('changed@example.test')
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/Confirm your e-mail/),
    ])
  })

  it('to delete an account', async () => {
    const ada = await newcomer(site, 'delete@example.test')
    told(await ada.auth.deleteUser())
    const link = await site.linkTo(ada.email, /Confirm the deletion/)
    const path = link.slice(`${site.url}/api/auth`.length)
    const cookie = ada.jar.header()
    const answers = await atOnce(() => get(newVisitor(site), path, { cookie }))
    const { 302: deleted, ...refused } = counted(answers)
    expect(deleted).toBe(1)
    expect(Object.keys(refused).every((code) => code.startsWith('404 '))).toBe(true)
    expect(await activityOf(ada, 'user.delete')).toBe(1)
  })
})

describe(`${times} changes at once`, () => {
  it('of a password from the same one: one is made', async () => {
    const ada = await newcomer(site, 'rotate@example.test')
    const answers = await atOnce((at) =>
      post(ada, '/change-password', {
        currentPassword: password,
        newPassword: `another ${at} one`,
      }),
    )
    expect(counted(answers)).toEqual({ 200: 1, '400 INVALID_PASSWORD': times - 1 })
  })

  it('of how a password is kept, by its owner coming in: none is refused', async () => {
    const ada = await newcomer(site, 'imported@example.test')
    await site.server.database.pool.query(
      'update account set password_hash = $1 where user_id = $2',
      [importedHash(password), ada.id],
    )
    const body = { email: ada.email, password }
    const answers = await atOnce(() => post(newVisitor(site), '/sign-in/email', body))
    expect(counted(answers)).toEqual({ 200: times })
  })

  it('that end a session, while it is used: it ends, and no use is a fault', async () => {
    const ada = await newcomer(site, 'busy@example.test')
    const other = await elsewhere(ada)
    const answers = await atOnce((at) =>
      at % 5 === 0
        ? post(other, '/revoke-other-sessions')
        : post(ada, '/update-user', { name: 'A' }),
    )
    expect(Object.keys(counted(answers)).every((brief) => /^(200|401 )/.test(brief))).toBe(true)
    expect([await isIn(ada), await isIn(other)]).toEqual([false, true])
  })

  it('of an account that is being deleted: none brings it back, none is a fault', async () => {
    const ada = await newcomer(site, 'vanish@example.test')
    told(await ada.auth.deleteUser())
    const link = await site.linkTo(ada.email, /Confirm the deletion/)
    const token = new URL(link).searchParams.get('token')
    const acts = [
      () => post(ada, '/delete-user', { token }),
      () => post(ada, '/update-user', { name: 'Still here' }),
      () => post(newVisitor(site), '/sign-in/email', { email: ada.email, password }),
      () => post(ada, '/change-email', { newEmail: 'elsewhere@example.test' }),
      () => post(ada, '/revoke-other-sessions'),
    ]
    const answers = await atOnce((at) => (acts[at % acts.length] ?? (() => get(ada, '/ok')))())
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await count(site, 'users where id = $1', ada.id)).toBe(0)
    expect(await count(site, 'session where user_id = $1', ada.id)).toBe(0)
  })
})
