import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import {
  accept,
  activeOrganizationOf,
  type CreatedOrganization,
  get,
  invite,
  mailedInvitation,
  newMember,
  newOwner,
  type SentInvitation,
  send,
} from '../organization.ts'
import { anotherBrowser, newPerson } from '../people.ts'
import { day, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'

const serverKey = 'guildhall_srv_a-key-of-the-tests-for-the-backend'
const site = testSite({ GUILDHALL_SERVER_KEYS: serverKey })

describe('an invitation', () => {
  it('is mailed, shown and accepted', async () => {
    const olga = await newOwner(site, 'olga')
    const { id } = await invite(olga, { email: 'Ivan@Guild.test', role: 'admin' })
    const key = await mailedInvitation(site, 'ivan@guild.test')
    expect(key).toMatch(new RegExp(`^${id}\\.[\\w-]+$`))
    const ivan = await newPerson(site, 'ivan@guild.test')
    const { organization } = ivan
    expect(unwrap(await organization.getInvitation({ query: { id: key } }))).toMatchObject({
      id,
      organizationName: 'olga’s guild',
      organizationSlug: 'olga',
      inviterEmail: olga.email,
      role: 'admin',
      expiresAt: expect.any(Date),
    })
    const { invitation, member } = await accept(ivan, key)
    expect(invitation).toMatchObject({ id, status: 'accepted' })
    expect(member).toMatchObject({ userId: ivan.id, role: 'admin' })
    expect(unwrap(await organization.getActiveMember())).toMatchObject({
      organizationId: olga.organizationId,
      user: { email: ivan.email },
    })
    const again = await organization.acceptInvitation({ invitationId: id })
    expect(refusal(again)).toBe('400 INVITATION_NOT_FOUND')
    const listed = unwrap(await get(olga, 'list-members', { search: 'ivan' }))
    expect(listed).toMatchObject({ total: 1, members: [{ userId: ivan.id }] })
  })

  it('is accepted without the mail by a verified address only', async () => {
    const olga = await newOwner(site, 'olga12')
    const { id } = await invite(olga, { email: 'ivan12@guild.test' })
    const ivan = await newPerson(site, 'ivan12@guild.test')
    const { organization } = ivan
    const early = await organization.acceptInvitation({ invitationId: id })
    expect(refusal(early)).toBe('403 EMAIL_NOT_VERIFIED')
    expect(unwrap(await get(ivan, 'list-user-invitations'))).toEqual([])
    unwrap(await ivan.auth.sendVerificationEmail({ email: ivan.email }))
    await ivan.open(await site.linkTo(ivan.email, /Confirm your email/))
    const mine = unwrap(await get(ivan, 'list-user-invitations'))
    expect(mine).toMatchObject([{ id, organizationName: 'olga12’s guild' }])
    expect(await accept(ivan, id)).toMatchObject({ invitation: { status: 'accepted' } })
  })

  it('that is mangled is not found', async () => {
    const ivan = await newPerson(site, 'mangled@guild.test')
    const { organization } = ivan
    for (const id of ['x', 'a'.repeat(32), 'not.one', '']) {
      const shown = await organization.getInvitation({ query: { id } })
      const accepted = await organization.acceptInvitation({ invitationId: id })
      const canceled = await organization.cancelInvitation({ invitationId: id })
      for (const answer of [shown, accepted, canceled]) {
        expect(refusal(answer)).toBe('400 INVITATION_NOT_FOUND')
      }
    }
  })

  it('works for its recipient only', async () => {
    const olga = await newOwner(site, 'olga2')
    const { id } = await invite(olga, { email: 'ivan2@guild.test' })
    const eve = await newPerson(site, 'eve2@guild.test')
    const { organization } = eve
    const recipient = '403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'
    expect(refusal(await organization.getInvitation({ query: { id } }))).toBe(recipient)
    expect(refusal(await organization.acceptInvitation({ invitationId: id }))).toBe(recipient)
    expect(refusal(await organization.rejectInvitation({ invitationId: id }))).toBe(recipient)
    const cancel = await organization.cancelInvitation({ invitationId: id })
    expect(refusal(cancel)).toBe('400 MEMBER_NOT_FOUND')
  })

  it('can be rejected', async () => {
    const olga = await newOwner(site, 'olga3')
    await invite(olga, { email: 'ivan3@guild.test' })
    const invitationId = await mailedInvitation(site, 'ivan3@guild.test')
    const ivan = await newPerson(site, 'ivan3@guild.test')
    const { organization } = ivan
    const rejected = unwrap(await organization.rejectInvitation({ invitationId }))
    expect(rejected).toMatchObject({ invitation: { status: 'rejected' }, member: null })
    const late = await organization.acceptInvitation({ invitationId })
    expect(refusal(late)).toBe('400 INVITATION_NOT_FOUND')
  })

  it('can be canceled, repeated and resent', async () => {
    const olga = await newOwner(site, 'olga4')
    const { organization } = olga
    const first = await invite(olga, { email: 'ivan4@guild.test' })
    const canceled = unwrap(await organization.cancelInvitation({ invitationId: first.id }))
    expect(canceled).toMatchObject({ status: 'canceled' })
    const second = await invite(olga, { email: 'ivan4@guild.test' })
    const doubled = await organization.inviteMember({ email: 'ivan4@guild.test', role: 'member' })
    expect(refusal(doubled)).toBe('400 USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION')
    const input = { email: 'ivan4@guild.test', role: 'member', resend: true } as const
    const third = await invite(olga, input)
    expect(third.id).not.toBe(second.id)
    const listed = unwrap<SentInvitation[]>(await organization.listInvitations())
    expect(listed.map(({ status }) => status)).toEqual(['pending', 'canceled', 'canceled'])
  })

  it('names who invites to what, to the reader of its mail alone', async () => {
    const olga = await newOwner(site, 'olga15')
    const { id } = await invite(olga, { email: 'ivan15@guild.test' })
    const stranger = newVisitor(site)
    const key = await mailedInvitation(site, 'ivan15@guild.test')
    expect(unwrap(await get(stranger, 'invitation-link', { id: key }))).toEqual({
      email: 'ivan15@guild.test',
      organizationName: 'olga15’s guild',
      inviterName: 'olga15',
      inviterEmail: olga.email,
    })
    const guessed = await get(stranger, 'invitation-link', { id })
    expect(refusal(guessed)).toBe('400 INVITATION_NOT_FOUND')
  })

  it('expires', async () => {
    const olga = await newOwner(site, 'olga5')
    const { id } = await invite(olga, { email: 'ivan5@guild.test' })
    site.advanceTime(2 * day)
    const ivan = await newPerson(site, 'ivan5@guild.test')
    const late = await ivan.organization.acceptInvitation({ invitationId: id })
    expect(refusal(late)).toBe('400 INVITATION_NOT_FOUND')
  })
})

describe('a membership', () => {
  it('is changed by authorized members, and one owner remains', async () => {
    const olga = await newOwner(site, 'olga6')
    const { organization } = olga
    const ivan = await newMember(olga, 'ivan6')
    const roles = { memberId: ivan.memberId, role: ['admin', 'member'] }
    const changed = unwrap(await send(olga, 'update-member-role', roles))
    expect(changed).toMatchObject({ role: 'admin,member' })
    const invited = await ivan.organization.inviteMember({
      email: 'boss@guild.test',
      role: 'owner',
    })
    expect(refusal(invited)).toBe('403 YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE')
    const { organizationId } = olga
    const left = await organization.leave({ organizationId })
    expect(refusal(left)).toBe('400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
    const owner = { memberId: ivan.memberId, role: 'owner' } as const
    unwrap(await organization.updateMemberRole(owner))
    expect(unwrap(await organization.leave({ organizationId }))).toMatchObject({ userId: olga.id })
    expect(unwrap(await organization.list())).toEqual([])
  })

  it('is removed with its active organization', async () => {
    const olga = await newOwner(site, 'olga7')
    const ivan = await newMember(olga, 'ivan7')
    const phone = await anotherBrowser(ivan)
    unwrap(await phone.organization.setActive({ organizationId: olga.organizationId }))
    const removed = await olga.organization.removeMember({ memberIdOrEmail: ivan.email })
    expect(unwrap(removed)).toMatchObject({ member: { userId: ivan.id } })
    expect(await activeOrganizationOf(phone)).toBeNull()
    const refused = await get(ivan, 'list-members', {
      organizationId: olga.organizationId,
    })
    expect(refusal(refused)).toBe('403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  })

  it('can be added by the application’s backend', async () => {
    const olga = await newOwner(site, 'olga8')
    const ivan = await newPerson(site, 'ivan8@guild.test')
    const added = await fetch(`${site.url}/api/auth/organization/add-member`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${serverKey}` },
      body: JSON.stringify({
        organizationId: olga.organizationId,
        userId: ivan.id,
        role: 'member',
      }),
    })
    expect(await added.json()).toMatchObject({ userId: ivan.id, role: 'member' })
    expect(unwrap(await ivan.organization.list())).toMatchObject([{ slug: 'olga8' }])
  })

  it('as the only owner prevents deleting the account', async () => {
    const olga = await newOwner(site, 'olga9')
    await newMember(olga, 'ivan9')
    const deleted = await olga.auth.deleteUser({ password: 'a staple for the battery' })
    expect(refusal(deleted)).toBe('400 SOLE_OWNER_OF_AN_ORGANIZATION')
  })
})

describe('teams', () => {
  it('are created, filled, renamed and deleted', async () => {
    const olga = await newOwner(site, 'olga10')
    const ivan = await newMember(olga, 'ivan10')
    const { organization } = olga
    const team = unwrap<CreatedOrganization>(await organization.createTeam({ name: 'Weavers' }))
    const renaming = { teamId: team.id, data: { name: 'Spinners' } }
    expect(unwrap(await organization.updateTeam(renaming))).toMatchObject({ name: 'Spinners' })
    const listed = await organization.listTeams({
      query: { organizationId: olga.organizationId },
    })
    expect(unwrap(listed)).toMatchObject([{ name: 'olga10’s guild' }, { name: 'Spinners' }])

    const membership = { teamId: team.id, userId: ivan.id, organizationId: olga.organizationId }
    unwrap(await send(olga, 'add-team-member', membership))
    const inTeam = await get(olga, 'list-team-members', { teamId: team.id })
    expect(unwrap(inTeam)).toMatchObject([{ userId: ivan.id }])
    const chosen = await send(ivan, 'set-active-team', { teamId: team.id })
    expect(unwrap(chosen)).toMatchObject({ id: team.id })
    unwrap(await send(olga, 'remove-team-member', membership))
    const removed = unwrap(await organization.removeTeam({ teamId: team.id }))
    expect(removed).toEqual({ message: 'Team removed successfully.' })
  })

  it('receive invited members', async () => {
    const olga = await newOwner(site, 'olga11')
    const { organization } = olga
    const team = unwrap<CreatedOrganization>(await organization.createTeam({ name: 'Weavers' }))
    const ivan = await newPerson(site, 'ivan11@guild.test')
    const input = { email: ivan.email, role: 'member', teamId: team.id } as const
    await invite(olga, input)
    const { member } = await accept(ivan, await mailedInvitation(site, ivan.email))
    expect(member).toMatchObject({ teamId: team.id })
  })
})
