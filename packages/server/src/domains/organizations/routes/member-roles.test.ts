import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  memberIdOf,
  newOrganization,
  rolesIn,
  type TestOrganization,
} from '../../../../test/organizations.ts'
import { eventNamesOf } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)

const path = '/api/auth/organization/update-member-role'
const refusal = (status: number, code: string) => ({ status, body: { code } })
const notAllowed = refusal(403, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
const notFound = refusal(400, 'MEMBER_NOT_FOUND')

interface RoleChange {
  readonly organization: TestOrganization
  readonly of: Person
  readonly role: string | readonly string[]
}

const change = (by: Person, { organization, of, role }: RoleChange) =>
  by.browser.post(path, {
    memberId: memberIdOf(organization, of),
    role,
    organizationId: organization.id,
  })

describe('updating the roles of a member', () => {
  it('answers each role once and in the given order', async () => {
    const { owner, member, organization } = await ownerAndMember()
    for (const [role, stored] of [
      ['admin', 'admin'],
      [['member', 'admin'], 'member,admin'],
      ['member, owner ,owner', 'member,owner'],
      [['member'], 'member'],
    ] as const) {
      expect(await change(owner, { organization, of: member, role })).toMatchObject({
        status: 200,
        body: { id: memberIdOf(organization, member), userId: member.id, role: stored },
      })
      expect(await rolesIn(server.current, organization)).toHaveProperty(member.id, stored)
    }
    expect(await eventNamesOf(server.current, organization)).toEqual(
      Array(4).fill('member.updated'),
    )
  })

  it('takes effect with the next request', async () => {
    const { owner, member, organization } = await ownerAndMember()
    const self = { organization, of: member, role: 'admin,member' }
    expect(await change(member, self)).toMatchObject(notAllowed)
    await change(owner, { organization, of: member, role: 'admin' })
    expect(await change(member, self)).toMatchObject({ status: 200 })
    await change(owner, { organization, of: member, role: 'member' })
    expect(await change(member, { ...self, role: 'admin' })).toMatchObject(notAllowed)
  })

  it('records nothing if nothing changes', async () => {
    const { owner, member, organization } = await ownerAndMember()
    const answer = await change(owner, { organization, of: member, role: ['member', 'member'] })
    expect(answer).toMatchObject({ status: 200, body: { role: 'member' } })
    expect(await eventNamesOf(server.current, organization)).toEqual([])
  })

  it.each(['king', 'member,king', '', ',', [], ['admin', '']])('knows no role %j', async (role) => {
    const { owner, member, organization } = await ownerAndMember()
    expect(await change(owner, { organization, of: member, role })).toMatchObject(
      refusal(400, 'ROLE_NOT_FOUND'),
    )
  })

  it('refuses unknown roles', async () => {
    const { owner, member, organization } = await ownerAndMember()
    const memberId = memberIdOf(organization, member)
    for (const body of [
      { memberId },
      { memberId, role: 7 },
      { memberId: 7, role: 'admin' },
      { memberId, role: 'admin', organizationId: 7 },
    ]) {
      const answer = await owner.browser.post(path, body)
      expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
    }
    for (const unknown of [{ memberId: 'x' }, { memberId, organizationId: 'x' }]) {
      const answer = await owner.browser.post(path, { role: 'admin', ...unknown })
      expect(answer).toMatchObject(refusal(400, 'MEMBER_NOT_FOUND'))
    }
  })
})

describe('known weaknesses of other servers', () => {
  it('members of other organizations can’t be changed', async () => {
    const { owner, organization } = await ownerAndMember()
    const there = await ownerAndMember()
    for (const memberId of [memberIdOf(there.organization, there.member), newId('member')]) {
      const body = { memberId, role: 'admin', organizationId: organization.id }
      expect(await owner.browser.post(path, body)).toMatchObject(notFound)
    }
    const theirs = { organization: there.organization, of: there.member, role: 'admin' }
    expect(await change(owner, theirs)).toMatchObject(notFound)
    expect(await rolesIn(server.current, there.organization)).toHaveProperty(
      there.member.id,
      'member',
    )
  })

  it('no spelling of a role lets an admin promote to owner', async () => {
    const [owner, admin, friend] = await Promise.all([
      newPerson(server.current),
      newPerson(server.current),
      newPerson(server.current),
    ])
    const people = [
      [owner, 'owner'],
      [admin, 'admin'],
      [friend, 'member'],
    ] as const
    const organization = await newOrganization(server.current, people)
    const spellings = ['owner', 'member,owner', ['member', 'owner'], ['member,owner'], ' owner ']
    for (const role of spellings) {
      for (const of of [admin, friend]) {
        expect(await change(admin, { organization, of, role })).toMatchObject(notAllowed)
      }
    }
    const demotion = { organization, of: owner, role: 'member' }
    expect(await change(admin, demotion)).toMatchObject(notAllowed)
    expect(await change(friend, demotion)).toMatchObject(notAllowed)
    expect(await rolesIn(server.current, organization)).toEqual(
      Object.fromEntries(people.map(([{ id }, role]) => [id, role])),
    )
  })

  it('the only owner can’t be demoted, whatever other roles they have', async () => {
    const { owner, member, organization } = await ownerAndMember('owner,admin')
    const self = { organization, of: owner }
    for (const role of ['admin', 'member', ['admin', 'member']]) {
      expect(await change(owner, { ...self, role })).toMatchObject(
        refusal(400, 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'),
      )
    }
    await change(owner, { organization, of: member, role: 'owner' })
    expect(await change(owner, { ...self, role: 'member' })).toMatchObject({ status: 200 })
    expect(await change(owner, { ...self, role: 'owner' })).toMatchObject(notAllowed)
  })
})

it('making a member an owner requires a fresh session, other roles don’t', async () => {
  const { owner, member, organization } = await ownerAndMember()
  const of = { organization, of: member }
  const isNotFresh = refusal(403, 'SESSION_IS_NOT_FRESH')
  await age(owner, '1 day')
  for (const role of ['owner', 'member,owner', ['member', ' owner ']]) {
    expect(await change(owner, { ...of, role })).toMatchObject(isNotFresh)
  }
  expect(await rolesIn(server.current, organization)).toHaveProperty(member.id, 'member')
  expect(await change(owner, { ...of, role: 'admin' })).toMatchObject({ status: 200 })
  const self = { organization, of: owner, role: 'owner,admin' }
  expect(await change(owner, self)).toMatchObject({ status: 200 })
  expect(await change(member, { ...of, role: 'owner' })).toMatchObject(notAllowed)
  await age(owner, '-1 day')
  expect(await change(owner, { ...of, role: 'owner' })).toMatchObject({ status: 200 })
})

async function ownerAndMember(ownerRole = 'owner') {
  const [owner, member] = await Promise.all([newPerson(server.current), newPerson(server.current)])
  const people = [
    [owner, ownerRole],
    [member, 'member'],
  ] as const
  return { owner, member, organization: await newOrganization(server.current, people) }
}

/** How long ago the user signed in, in addition. */
const age = ({ id }: Person, interval: string) =>
  runOn(
    db.ownerUrl,
    'update session set created_at = created_at - $1::interval where user_id = $2',
    [interval, id],
  )
