import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import {
  accept,
  activeOf,
  ask,
  type Founded,
  founder,
  type Invited,
  invite,
  joined,
  send,
} from '../guild.ts'
import { elsewhere, newcomer } from '../people.ts'
import { day, testSite } from '../site.ts'

const serverKey = 'guildhall_srv_a-key-of-the-tests-for-the-backend'
const site = testSite({ GUILDHALL_SERVER_KEYS: serverKey })

describe('Olga invites Ivan', () => {
  it('who gets a mail, looks at it and joins', async () => {
    const olga = await founder(site, 'olga')
    const { id } = await invite(olga, { email: 'Ivan@Guild.test', role: 'admin' })
    const mail = await site.mailTo('ivan@guild.test', /invit/i)
    expect(mail.links[0]).toBe(`${site.url}/accept-invitation/${id}`)
    const ivan = await newcomer(site, 'ivan@guild.test')
    const mine = told(await ask(ivan, 'list-user-invitations'))
    expect(mine).toMatchObject([{ id, organizationName: 'olga’s guild' }])
    const { organization } = ivan
    expect(told(await organization.getInvitation({ query: { id } }))).toMatchObject({
      organizationName: 'olga’s guild',
      organizationSlug: 'olga',
      inviterEmail: olga.email,
      role: 'admin',
      expiresAt: expect.any(Date),
    })
    const { invitation, member } = await accept(ivan, id)
    expect(invitation).toMatchObject({ status: 'accepted' })
    expect(member).toMatchObject({ userId: ivan.id, role: 'admin' })
    expect(told(await organization.getActiveMember())).toMatchObject({
      organizationId: olga.organizationId,
      user: { email: ivan.email },
    })
    const again = await organization.acceptInvitation({ invitationId: id })
    expect(refusal(again)).toBe('400 INVITATION_NOT_FOUND')
    const listed = told(await ask(olga, 'list-members', { search: 'ivan' }))
    expect(listed).toMatchObject({ total: 1, members: [{ userId: ivan.id }] })
  })

  it('and nobody else can use it', async () => {
    const olga = await founder(site, 'olga2')
    const { id } = await invite(olga, { email: 'ivan2@guild.test' })
    const eve = await newcomer(site, 'eve2@guild.test')
    const { organization } = eve
    const recipient = '403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'
    expect(refusal(await organization.getInvitation({ query: { id } }))).toBe(recipient)
    expect(refusal(await organization.acceptInvitation({ invitationId: id }))).toBe(recipient)
    expect(refusal(await organization.rejectInvitation({ invitationId: id }))).toBe(recipient)
    const cancel = await organization.cancelInvitation({ invitationId: id })
    expect(refusal(cancel)).toBe('400 MEMBER_NOT_FOUND')
  })

  it('who declines', async () => {
    const olga = await founder(site, 'olga3')
    const { id } = await invite(olga, { email: 'ivan3@guild.test' })
    const ivan = await newcomer(site, 'ivan3@guild.test')
    const { organization } = ivan
    const rejected = told(await organization.rejectInvitation({ invitationId: id }))
    expect(rejected).toMatchObject({ invitation: { status: 'rejected' }, member: null })
    const late = await organization.acceptInvitation({ invitationId: id })
    expect(refusal(late)).toBe('400 INVITATION_NOT_FOUND')
  })

  it('takes it back, invites again, and sends it once more', async () => {
    const olga = await founder(site, 'olga4')
    const { organization } = olga
    const first = await invite(olga, { email: 'ivan4@guild.test' })
    const canceled = told(await organization.cancelInvitation({ invitationId: first.id }))
    expect(canceled).toMatchObject({ status: 'canceled' })
    const second = await invite(olga, { email: 'ivan4@guild.test' })
    const doubled = await organization.inviteMember({ email: 'ivan4@guild.test', role: 'member' })
    expect(refusal(doubled)).toBe('400 USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION')
    const wish = { email: 'ivan4@guild.test', role: 'member', resend: true } as const
    const third = await invite(olga, wish)
    expect(third.id).not.toBe(second.id)
    const listed = told<Invited[]>(await organization.listInvitations())
    expect(listed.map(({ status }) => status)).toEqual(['pending', 'canceled', 'canceled'])
  })

  it('who comes too late', async () => {
    const olga = await founder(site, 'olga5')
    const { id } = await invite(olga, { email: 'ivan5@guild.test' })
    site.pass(2 * day)
    const ivan = await newcomer(site, 'ivan5@guild.test')
    const late = await ivan.organization.acceptInvitation({ invitationId: id })
    expect(refusal(late)).toBe('400 INVITATION_NOT_FOUND')
  })
})

describe('who belongs', () => {
  it('is changed by whom it concerns, and an owner always stays', async () => {
    const olga = await founder(site, 'olga6')
    const { organization } = olga
    const ivan = await joined(olga, 'ivan6')
    const roles = { memberId: ivan.memberId, role: ['admin', 'member'] }
    const changed = told(await send(olga, 'update-member-role', roles))
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
    told(await organization.updateMemberRole(owner))
    expect(told(await organization.leave({ organizationId }))).toMatchObject({ userId: olga.id })
    expect(told(await organization.list())).toEqual([])
  })

  it('and is removed, with what they had open', async () => {
    const olga = await founder(site, 'olga7')
    const ivan = await joined(olga, 'ivan7')
    const phone = await elsewhere(ivan)
    told(await phone.organization.setActive({ organizationId: olga.organizationId }))
    const removed = await olga.organization.removeMember({ memberIdOrEmail: ivan.email })
    expect(told(removed)).toMatchObject({ member: { userId: ivan.id } })
    expect(await activeOf(phone)).toBeNull()
    const gone = await ask(ivan, 'list-members', {
      organizationId: olga.organizationId,
    })
    expect(refusal(gone)).toBe('403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  })

  it('is added by the application’s own backend', async () => {
    const olga = await founder(site, 'olga8')
    const ivan = await newcomer(site, 'ivan8@guild.test')
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
    expect(told(await ivan.organization.list())).toMatchObject([{ slug: 'olga8' }])
  })

  it('and stays while they alone own what others work in', async () => {
    const olga = await founder(site, 'olga9')
    await joined(olga, 'ivan9')
    const parted = await olga.auth.deleteUser({ password: 'a staple for the battery' })
    expect(refusal(parted)).toBe('400 SOLE_OWNER_OF_AN_ORGANIZATION')
  })
})

describe('teams', () => {
  it('are made, filled, renamed and dissolved', async () => {
    const olga = await founder(site, 'olga10')
    const ivan = await joined(olga, 'ivan10')
    const { organization } = olga
    const team = told<Founded>(await organization.createTeam({ name: 'Weavers' }))
    const renaming = { teamId: team.id, data: { name: 'Spinners' } }
    expect(told(await organization.updateTeam(renaming))).toMatchObject({ name: 'Spinners' })
    const listed = await organization.listTeams({
      query: { organizationId: olga.organizationId },
    })
    expect(told(listed)).toMatchObject([{ name: 'olga10’s guild' }, { name: 'Spinners' }])

    const place = { teamId: team.id, userId: ivan.id, organizationId: olga.organizationId }
    told(await send(olga, 'add-team-member', place))
    const inTeam = await ask(olga, 'list-team-members', { teamId: team.id })
    expect(told(inTeam)).toMatchObject([{ userId: ivan.id }])
    const chosen = await send(ivan, 'set-active-team', { teamId: team.id })
    expect(told(chosen)).toMatchObject({ id: team.id })
    told(await send(olga, 'remove-team-member', place))
    const removed = told(await organization.removeTeam({ teamId: team.id }))
    expect(removed).toEqual({ message: 'Team removed successfully.' })
  })

  it('take who was invited into them', async () => {
    const olga = await founder(site, 'olga11')
    const { organization } = olga
    const team = told<Founded>(await organization.createTeam({ name: 'Weavers' }))
    const ivan = await newcomer(site, 'ivan11@guild.test')
    const wish = { email: ivan.email, role: 'member', teamId: team.id } as const
    const { id } = await invite(olga, wish)
    const { member } = await accept(ivan, id)
    expect(member).toMatchObject({ teamId: team.id })
  })
})
