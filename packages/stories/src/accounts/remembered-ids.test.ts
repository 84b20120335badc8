import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { invite, newMember, newOwner, send } from '../organization.ts'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'

// What an application sends that remembers ids of another server, or sends its empty fields.

const site = testSite()
const remembered = ['a'.repeat(32), 'x', '00000000-0000-0000-0000-000000000000']

describe('an id that is none of this server', () => {
  it('is that of nobody for operators', async () => {
    const { auth } = await newPerson(site, 'operator@ids.test')
    for (const userId of remembered) {
      const unknown = '404 USER_NOT_FOUND'
      expect(refusal(await auth.admin.banUser({ userId }))).toBe(unknown)
      expect(refusal(await auth.admin.setRole({ userId, role: 'user' }))).toBe(unknown)
      expect(refusal(await auth.admin.impersonateUser({ userId }))).toBe(unknown)
      expect(refusal(await auth.admin.removeUser({ userId }))).toBe(unknown)
    }
  })

  it('is an unknown member, team or organization', async () => {
    const olga = await newOwner(site, 'olga-ids')
    const { organization } = olga
    for (const id of remembered) {
      const role = await organization.updateMemberRole({ memberId: id, role: 'admin' })
      expect(refusal(role)).toBe('400 MEMBER_NOT_FOUND')
      const removed = await organization.removeMember({ memberIdOrEmail: id })
      expect(refusal(removed)).toBe('400 MEMBER_NOT_FOUND')
      expect(refusal(await organization.removeTeam({ teamId: id }))).toBe('400 TEAM_NOT_FOUND')
      const entered = await organization.setActive({ organizationId: id })
      expect(refusal(entered)).toBe('403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
      const left = await organization.leave({ organizationId: id })
      expect(refusal(left)).toBe('400 MEMBER_NOT_FOUND')
    }
  })
})

describe('an empty optional value', () => {
  it('is absent', async () => {
    const olga = await newOwner(site, 'olga-empty')
    const { email } = await newPerson(site, 'guest@ids.test')
    const input = { email, role: 'member', organizationId: '', teamId: '' }
    expect(unwrap(await send(olga, 'invite-member', input))).toMatchObject({ status: 'pending' })
    const query = { organizationId: '' }
    expect(unwrap(await olga.organization.listInvitations({ query }))).toMatchObject([{ email }])
    const mailed = await olga.auth.sendVerificationEmail({ email: olga.email, callbackURL: '' })
    expect(unwrap(mailed)).toEqual({ status: true })
  })
})

describe('without any organization', () => {
  it('an invitation and an update name the missing organization', async () => {
    const { organization } = await newPerson(site, 'alone@ids.test')
    const invited = await organization.inviteMember({ email: 'x@ids.test', role: 'member' })
    expect(refusal(invited)).toBe('400 ORGANIZATION_NOT_FOUND')
    const updated = await organization.update({ data: { name: 'Nameless' } })
    expect(refusal(updated)).toBe('400 ORGANIZATION_NOT_FOUND')
  })
})

describe('an owner', () => {
  it('is removed by nobody else, with the code of the catalog', async () => {
    const olga = await newOwner(site, 'olga-owner')
    const admin = await newMember(olga, 'adam-owner', 'admin')
    const member = await newMember(olga, 'mia-owner')
    for (const person of [admin, member]) {
      const removed = await person.organization.removeMember({ memberIdOrEmail: olga.email })
      expect(refusal(removed)).toBe('400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
    }
  })

  it('sees roles in the order in which they were given', async () => {
    const olga = await newOwner(site, 'olga-order')
    const { memberId } = await newMember(olga, 'otto-order')
    for (const role of ['member,admin', 'admin,member', 'owner,member,admin']) {
      expect(unwrap(await send(olga, 'update-member-role', { memberId, role }))).toMatchObject({
        role,
      })
    }
    await invite(olga, { email: 'roles@ids.test', role: 'member,admin' })
    const { organization } = olga
    expect(unwrap(await organization.listInvitations())).toMatchObject([
      { email: 'roles@ids.test', role: 'member,admin' },
      { status: 'accepted' },
    ])
  })
})
