// Each by the name of what the peer's recorded defects and advisories call it.
import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { type Founded, founder, invite, joined, send } from '../guild.ts'
import { newcomer } from '../people.ts'
import { testSite } from '../site.ts'

const site = testSite()

describe('recorded in the peer, and not here', () => {
  it('a role is changed in another organization', async () => {
    const ann = await founder(site, 'ann1')
    const bea = await founder(site, 'bea1')
    const cleo = await joined(bea, 'cleo1')
    const change = { memberId: cleo.memberId, role: 'admin', organizationId: ann.organizationId }
    expect(refusal(await send(ann, 'update-member-role', change))).toBe('400 MEMBER_NOT_FOUND')
  })

  it.each([
    ['a', 'member,owner'],
    ['b', 'owner '],
    ['c', ['member', 'owner']],
    ['d', ['member,owner']],
    ['e', 'OWNER,owner'],
  ])('an admin becomes an owner by a trick with the role (%s)', async (name, role) => {
    const ann = await founder(site, `ann2${name}`)
    const cleo = await joined(ann, `cleo2${name}`, 'admin')
    const change = { memberId: cleo.memberId, role }
    expect(refusal(await send(cleo, 'update-member-role', change))).toMatch(
      /^40[03] (YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER|ROLE_NOT_FOUND)$/,
    )
  })

  it('the only owner demotes herself, removes herself or leaves', async () => {
    const ann = await founder(site, 'ann3')
    await joined(ann, 'cleo3', 'admin')
    const member = told<Founded>(await ann.organization.getActiveMember())
    const only = '400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
    const demotion = { memberId: member.id, role: 'member' }
    expect(refusal(await send(ann, 'update-member-role', demotion))).toBe(only)
    const removal = { memberIdOrEmail: ann.email }
    expect(refusal(await send(ann, 'remove-member', removal))).toBe(only)
    const both = { memberId: member.id, role: ['owner', 'admin'] }
    told(await send(ann, 'update-member-role', both))
    const leaving = { organizationId: ann.organizationId }
    expect(refusal(await send(ann, 'leave', leaving))).toBe(only)
  })

  it('two invitations make two memberships', async () => {
    const ann = await founder(site, 'ann4')
    const cleo = await joined(ann, 'cleo4')
    const again = await ann.organization.inviteMember({ email: cleo.email, role: 'admin' })
    expect(refusal(again)).toBe('400 USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    const full = await ann.organization.getFullOrganization()
    expect(told(full)).toMatchObject({ members: [{}, { userId: cleo.id }] })
  })

  it('an organization with teams is half deleted', async () => {
    const ann = await founder(site, 'ann5')
    told(await ann.organization.createTeam({ name: 'Second' }))
    await ann.organization.inviteMember({ email: 'x5@guild.test', role: 'member' })
    told(await ann.organization.delete({ organizationId: ann.organizationId }))
    const again = await ann.organization.delete({ organizationId: ann.organizationId })
    expect(refusal(again)).toBe('400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })

  it('a failed deletion looks like a success', async () => {
    const ann = await founder(site, 'ann6')
    const eve = await newcomer(site, 'eve6@guild.test')
    const tried = await eve.organization.delete({ organizationId: ann.organizationId })
    expect(refusal(tried)).toBe('400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })

  it('a team of another organization is named in an invitation', async () => {
    const ann = await founder(site, 'ann7')
    const bea = await founder(site, 'bea7')
    const team = told<Founded>(await bea.organization.createTeam({ name: 'Theirs' }))
    const wish = { email: 'x7@guild.test', role: 'member', teamId: team.id } as const
    expect(refusal(await ann.organization.inviteMember(wish))).toBe('400 TEAM_NOT_FOUND')
  })

  it('the session’s user is replaced by one in the body', async () => {
    const ann = await founder(site, 'ann8')
    const eve = await newcomer(site, 'eve8@guild.test')
    const body = { name: 'Eve’s', slug: 'eve8', userId: ann.id }
    const made = told(await send(eve, 'create', body))
    expect(made).toMatchObject({ members: [{ userId: eve.id }] })
  })

  it('an e-mail or a role that is none is taken', async () => {
    const ann = await founder(site, 'ann9')
    const wish = { role: 'member', email: 'not an address' }
    expect(refusal(await send(ann, 'invite-member', wish))).toBe('400 INVALID_EMAIL')
    const emperor = { role: 'emperor', email: 'x9@guild.test' }
    expect(refusal(await send(ann, 'invite-member', emperor))).toBe('400 ROLE_NOT_FOUND')
  })
})

describe('CVE-2026-53514: an unproved address is enough to join', () => {
  const strict = testSite({ GUILDHALL_INVITATION_NEEDS_VERIFIED_EMAIL: 'on' })

  it('not where the switch wants it proved', async () => {
    const ann = await newcomer(strict, 'ann@guild.test')
    told(await ann.organization.create({ name: 'Guild', slug: 'guild' }))
    const email = 'victim@guild.test'
    const { id } = await invite(ann, { email, role: 'owner' })
    const eve = await newcomer(strict, email)
    const accepted = await eve.organization.acceptInvitation({ invitationId: id })
    expect(refusal(accepted)).toBe('403 EMAIL_NOT_VERIFIED')
    const seen = await eve.organization.getInvitation({ query: { id } })
    expect(refusal(seen)).toBe('403 EMAIL_NOT_VERIFIED')
    await eve.auth.sendVerificationEmail({ email })
    await eve.open(await strict.linkTo(email, /confirm/i))
    told(await eve.organization.acceptInvitation({ invitationId: id }))
  })
})
