import { describe, expect, it } from 'vitest'
import { importedHash } from '../../../server/test/imported-hash.ts'
import { unwrap } from '../answers.ts'
import { anotherBrowser, isSignedIn, newPerson, type Person, password } from '../people.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answer, get, post } from '../wire.ts'

const site = testSite()
const appointing = testSite({ GUILDHALL_ADMIN_EMAILS: 'chief@site.test' })
const verifying = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
const times = 50

/** In parallel, each on its own connection. */
const inParallel = <T>(act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => act(at)))

/** The number of each answer. */
function countAnswers(answers: readonly Answer[]): Record<string, number> {
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

describe(`${times} parallel sign-ups`, () => {
  it('on a fresh server appoint one operator', async () => {
    const answers = await inParallel((at) =>
      post(newVisitor(site), '/sign-up/email', {
        name: 'First',
        email: `first-${at}@example.test`,
        password,
      }),
    )
    expect(countAnswers(answers)).toEqual({ 200: times })
    expect(await count(site, 'users where role = $1', 'admin')).toBe(1)
  })

  it('with one address create one user', async () => {
    const email = 'wanted@example.test'
    const spelled = (at: number) => (at % 2 === 0 ? email : email.toUpperCase())
    const answers = await inParallel((at) =>
      post(newVisitor(site), '/sign-up/email', { name: 'A', email: spelled(at), password }),
    )
    expect(countAnswers(answers)).toEqual({ 200: 1, '422 USER_ALREADY_EXISTS': times - 1 })
    expect(await count(site, 'users where email = $1', email)).toBe(1)
    expect(
      await count(site, 'account join users on users.id = user_id where email = $1', email),
    ).toBe(1)
  })

  it('with one address create one user and get the same answer if addresses need verification', async () => {
    const email = 'wanted@example.test'
    const answers = await inParallel(() =>
      post(newVisitor(verifying), '/sign-up/email', { name: 'A', email, password }),
    )
    expect(countAnswers(answers)).toEqual({ 200: times })
    expect(await count(verifying, 'users where email = $1', email)).toBe(1)
  })

  it('with one username give it to one user', async () => {
    const answers = await inParallel((at) =>
      post(newVisitor(site), '/sign-up/email', {
        name: 'A',
        email: `named-${at}@example.test`,
        password,
        username: 'wanted',
      }),
    )
    const code = '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    expect(countAnswers(answers)).toEqual({ 200: 1, [code]: times - 1 })
  })

  it('appoint no operator if operator addresses are configured', async () => {
    await inParallel((at) =>
      post(newVisitor(appointing), '/sign-up/email', {
        name: 'First',
        email: at === 0 ? 'chief@site.test' : `first-${at}@x.test`,
        password,
      }),
    )
    expect(await count(appointing, 'users where role = $1', 'admin')).toBe(0)
    const chief = newVisitor(appointing)
    unwrap(await chief.auth.signIn.email({ email: 'chief@site.test', password }))
    unwrap(await chief.auth.sendVerificationEmail({ email: 'chief@site.test' }))
    const link = await appointing.linkTo('chief@site.test', /Confirm your email/)
    await inParallel(() => newVisitor(appointing).open(link))
    expect(await count(appointing, 'users where role = $1', 'admin')).toBe(1)
  })
})

const activityOf = (person: Person, action: string) =>
  count(site, `audit_entry where action = '${action}' and succeeded and user_id = $1`, person.id)

describe(`a mailed token, used ${times} times in parallel, works once`, () => {
  it('to reset a password', async () => {
    const ada = await newPerson(site, 'reset@example.test')
    unwrap(await ada.auth.requestPasswordReset({ email: ada.email, redirectTo: '/x' }))
    const { location } = await ada.open(await site.linkTo(ada.email, /Choose a new password/))
    const token = new URL(location ?? '').searchParams.get('token') ?? ''
    const answers = await inParallel((at) =>
      post(newVisitor(site), '/reset-password', { newPassword: `a new one, number ${at}`, token }),
    )
    expect(countAnswers(answers)).toEqual({ 200: 1, '400 INVALID_TOKEN': times - 1 })
    const winner = answers.findIndex(({ status }) => status === 200)
    const newPassword = `a new one, number ${winner}`
    unwrap(await newVisitor(site).auth.signIn.email({ email: ada.email, password: newPassword }))
    expect(await activityOf(ada, 'password.reset')).toBe(1)
  })

  it('to verify an address', async () => {
    const ada = await newPerson(site, 'prove@example.test')
    unwrap(await ada.auth.sendVerificationEmail({ email: ada.email }))
    const link = await site.linkTo(ada.email, /Confirm your email/)
    await inParallel(() => newVisitor(site).open(link))
    expect(await activityOf(ada, 'email.verify')).toBe(1)
  })

  it('to change an address', async () => {
    const ada = await newPerson(site, 'change@example.test')
    unwrap(await ada.auth.sendVerificationEmail({ email: ada.email }))
    await ada.open(await site.linkTo(ada.email, /Confirm your email/))
    unwrap(await ada.auth.changeEmail({ newEmail: 'changed@example.test' }))
    const link = await site.linkTo(ada.email, /Confirm the change/)
    await inParallel(() => ada.open(link))
    expect(await activityOf(ada, 'email.change')).toBe(1)
    const mails = await site.mailsTo('changed@example.test')
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/Confirm your email/),
    ])
  })

  it('to delete an account', async () => {
    const ada = await newPerson(site, 'delete@example.test')
    unwrap(await ada.auth.deleteUser())
    const link = await site.linkTo(ada.email, /Confirm the deletion/)
    const path = link.slice(`${site.url}/api/auth`.length)
    const cookie = ada.jar.header()
    const answers = await inParallel(() => get(newVisitor(site), path, { cookie }))
    const { 302: deleted, ...refused } = countAnswers(answers)
    expect(deleted).toBe(1)
    expect(Object.keys(refused).every((code) => code.startsWith('404 '))).toBe(true)
    expect(await activityOf(ada, 'user.delete')).toBe(1)
  })
})

describe(`${times} parallel changes`, () => {
  it('of one password: one succeeds', async () => {
    const ada = await newPerson(site, 'rotate@example.test')
    const answers = await inParallel((at) =>
      post(ada, '/change-password', {
        currentPassword: password,
        newPassword: `another ${at} one`,
      }),
    )
    expect(countAnswers(answers)).toEqual({ 200: 1, '400 INVALID_PASSWORD': times - 1 })
  })

  it('of a password hash by parallel sign-ins: none is refused', async () => {
    const ada = await newPerson(site, 'imported@example.test')
    await site.server.database.pool.query(
      'update account set password_hash = $1 where user_id = $2',
      [importedHash(password), ada.id],
    )
    const body = { email: ada.email, password }
    const answers = await inParallel(() => post(newVisitor(site), '/sign-in/email', body))
    expect(countAnswers(answers)).toEqual({ 200: times })
  })

  it('that revoke a session in use: it ends without internal errors', async () => {
    const ada = await newPerson(site, 'busy@example.test')
    const other = await anotherBrowser(ada)
    const answers = await inParallel((at) =>
      at % 5 === 0
        ? post(other, '/revoke-other-sessions')
        : post(ada, '/update-user', { name: 'A' }),
    )
    expect(Object.keys(countAnswers(answers)).every((brief) => /^(200|401 )/.test(brief))).toBe(
      true,
    )
    expect([await isSignedIn(ada), await isSignedIn(other)]).toEqual([false, true])
  })

  it('of an account being deleted: none restores it, without internal errors', async () => {
    const ada = await newPerson(site, 'vanish@example.test')
    unwrap(await ada.auth.deleteUser())
    const link = await site.linkTo(ada.email, /Confirm the deletion/)
    const token = new URL(link).searchParams.get('token')
    const requests = [
      () => post(ada, '/delete-user', { token }),
      () => post(ada, '/update-user', { name: 'Still here' }),
      () => post(newVisitor(site), '/sign-in/email', { email: ada.email, password }),
      () => post(ada, '/change-email', { newEmail: 'changed@example.test' }),
      () => post(ada, '/revoke-other-sessions'),
    ]
    const answers = await inParallel((at) =>
      (requests[at % requests.length] ?? (() => get(ada, '/ok')))(),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await count(site, 'users where id = $1', ada.id)).toBe(0)
    expect(await count(site, 'session where user_id = $1', ada.id)).toBe(0)
  })
})
