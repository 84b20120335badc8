import { beforeAll, describe, expect, it } from 'vitest'
import { statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/identity.ts'
import {
  addMember,
  createOrganization,
  createOrganizationBy,
  eventsOf,
  newMember,
  newSlug,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const path = '/api/auth/delete-user'
const soleOwnerOf = (name: string) => ({
  status: 400,
  body: {
    code: 'SOLE_OWNER_OF_AN_ORGANIZATION',
    message:
      `${name} has other members, but no other owner. ` +
      'Make one of them an owner, or delete the organization first.',
  },
})

const remove = ({ id: userId }: Person) =>
  operator.browser.post('/api/auth/admin/remove-user', { userId })

/** The token of the mailed deletion link. */
async function tokenOf({ browser, email }: Person): Promise<string> {
  expect(await browser.post(path, {})).toMatchObject({ status: 200 })
  const mails = await server.current.sentMails()
  const [link = ''] = mails.findLast(({ to }) => to === email)?.links ?? []
  return tokenIn(link)
}

const removeThemselves = async (person: Person) =>
  person.browser.post(path, { token: await tokenOf(person) })

const usersWithId = ({ id }: Person) => runOn(db.ownerUrl, 'select from users where id = $1', [id])

const membersOf = (id: string) =>
  runOn<{ user_id: string; role: string }>(
    db.ownerUrl,
    'select user_id, role from member where organization_id = $1 order by created_at, id',
    [id],
  )

/** Organizations without an owner, which must not exist. */
const ownerless = () =>
  runOn(
    db.ownerUrl,
    `select from organization o where not exists (
       select from member m where m.organization_id = o.id and m.role ~ 'owner')`,
  )

describe('the sole owner of an organization with other members', () => {
  it('gets no mail with a deletion link', async () => {
    const { owner, id } = await createOrganization(server.current, { name: 'Umbrella' })
    await newMember(server.current, { id }, 'admin')
    expect(await owner.browser.post(path, {})).toMatchObject(soleOwnerOf('Umbrella'))
    expect((await server.current.sentMails()).filter(({ to }) => to === owner.email)).toEqual([])
  })

  it('can’t be deleted by an earlier link or by an operator', async () => {
    const { owner, id } = await createOrganization(server.current, { name: 'Umbrella' })
    const token = await tokenOf(owner)
    await newMember(server.current, { id }, 'member')
    const refused = soleOwnerOf('Umbrella')
    expect(await owner.browser.post(path, { token })).toMatchObject(refused)
    expect(await owner.browser.get(`${path}/callback?token=${token}`)).toMatchObject(refused)
    expect(await remove(owner)).toMatchObject(refused)
    expect(await membersOf(id)).toHaveLength(2)
    // The refusals did not consume the link.
    await runOn(db.ownerUrl, `update member set role = 'owner' where organization_id = $1`, [id])
    expect(await owner.browser.post(path, { token })).toMatchObject({ status: 200 })
    expect(await usersWithId(owner)).toEqual([])
  })
})

describe('a deleted user', () => {
  it.each([
    ['by themselves', removeThemselves],
    ['by an operator', remove],
  ])('%s, leaves nothing behind', async (_title, removed) => {
    const leaver = await newPerson(server.current)
    const alone = await createOrganizationBy(leaver, { name: 'Alone' })
    const shared = await createOrganization(server.current)
    await addMember(server.current, shared, [leaver, 'owner,admin'])
    const other = await createOrganization(server.current)
    await addMember(server.current, other, [leaver, 'member'])
    const invitation = { email: 'a@example.com', role: 'member', organizationId: alone.id }
    await leaver.browser.post('/api/auth/organization/invite-member', invitation)
    expect(await removed(leaver)).toMatchObject({ status: 200 })
    expect(await usersWithId(leaver)).toEqual([])
    for (const table of ['member', 'team', 'invitation']) {
      const text = `select from ${table} where organization_id = $1`
      expect(await runOn(db.ownerUrl, text, [alone.id])).toEqual([])
    }
    expect((await eventsOf(server.current, alone)).at(-1)).toMatchObject({
      name: 'organization.deleted',
      objectVersion: 2,
      payload: { id: alone.id, name: 'Alone' },
    })
    for (const { id, owner } of [shared, other]) {
      expect(await membersOf(id)).toEqual([{ user_id: owner.id, role: 'owner' }])
      expect((await eventsOf(server.current, { id })).at(-1)).toMatchObject({
        name: 'member.deleted',
        objectVersion: 2,
        payload: { userId: leaver.id },
      })
    }
    expect(await ownerless()).toEqual([])
  })

  it('who is an operator is subject to the same rules', async () => {
    const { owner, id } = await createOrganization(server.current)
    await newMember(server.current, { id }, 'member')
    const deletion = await remove(owner)
    expect(deletion).toMatchObject({ status: 400 })
    expect(await usersWithId(owner)).toHaveLength(1)
  })
})

describe('under races', () => {
  const times = 5

  it('one of two owners who delete their accounts stays', async () => {
    for (let time = 0; time < times; time += 1) {
      const { owner, id } = await createOrganization(server.current)
      const second = await newMember(server.current, { id }, 'owner')
      await newMember(server.current, { id }, 'member')
      const tokens = [await tokenOf(owner), await tokenOf(second)]
      const answers = await Promise.all(
        [owner, second].map(({ browser }, at) => browser.post(path, { token: tokens[at] })),
      )
      expect(statusesOf(answers)).toEqual([200, 400])
      expect((await membersOf(id)).map(({ role }) => role).sort()).toEqual(['member', 'owner'])
    }
  })

  it('an organization is deleted when both owners are removed concurrently', async () => {
    for (let time = 0; time < times; time += 1) {
      const { owner, id } = await createOrganization(server.current)
      const second = await newMember(server.current, { id }, 'owner')
      const answers = await Promise.all([remove(owner), remove(second)])
      expect(statusesOf(answers)).toEqual([200, 200])
      expect(await membersOf(id)).toEqual([])
      expect(await runOn(db.ownerUrl, 'select from organization where id = $1', [id])).toEqual([])
    }
  })

  it('organizations created during the deletion of their creator have an owner or don’t exist', async () => {
    for (let time = 0; time < times; time += 1) {
      const person = await newPerson(server.current)
      const creations = Array.from({ length: 4 }, () => {
        const input = { name: 'Acme', slug: newSlug() }
        return person.browser.post('/api/auth/organization/create', input)
      })
      const answers = await Promise.all([remove(person), ...creations])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await usersWithId(person)).toEqual([])
      expect(await ownerless()).toEqual([])
    }
  })

  it('owners who leave, demote themselves and delete their accounts keep one owner', async () => {
    for (let time = 0; time < times; time += 1) {
      const { owner, id } = await createOrganization(server.current)
      const [second, third] = [
        await newMember(server.current, { id }, 'owner'),
        await newMember(server.current, { id }, 'owner'),
      ]
      await newMember(server.current, { id }, 'member')
      const body = { organizationId: id }
      const answers = await Promise.all([
        remove(owner),
        second.browser.post('/api/auth/organization/leave', body),
        remove(third),
        third.browser.post('/api/auth/organization/leave', body),
      ])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await ownerless()).toEqual([])
    }
  })
})
