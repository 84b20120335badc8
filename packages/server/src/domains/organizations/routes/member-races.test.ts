import { expect, it, vi } from 'vitest'
import type { BrowserResponse } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newVerifiedPerson } from '../../../../test/identity.ts'
import { invitationsOf, invite, newOrganization, rolesIn } from '../../../../test/organizations.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { countWaiting } from '../../../../test/until-blocked.ts'

const db = testDatabase()
const server = testServer(db, { GUILDHALL_MEMBER_LIMIT: '2' })

const times = 4

const call = ({ browser }: Person, name: string, body: object) =>
  browser.post(`/api/auth/organization/${name}`, body)

/** Losers of a race get a 4xx, never a 5xx. */
function expectOneWinner(answers: readonly BrowserResponse[], codes: readonly string[]) {
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ status }) => status !== 200)
  expect(won).toHaveLength(1)
  for (const { status, body } of lost) {
    expect(status).toBeLessThan(500)
    expect(codes).toContain(body?.['code'])
  }
}

const closed = ['INVITATION_NOT_FOUND', 'FAILED_TO_RETRIEVE_INVITATION']

/** An owner with an organization, and a guest with an invitation. */
async function invited() {
  const [owner, guest] = await Promise.all([
    newPerson(server.current),
    newVerifiedPerson(server.current),
  ])
  const organization = await newOrganization(server.current, [[owner, 'owner']])
  const invitationId = await invite(owner, organization, { email: guest.email })
  return { owner, guest, organization, invitationId }
}

it('one of twenty parallel acceptances of an invitation succeeds', async () => {
  const { guest, organization, invitationId } = await invited()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(guest, 'accept-invitation', { invitationId })),
  )
  expectOneWinner(answers, closed)
  expect(Object.keys(await rolesIn(server.current, organization))).toHaveLength(2)
})

/** Resolves when this many requests wait for a lock. */
const waiters = (count: number) =>
  vi.waitFor(async () => expect(await countWaiting(db.database)).toBe(count), 10_000)

it('an acceptance that waited for a cancellation is refused', async () => {
  const { owner, guest, organization, invitationId } = await invited()
  const waiting: Promise<BrowserResponse>[] = []
  await db.database.kysely.transaction().execute(async (tx) => {
    const ours = tx.selectFrom('organization').select('id').where('id', '=', organization.id)
    await ours.forNoKeyUpdate().execute()
    waiting.push(call(guest, 'accept-invitation', { invitationId }))
    waiting.push(call(owner, 'cancel-invitation', { invitationId }))
    await waiters(2)
    await tx
      .updateTable('invitation')
      .set({ status: 'rejected' })
      .where('organizationId', '=', organization.id)
      .execute()
  })
  for (const answer of await Promise.all(waiting)) {
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'FAILED_TO_RETRIEVE_INVITATION', message: 'Failed to retrieve invitation' },
    })
  }
})

it('a user who is being deleted can’t join meanwhile', async () => {
  const { guest, organization, invitationId } = await invited()
  const waiting: Promise<BrowserResponse>[] = []
  await db.database.kysely.transaction().execute(async (tx) => {
    const user = tx.selectFrom('users').select('id').where('email', '=', guest.email)
    await user.forNoKeyUpdate().execute()
    waiting.push(call(guest, 'accept-invitation', { invitationId }))
    await waiters(1)
    await tx.deleteFrom('users').where('email', '=', guest.email).execute()
  })
  expect(await Promise.all(waiting)).toMatchObject([{ status: 401 }])
  expect(Object.keys(await rolesIn(server.current, organization))).toHaveLength(1)
})

it.each(['cancel-invitation', 'reject-invitation'])('accepting against %s', async (name) => {
  for (let time = 0; time < times; time += 1) {
    const { owner, guest, organization, invitationId } = await invited()
    const closer = name === 'cancel-invitation' ? owner : guest
    const [accepted, ...others] = await Promise.all([
      call(guest, 'accept-invitation', { invitationId }),
      call(closer, name, { invitationId }),
    ])
    expectOneWinner([accepted, ...others], closed)
    const [invitation] = await invitationsOf(server.current, organization, guest.email)
    const isMember = guest.id in (await rolesIn(server.current, organization))
    expect(isMember).toBe(accepted.status === 200)
    expect(invitation?.status === 'accepted').toBe(isMember)
  }
})

it('one of two parallel acceptances gets the last seat', async () => {
  for (let time = 0; time < times; time += 1) {
    const { owner, guest, organization, invitationId } = await invited()
    const late = await newVerifiedPerson(server.current)
    const second = await invite(owner, organization, { email: late.email })
    const answers = await Promise.all([
      call(guest, 'accept-invitation', { invitationId }),
      call(late, 'accept-invitation', { invitationId: second }),
    ])
    expectOneWinner(answers, ['ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'])
    expect(Object.keys(await rolesIn(server.current, organization))).toHaveLength(2)
  }
})

it.each(['leave', 'remove-member', 'update-member-role'])(
  'one owner stays when two %s in parallel',
  async (name) => {
    for (let time = 0; time < times; time += 1) {
      const both = await Promise.all([newPerson(server.current), newPerson(server.current)])
      const organization = await newOrganization(
        server.current,
        both.map((person) => [person, 'owner'] as const),
      )
      const answers = await Promise.all(
        both.map((person) =>
          call(person, name, {
            organizationId: organization.id,
            memberId: organization.memberIds.get(person.id),
            memberIdOrEmail: person.email,
            role: 'admin',
          }),
        ),
      )
      expectOneWinner(answers, ['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'])
      const roles = Object.values(await rolesIn(server.current, organization))
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1)
    }
  },
)

it('an address is invited once by parallel calls', async () => {
  const { owner, organization } = await invited()
  const email = `guest-${organization.id}@example.org`
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      call(owner, 'invite-member', { email, role: 'member', organizationId: organization.id }),
    ),
  )
  expectOneWinner(answers, ['USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'])
  expect(await invitationsOf(server.current, organization, email)).toHaveLength(1)
})
