import { beforeAll, describe, expect, it } from 'vitest'
import { statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, found, foundBy, join, newMember, newSlug } from '../../../../test/founding.ts'
import { tokenIn } from '../../../../test/identity.ts'
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

/** What the mailed link carries that deletes them. */
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

/** Organizations that nobody owns: there are none, ever. */
const ownerless = () =>
  runOn(
    db.ownerUrl,
    `select from organization o where not exists (
       select from member m where m.organization_id = o.id and m.role ~ 'owner')`,
  )

describe('whoever is the sole owner of an organization with other members', () => {
  it('is not mailed a link to delete the account', async () => {
    const { owner, id } = await found(server.current, { name: 'Umbrella' })
    await newMember(server.current, { id }, 'admin')
    expect(await owner.browser.post(path, {})).toMatchObject(soleOwnerOf('Umbrella'))
    expect((await server.current.sentMails()).filter(({ to }) => to === owner.email)).toEqual([])
  })

  it('is not deleted by a link of before, nor by an operator', async () => {
    const { owner, id } = await found(server.current, { name: 'Umbrella' })
    const token = await tokenOf(owner)
    await newMember(server.current, { id }, 'member')
    const refused = soleOwnerOf('Umbrella')
    expect(await owner.browser.post(path, { token })).toMatchObject(refused)
    expect(await owner.browser.get(`${path}/callback?token=${token}`)).toMatchObject(refused)
    expect(await remove(owner)).toMatchObject(refused)
    expect(await membersOf(id)).toHaveLength(2)
    // The refusals used the link up as little as they did anything else.
    await runOn(db.ownerUrl, `update member set role = 'owner' where organization_id = $1`, [id])
    expect(await owner.browser.post(path, { token })).toMatchObject({ status: 200 })
    expect(await usersWithId(owner)).toEqual([])
  })
})

describe('whoever is deleted', () => {
  it.each([
    ['by themselves', removeThemselves],
    ['by an operator', remove],
  ])('%s, leaves nothing behind', async (_how, removed) => {
    const leaver = await newPerson(server.current)
    const alone = await foundBy(leaver, { name: 'Alone' })
    const shared = await found(server.current)
    await join(server.current, shared, [leaver, 'owner,admin'])
    const other = await found(server.current)
    await join(server.current, other, [leaver, 'member'])
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

  it('as an operator by another, keeps to the same', async () => {
    const { owner, id } = await found(server.current)
    await newMember(server.current, { id }, 'member')
    const deletion = await remove(owner)
    expect(deletion).toMatchObject({ status: 400 })
    expect(await usersWithId(owner)).toHaveLength(1)
  })
})

describe('at the same moment', () => {
  const times = 5

  it('two owners who delete their accounts leave one to the others', async () => {
    for (let time = 0; time < times; time += 1) {
      const { owner, id } = await found(server.current)
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

  it('two owners whom an operator removes leave no organization behind', async () => {
    for (let time = 0; time < times; time += 1) {
      const { owner, id } = await found(server.current)
      const second = await newMember(server.current, { id }, 'owner')
      const answers = await Promise.all([remove(owner), remove(second)])
      expect(statusesOf(answers)).toEqual([200, 200])
      expect(await membersOf(id)).toEqual([])
      expect(await runOn(db.ownerUrl, 'select from organization where id = $1', [id])).toEqual([])
    }
  })

  it('organizations that somebody creates while being deleted have an owner, or are not', async () => {
    for (let time = 0; time < times; time += 1) {
      const person = await newPerson(server.current)
      const creations = Array.from({ length: 4 }, () => {
        const wish = { name: 'Acme', slug: newSlug() }
        return person.browser.post('/api/auth/organization/create', wish)
      })
      const answers = await Promise.all([remove(person), ...creations])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await usersWithId(person)).toEqual([])
      expect(await ownerless()).toEqual([])
    }
  })

  it('owners who leave, step down and delete their accounts leave one owner', async () => {
    for (let time = 0; time < times; time += 1) {
      const { owner, id } = await found(server.current)
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
