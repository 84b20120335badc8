import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { day, hour, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'
const operatorsAddress = 'grace@hopper.test'

async function newPerson(email: string, name = 'Ada'): Promise<Visitor & { id: string }> {
  const visitor = newVisitor(site)
  const { user } = unwrap(await visitor.auth.signUp.email({ name, email, password }))
  return { ...visitor, id: user.id }
}

async function operator(): Promise<Visitor> {
  const grace = newVisitor(site)
  unwrap(await grace.auth.signIn.email({ email: operatorsAddress, password }))
  return grace
}

const isSignedIn = async ({ auth }: Visitor) => (await auth.getSession()).data !== null

/** The types of this client version lack some newer fields. */
const get = ({ auth }: Visitor, path: string, query: Record<string, string>) =>
  auth.$fetch<Record<string, unknown>>(path, { query })

describe('the operator of a new server', () => {
  const fresh = testSite({ GUILDHALL_FIRST_OPERATOR: 'link' })

  it('is who opens the link that the server prints at its start', async () => {
    const signUp = async (email: string) => {
      const visitor = newVisitor(fresh)
      unwrap(await visitor.auth.signUp.email({ name: 'Ada', email, password }))
      return visitor
    }
    const [stranger, owner] = [await signUp('first@come.test'), await signUp('the@owner.test')]
    const become = ({ auth }: Visitor, code: string) =>
      auth.$fetch('/become-operator', { method: 'POST', body: { code } })
    expect(refusal(await become(stranger, 'invented'))).toMatch(/^403 /)
    const link = new URL(fresh.server.operatorLink ?? '')
    unwrap(await become(owner, link.searchParams.get('code') ?? ''))
    expect(unwrap(await owner.auth.getSession()).user).toMatchObject({ role: 'admin' })
    expect(unwrap(await stranger.auth.getSession()).user).toMatchObject({ role: 'user' })
  })
})

describe('the first user is the operator', () => {
  it('and later users are not', async () => {
    await newPerson(operatorsAddress, 'Grace')
    const ada = await newPerson('ada@lovelace.test')
    expect(unwrap(await (await operator()).auth.getSession()).user).toMatchObject({ role: 'admin' })
    expect(unwrap(await ada.auth.getSession()).user).toMatchObject({ role: 'user' })
    const list = await ada.auth.admin.listUsers({ query: {} })
    expect(refusal(list)).toBe('403 YOU_ARE_NOT_ALLOWED_TO_LIST_USERS')
  })

  it('and sees the organizations of the server, which others do not', async () => {
    const owner = await newPerson('owner@guild.test')
    const input = { name: 'Guild of seers', slug: 'seers' }
    const { id } = unwrap<{ id: string }>(
      await owner.auth.$fetch('/organization/create', { method: 'POST', body: input }),
    )
    const grace = await operator()
    const listed = unwrap(await get(grace, '/admin/list-organizations', { search: 'guild of' }))
    expect(listed).toMatchObject({ organizations: [{ id, slug: 'seers' }] })
    const seen = unwrap(await get(grace, '/admin/get-organization', { id }))
    expect(seen).toMatchObject({ id, owners: [{ email: 'owner@guild.test' }] })
    const refused = await get(owner, '/admin/get-organization', { id })
    expect(refusal(refused)).toBe('403 YOU_ARE_NOT_ALLOWED_TO_GET_ORGANIZATION')
  })

  it('and can search users', async () => {
    const grace = await operator()
    const query = { searchValue: 'lovelace', searchField: 'email', limit: 10 } as const
    const found = unwrap(await grace.auth.admin.listUsers({ query }))
    expect(found).toMatchObject({ total: 1, users: [{ name: 'Ada', banned: null }] })
    const id = found.users[0]?.id ?? ''
    expect(unwrap(await get(grace, '/admin/get-user', { id }))).toMatchObject({ id, name: 'Ada' })
    const { accounts } = unwrap(await get(grace, '/admin/list-user-accounts', { userId: id }))
    expect(accounts).toMatchObject([{ provider: 'credential', accountId: id }])
    const unknown = { id: '00000000-0000-7000-8000-000000000000' }
    expect(refusal(await get(grace, '/admin/get-user', unknown))).toBe('404 USER_NOT_FOUND')
  })

  it('and can create, update and appoint users', async () => {
    const grace = await operator()
    const input = { name: 'Mary', email: 'mary@somerville.test', password }
    const { user } = unwrap(await grace.auth.admin.createUser({ ...input, role: 'user' }))
    const again = await grace.auth.admin.createUser({ ...input, role: 'user' })
    expect(refusal(again)).toBe('400 USER_ALREADY_EXISTS')

    const change = { userId: user.id, data: { name: 'Mary Somerville' } }
    const changed = await grace.auth.$fetch('/admin/update-user', { method: 'POST', body: change })
    expect(unwrap(changed)).toMatchObject({ name: 'Mary Somerville' })
    const nothing = { userId: user.id, data: {} }
    const unchanged = await grace.auth.$fetch('/admin/update-user', {
      method: 'POST',
      body: nothing,
    })
    expect(refusal(unchanged)).toBe('400 NO_DATA_TO_UPDATE')

    const appointed = unwrap(await grace.auth.admin.setRole({ userId: user.id, role: 'admin' }))
    expect(appointed.user).toMatchObject({ role: 'admin' })
    const mary = newVisitor(site)
    unwrap(await mary.auth.signIn.email(input))
    unwrap(await mary.auth.admin.listUsers({ query: {} }))
    unwrap(await grace.auth.admin.setRole({ userId: user.id, role: 'user' }))
    const over = await mary.auth.admin.listUsers({ query: {} })
    expect(refusal(over)).toBe('403 YOU_ARE_NOT_ALLOWED_TO_LIST_USERS')
  })

  it('and cannot be dismissed as the last one', async () => {
    const grace = await operator()
    const { id } = unwrap(await grace.auth.getSession()).user
    const dismissed = await grace.auth.admin.setRole({ userId: id, role: 'user' })
    expect(refusal(dismissed)).toBe('400 THIS_SERVER_NEEDS_AT_LEAST_ONE_OPERATOR')
  })
})

describe('a ban', () => {
  it('ends the sessions, refuses sign-ins and names its reason', async () => {
    const [grace, linus] = [await operator(), await newPerson('linus@example.test', 'Linus')]
    const ban = { userId: linus.id, banReason: 'Shouting' }
    const { user } = unwrap(await grace.auth.admin.banUser(ban))
    expect(user).toMatchObject({ banned: true, banReason: 'Shouting', banExpires: null })
    expect(await isSignedIn(linus)).toBe(false)
    const back = await linus.auth.signIn.email({ email: 'linus@example.test', password })
    expect(refusal(back)).toBe('403 BANNED_USER')

    unwrap(await grace.auth.admin.unbanUser({ userId: linus.id }))
    unwrap(await linus.auth.signIn.email({ email: 'linus@example.test', password }))
  })

  it('can expire', async () => {
    const [grace, ken] = [await operator(), await newPerson('ken@example.test', 'Ken')]
    unwrap(await grace.auth.admin.banUser({ userId: ken.id, banExpiresIn: hour }))
    const again = () => ken.auth.signIn.email({ email: 'ken@example.test', password })
    expect(refusal(await again())).toBe('403 BANNED_USER')
    site.advanceTime(hour + 1)
    unwrap(await again())
    expect(unwrap(await ken.auth.getSession()).user).toMatchObject({ banned: false })
  })

  it('is refused for the operator themselves', async () => {
    const grace = await operator()
    const { id: userId } = unwrap(await grace.auth.getSession()).user
    expect(refusal(await grace.auth.admin.banUser({ userId }))).toBe('400 YOU_CANNOT_BAN_YOURSELF')
  })
})

describe('sessions of other users', () => {
  it('can be listed and revoked by the operator', async () => {
    const grace = await operator()
    const phone = await newPerson('barbara@liskov.test', 'Barbara')
    const laptop = newVisitor(site)
    unwrap(await laptop.auth.signIn.email({ email: 'barbara@liskov.test', password }))
    const { sessions } = unwrap(await grace.auth.admin.listUserSessions({ userId: phone.id }))
    expect(sessions).toHaveLength(2)

    const { token: sessionToken } = unwrap(await phone.auth.getSession()).session
    expect(unwrap(await grace.auth.admin.revokeUserSession({ sessionToken }))).toEqual({
      success: true,
    })
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
    unwrap(await grace.auth.admin.revokeUserSessions({ userId: phone.id }))
    expect(await isSignedIn(laptop)).toBe(false)
  })

  it('can be impersonated for an hour, visibly for the user', async () => {
    const [grace, dennis] = [await operator(), await newPerson('dennis@example.test', 'Dennis')]
    const herself = unwrap(await grace.auth.getSession())
    const { session, user } = unwrap(await grace.auth.admin.impersonateUser({ userId: dennis.id }))
    expect(user.id).toBe(dennis.id)
    expect(session).toMatchObject({ impersonatedBy: herself.user.id })
    expect(unwrap(await grace.auth.getSession()).user.id).toBe(dennis.id)

    const back = unwrap(await grace.auth.admin.stopImpersonating())
    expect(back.user).toMatchObject({ id: herself.user.id })
    expect(unwrap(await grace.auth.getSession()).session.token).toBe(herself.session.token)
    expect(refusal(await grace.auth.admin.stopImpersonating())).toBe(
      '400 YOU_ARE_NOT_IMPERSONATING_ANYONE',
    )
    const { activity } = unwrap(await get(dennis, '/list-activity', {}))
    expect(activity).toMatchObject([
      { title: 'The operator stopped acting as this user', operatorId: herself.user.id },
      { title: 'An operator signed in as this user', operatorId: herself.user.id },
      {},
      {},
    ])
    const seen = unwrap(await get(grace, '/admin/list-user-activity', { userId: dennis.id }))
    expect(seen).toEqual({ activity, nextCursor: null })
  })

  it('an impersonation expires after an hour', async () => {
    const [grace, dennis] = [await operator(), await newPerson('dennis2@example.test', 'Dennis')]
    unwrap(await grace.auth.admin.impersonateUser({ userId: dennis.id }))
    site.advanceTime(hour + 1)
    expect(await isSignedIn(grace)).toBe(false)
  })
})

describe('passwords and accounts of other users', () => {
  it('the operator sets a password, which ends all sessions', async () => {
    const [grace, niklaus] = [await operator(), await newPerson('niklaus@wirth.test', 'Niklaus')]
    const set = (newPassword: string) =>
      grace.auth.admin.setUserPassword({ userId: niklaus.id, newPassword })
    expect(refusal(await set('short'))).toBe('400 PASSWORD_TOO_SHORT')
    expect(unwrap(await set('an entirely new one'))).toEqual({ status: true })
    expect(await isSignedIn(niklaus)).toBe(false)
    const email = 'niklaus@wirth.test'
    unwrap(await niklaus.auth.signIn.email({ email, password: 'an entirely new one' }))
    await site.mailTo(email, /operator set your password/)
  })

  it('setting a password requires a fresh session', async () => {
    const [grace, edsger] = [await operator(), await newPerson('edsger@example.test', 'Edsger')]
    site.advanceTime(day + hour)
    const body = { userId: edsger.id, newPassword: 'an entirely new one' }
    expect(refusal(await grace.auth.admin.setUserPassword(body))).toBe('403 SESSION_IS_NOT_FRESH')
  })

  it('the operator sets the organization limit of a user', async () => {
    const [grace, jean] = [await operator(), await newPerson('jean@bartik.test', 'Jean')]
    const set = (limit: number | null) =>
      grace.auth.$fetch('/admin/set-organization-limit', {
        method: 'POST',
        body: { userId: jean.id, limit },
      })
    const create = (slug: string) =>
      jean.auth.$fetch('/organization/create', { method: 'POST', body: { name: 'Eniac', slug } })
    const limit = () => get(grace, '/admin/get-organization-limit', { userId: jean.id })
    expect(unwrap(await limit())).toEqual({ limit: null, default: null })
    expect(unwrap(await set(1))).toEqual({ limit: 1 })
    unwrap(await create('eniac'))
    const isFull = '403 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'
    expect(refusal(await create('eniac-2'))).toBe(isFull)
    unwrap(await set(null))
    unwrap(await create('eniac-2'))
    expect(unwrap(await limit())).toEqual({ limit: null, default: null })
  })

  it('the operator deletes an account, which ends its sessions', async () => {
    const [grace, alan] = [await operator(), await newPerson('alan@example.test', 'Alan')]
    expect(unwrap(await grace.auth.admin.removeUser({ userId: alan.id }))).toEqual({
      success: true,
    })
    expect(await isSignedIn(alan)).toBe(false)
    const again = await grace.auth.admin.removeUser({ userId: alan.id })
    expect(refusal(again)).toBe('404 USER_NOT_FOUND')
    const { id: userId } = unwrap(await grace.auth.getSession()).user
    expect(refusal(await grace.auth.admin.removeUser({ userId }))).toBe(
      '400 YOU_CANNOT_REMOVE_YOURSELF',
    )
  })

  it('permissions can be checked', async () => {
    const [grace, kathleen] = [await operator(), await newPerson('kathleen@example.test')]
    const permissions = { user: ['ban', 'delete'] } as const
    const asked = { permissions: { user: [...permissions.user] } }
    expect(unwrap(await grace.auth.admin.hasPermission(asked))).toEqual({
      error: null,
      success: true,
    })
    expect(unwrap(await kathleen.auth.admin.hasPermission(asked)).success).toBe(false)
    expect(refusal(await newVisitor(site).auth.admin.hasPermission(asked))).toBe('401 UNAUTHORIZED')
  })
})
