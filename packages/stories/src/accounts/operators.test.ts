import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { day, hour, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'
const operatorsAddress = 'grace@hopper.test'

async function newcomer(email: string, name = 'Ada'): Promise<Visitor & { id: string }> {
  const visitor = newVisitor(site)
  const { user } = told(await visitor.auth.signUp.email({ name, email, password }))
  return { ...visitor, id: user.id }
}

async function operator(): Promise<Visitor> {
  const grace = newVisitor(site)
  told(await grace.auth.signIn.email({ email: operatorsAddress, password }))
  return grace
}

const isIn = async ({ auth }: Visitor) => (await auth.getSession()).data !== null

/** The types of the client leave out what its newer versions add. */
const get = ({ auth }: Visitor, path: string, query: Record<string, string>) =>
  auth.$fetch<Record<string, unknown>>(path, { query })

describe('Grace, who came first, is the operator', () => {
  it('and nobody after her', async () => {
    await newcomer(operatorsAddress, 'Grace')
    const ada = await newcomer('ada@lovelace.test')
    expect(told(await (await operator()).auth.getSession()).user).toMatchObject({ role: 'admin' })
    expect(told(await ada.auth.getSession()).user).toMatchObject({ role: 'user' })
    const list = await ada.auth.admin.listUsers({ query: {} })
    expect(refusal(list)).toBe('403 YOU_ARE_NOT_ALLOWED_TO_LIST_USERS')
  })

  it('she finds users by what she knows of them', async () => {
    const grace = await operator()
    const query = { searchValue: 'lovelace', searchField: 'email', limit: 10 } as const
    const found = told(await grace.auth.admin.listUsers({ query }))
    expect(found).toMatchObject({ total: 1, users: [{ name: 'Ada', banned: null }] })
    const id = found.users[0]?.id ?? ''
    expect(told(await get(grace, '/admin/get-user', { id }))).toMatchObject({ id, name: 'Ada' })
    const { accounts } = told(await get(grace, '/admin/list-user-accounts', { userId: id }))
    expect(accounts).toMatchObject([{ provider: 'credential', accountId: id }])
    const nobody = { id: '00000000-0000-7000-8000-000000000000' }
    expect(refusal(await get(grace, '/admin/get-user', nobody))).toBe('404 USER_NOT_FOUND')
  })

  it('she makes a user, changes them, and makes them an operator, too', async () => {
    const grace = await operator()
    const wish = { name: 'Mary', email: 'mary@somerville.test', password }
    const { user } = told(await grace.auth.admin.createUser({ ...wish, role: 'user' }))
    const again = await grace.auth.admin.createUser({ ...wish, role: 'user' })
    expect(refusal(again)).toBe('400 USER_ALREADY_EXISTS')

    const change = { userId: user.id, data: { name: 'Mary Somerville' } }
    const changed = await grace.auth.$fetch('/admin/update-user', { method: 'POST', body: change })
    expect(told(changed)).toMatchObject({ name: 'Mary Somerville' })
    const nothing = { userId: user.id, data: {} }
    const unchanged = await grace.auth.$fetch('/admin/update-user', {
      method: 'POST',
      body: nothing,
    })
    expect(refusal(unchanged)).toBe('400 NO_DATA_TO_UPDATE')

    const appointed = told(await grace.auth.admin.setRole({ userId: user.id, role: 'admin' }))
    expect(appointed.user).toMatchObject({ role: 'admin' })
    const mary = newVisitor(site)
    told(await mary.auth.signIn.email(wish))
    told(await mary.auth.admin.listUsers({ query: {} }))
    told(await grace.auth.admin.setRole({ userId: user.id, role: 'user' }))
    const over = await mary.auth.admin.listUsers({ query: {} })
    expect(refusal(over)).toBe('403 YOU_ARE_NOT_ALLOWED_TO_LIST_USERS')
  })

  it('but not out of being the only one', async () => {
    const grace = await operator()
    const { id } = told(await grace.auth.getSession()).user
    const dismissed = await grace.auth.admin.setRole({ userId: id, role: 'user' })
    expect(refusal(dismissed)).toBe('400 THIS_SERVER_NEEDS_AT_LEAST_ONE_OPERATOR')
  })
})

describe('a ban', () => {
  it('puts Linus out at once, keeps him out, and is told to him', async () => {
    const [grace, linus] = [await operator(), await newcomer('linus@example.test', 'Linus')]
    const ban = { userId: linus.id, banReason: 'Shouting' }
    const { user } = told(await grace.auth.admin.banUser(ban))
    expect(user).toMatchObject({ banned: true, banReason: 'Shouting', banExpires: null })
    expect(await isIn(linus)).toBe(false)
    const back = await linus.auth.signIn.email({ email: 'linus@example.test', password })
    expect(refusal(back)).toBe('403 BANNED_USER')

    told(await grace.auth.admin.unbanUser({ userId: linus.id }))
    told(await linus.auth.signIn.email({ email: 'linus@example.test', password }))
  })

  it('can have an end', async () => {
    const [grace, ken] = [await operator(), await newcomer('ken@example.test', 'Ken')]
    told(await grace.auth.admin.banUser({ userId: ken.id, banExpiresIn: hour }))
    const again = () => ken.auth.signIn.email({ email: 'ken@example.test', password })
    expect(refusal(await again())).toBe('403 BANNED_USER')
    site.pass(hour + 1)
    told(await again())
    expect(told(await ken.auth.getSession()).user).toMatchObject({ banned: false })
  })

  it('is nothing that Grace could do to herself', async () => {
    const grace = await operator()
    const { id: userId } = told(await grace.auth.getSession()).user
    expect(refusal(await grace.auth.admin.banUser({ userId }))).toBe('400 YOU_CANNOT_BAN_YOURSELF')
  })
})

describe('sessions of others', () => {
  it('Grace sees them and ends one, or all', async () => {
    const grace = await operator()
    const phone = await newcomer('barbara@liskov.test', 'Barbara')
    const laptop = newVisitor(site)
    told(await laptop.auth.signIn.email({ email: 'barbara@liskov.test', password }))
    const { sessions } = told(await grace.auth.admin.listUserSessions({ userId: phone.id }))
    expect(sessions).toHaveLength(2)

    const { token: sessionToken } = told(await phone.auth.getSession()).session
    expect(told(await grace.auth.admin.revokeUserSession({ sessionToken }))).toEqual({
      success: true,
    })
    expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true])
    told(await grace.auth.admin.revokeUserSessions({ userId: phone.id }))
    expect(await isIn(laptop)).toBe(false)
  })

  it('Grace acts as Dennis for an hour, and he can see it', async () => {
    const [grace, dennis] = [await operator(), await newcomer('dennis@example.test', 'Dennis')]
    const herself = told(await grace.auth.getSession())
    const { session, user } = told(await grace.auth.admin.impersonateUser({ userId: dennis.id }))
    expect(user.id).toBe(dennis.id)
    expect(session).toMatchObject({ impersonatedBy: herself.user.id })
    expect(told(await grace.auth.getSession()).user.id).toBe(dennis.id)

    const back = told(await grace.auth.admin.stopImpersonating())
    expect(back.user).toMatchObject({ id: herself.user.id })
    expect(told(await grace.auth.getSession()).session.token).toBe(herself.session.token)
    expect(refusal(await grace.auth.admin.stopImpersonating())).toBe(
      '400 YOU_ARE_NOT_IMPERSONATING_ANYONE',
    )
    const { activity } = told(await get(dennis, '/list-activity', {}))
    expect(activity).toMatchObject([
      { title: 'The operator signed out again', operatorId: herself.user.id },
      { title: 'An operator signed in as this user', operatorId: herself.user.id },
      {},
      {},
    ])
    const seen = told(await get(grace, '/admin/list-user-activity', { userId: dennis.id }))
    expect(seen).toEqual({ activity, nextCursor: null })
  })

  it('the hour ends, and with it both', async () => {
    const [grace, dennis] = [await operator(), await newcomer('dennis2@example.test', 'Dennis')]
    told(await grace.auth.admin.impersonateUser({ userId: dennis.id }))
    site.pass(hour + 1)
    expect(await isIn(grace)).toBe(false)
  })
})

describe('passwords and accounts of others', () => {
  it('Grace sets a password, by which only its owner is in', async () => {
    const [grace, niklaus] = [await operator(), await newcomer('niklaus@wirth.test', 'Niklaus')]
    const set = (newPassword: string) =>
      grace.auth.admin.setUserPassword({ userId: niklaus.id, newPassword })
    expect(refusal(await set('short'))).toBe('400 PASSWORD_TOO_SHORT')
    expect(told(await set('an entirely new one'))).toEqual({ status: true })
    expect(await isIn(niklaus)).toBe(false)
    const email = 'niklaus@wirth.test'
    told(await niklaus.auth.signIn.email({ email, password: 'an entirely new one' }))
    await site.mailTo(email, /operator set your password/)
  })

  it('only while she has signed in within a day', async () => {
    const [grace, edsger] = [await operator(), await newcomer('edsger@example.test', 'Edsger')]
    site.pass(day + hour)
    const body = { userId: edsger.id, newPassword: 'an entirely new one' }
    expect(refusal(await grace.auth.admin.setUserPassword(body))).toBe('403 SESSION_IS_NOT_FRESH')
  })

  it('Grace says in how many organizations somebody may be', async () => {
    const [grace, jean] = [await operator(), await newcomer('jean@bartik.test', 'Jean')]
    const set = (limit: number | null) =>
      grace.auth.$fetch('/admin/set-organization-limit', {
        method: 'POST',
        body: { userId: jean.id, limit },
      })
    const create = (slug: string) =>
      jean.auth.$fetch('/organization/create', { method: 'POST', body: { name: 'Eniac', slug } })
    const limit = () => get(grace, '/admin/get-organization-limit', { userId: jean.id })
    expect(told(await limit())).toEqual({ limit: null, default: null })
    expect(told(await set(1))).toEqual({ limit: 1 })
    told(await create('eniac'))
    const isFull = '403 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'
    expect(refusal(await create('eniac-2'))).toBe(isFull)
    told(await set(null))
    told(await create('eniac-2'))
    expect(told(await limit())).toEqual({ limit: null, default: null })
  })

  it('Grace deletes an account, and its owner is out', async () => {
    const [grace, alan] = [await operator(), await newcomer('alan@example.test', 'Alan')]
    expect(told(await grace.auth.admin.removeUser({ userId: alan.id }))).toEqual({ success: true })
    expect(await isIn(alan)).toBe(false)
    const again = await grace.auth.admin.removeUser({ userId: alan.id })
    expect(refusal(again)).toBe('404 USER_NOT_FOUND')
    const { id: userId } = told(await grace.auth.getSession()).user
    expect(refusal(await grace.auth.admin.removeUser({ userId }))).toBe(
      '400 YOU_CANNOT_REMOVE_YOURSELF',
    )
  })

  it('what one may do can be asked', async () => {
    const [grace, kathleen] = [await operator(), await newcomer('kathleen@example.test')]
    const permissions = { user: ['ban', 'delete'] } as const
    const asked = { permissions: { user: [...permissions.user] } }
    expect(told(await grace.auth.admin.hasPermission(asked))).toEqual({
      error: null,
      success: true,
    })
    expect(told(await kathleen.auth.admin.hasPermission(asked)).success).toBe(false)
    expect(refusal(await newVisitor(site).auth.admin.hasPermission(asked))).toBe('401 UNAUTHORIZED')
  })
})
