// Recorded defects and advisories of the original server, each tested on ours.
import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { type CreatedOrganization, invite, newMember, newOwner, send } from '../organization.ts'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'

const site = testSite()

describe('a recorded defect is absent:', () => {
  it('changing a role in another organization', async () => {
    const ann = await newOwner(site, 'ann1')
    const bea = await newOwner(site, 'bea1')
    const cleo = await newMember(bea, 'cleo1')
    const change = { memberId: cleo.memberId, role: 'admin', organizationId: ann.organizationId }
    expect(refusal(await send(ann, 'update-member-role', change))).toBe('400 MEMBER_NOT_FOUND')
  })

  it.each([
    ['a', 'member,owner'],
    ['b', 'owner '],
    ['c', ['member', 'owner']],
    ['d', ['member,owner']],
    ['e', 'OWNER,owner'],
  ])('an admin becoming an owner by a crafted role (%s)', async (name, role) => {
    const ann = await newOwner(site, `ann2${name}`)
    const cleo = await newMember(ann, `cleo2${name}`, 'admin')
    const change = { memberId: cleo.memberId, role }
    expect(refusal(await send(cleo, 'update-member-role', change))).toMatch(
      /^40[03] (YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER|ROLE_NOT_FOUND)$/,
    )
  })

  it('the only owner stepping down, removing themselves or leaving', async () => {
    const ann = await newOwner(site, 'ann3')
    await newMember(ann, 'cleo3', 'admin')
    const member = unwrap<CreatedOrganization>(await ann.organization.getActiveMember())
    const only = '400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
    const demotion = { memberId: member.id, role: 'member' }
    expect(refusal(await send(ann, 'update-member-role', demotion))).toBe(only)
    const removal = { memberIdOrEmail: ann.email }
    expect(refusal(await send(ann, 'remove-member', removal))).toBe(only)
    const both = { memberId: member.id, role: ['owner', 'admin'] }
    unwrap(await send(ann, 'update-member-role', both))
    const leaving = { organizationId: ann.organizationId }
    expect(refusal(await send(ann, 'leave', leaving))).toBe(only)
  })

  it('two memberships from two invitations', async () => {
    const ann = await newOwner(site, 'ann4')
    const cleo = await newMember(ann, 'cleo4')
    const again = await ann.organization.inviteMember({ email: cleo.email, role: 'admin' })
    expect(refusal(again)).toBe('400 USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    const full = await ann.organization.getFullOrganization()
    expect(unwrap(full)).toMatchObject({ members: [{}, { userId: cleo.id }] })
  })

  it('a partial deletion of an organization with teams', async () => {
    const ann = await newOwner(site, 'ann5')
    unwrap(await ann.organization.createTeam({ name: 'Second' }))
    await ann.organization.inviteMember({ email: 'x5@guild.test', role: 'member' })
    unwrap(await ann.organization.delete({ organizationId: ann.organizationId }))
    const again = await ann.organization.delete({ organizationId: ann.organizationId })
    expect(refusal(again)).toBe('400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })

  it('a failed deletion reported as a success', async () => {
    const ann = await newOwner(site, 'ann6')
    const eve = await newPerson(site, 'eve6@guild.test')
    const tried = await eve.organization.delete({ organizationId: ann.organizationId })
    expect(refusal(tried)).toBe('400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })

  it('an invitation to a team of another organization', async () => {
    const ann = await newOwner(site, 'ann7')
    const bea = await newOwner(site, 'bea7')
    const team = unwrap<CreatedOrganization>(await bea.organization.createTeam({ name: 'Theirs' }))
    const input = { email: 'x7@guild.test', role: 'member', teamId: team.id } as const
    expect(refusal(await ann.organization.inviteMember(input))).toBe('400 TEAM_NOT_FOUND')
  })

  it('a user in the body replacing that of the session', async () => {
    const ann = await newOwner(site, 'ann8')
    const eve = await newPerson(site, 'eve8@guild.test')
    const body = { name: 'Eve’s', slug: 'eve8', userId: ann.id }
    const made = unwrap(await send(eve, 'create', body))
    expect(made).toMatchObject({ members: [{ userId: eve.id }] })
  })

  it('accepting an invalid email address or role', async () => {
    const ann = await newOwner(site, 'ann9')
    const input = { role: 'member', email: 'not an address' }
    expect(refusal(await send(ann, 'invite-member', input))).toBe('400 INVALID_EMAIL')
    const emperor = { role: 'emperor', email: 'x9@guild.test' }
    expect(refusal(await send(ann, 'invite-member', emperor))).toBe('400 ROLE_NOT_FOUND')
  })
})

describe('CVE-2026-53514: joining with an unverified address', () => {
  it('is refused', async () => {
    const ann = await newPerson(site, 'ann@guild.test')
    unwrap(await ann.organization.create({ name: 'Guild', slug: 'guild' }))
    const email = 'victim@guild.test'
    const { id } = await invite(ann, { email, role: 'owner' })
    const eve = await newPerson(site, email)
    const accepted = await eve.organization.acceptInvitation({ invitationId: id })
    expect(refusal(accepted)).toBe('403 EMAIL_NOT_VERIFIED')
    const seen = await eve.organization.getInvitation({ query: { id } })
    expect(refusal(seen)).toBe('403 EMAIL_NOT_VERIFIED')
    await eve.auth.sendVerificationEmail({ email })
    await eve.open(await site.linkTo(email, /confirm/i))
    unwrap(await eve.organization.acceptInvitation({ invitationId: id }))
  })
})
