import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

async function twoAndAMember() {
  const acme = await createOrganization(server.current)
  const admin = await newMember(server.current, acme, 'admin')
  const member = await newMember(server.current, acme, 'member')
  return { acme, admin, member }
}

async function makeToken(by: Person, { id }: OwnedOrganization, input: object = {}) {
  const body = { organization_id: id, comment: 'CI', scopes: ['products:read'], ...input }
  const answer = await inDashboard(server.current, by).post('/organization-access-tokens/', body)
  expect(answer.status).toBe(201)
}

const textsTo = async ({ email }: Person, subject: string) =>
  (await server.current.sentMails())
    .filter((mail) => mail.to === email && mail.subject.startsWith(subject))
    .map(({ text }) => text)

const created = 'New access token'
const left = 'Access tokens of a former member'

const post = ({ browser }: Person, path: string, body: object) =>
  browser.post(`/api/auth/${path}`, body)

describe('a new access token', () => {
  it('is mailed to those who may revoke it, without the token', async () => {
    const { acme, admin, member } = await twoAndAMember()
    await makeToken(admin, acme)
    for (const person of [acme.owner, admin]) {
      const [text = ''] = await textsTo(person, created)
      expect(text).toContain(admin.email)
      expect(text).toContain('products:read')
      expect(text).not.toContain('guildhall_oat_')
    }
    expect(await textsTo(member, created)).toEqual([])
  })
})

describe('the access tokens of a member', () => {
  it.each([
    [
      'leaves',
      (admin: Person, { id }: OwnedOrganization) =>
        post(admin, 'organization/leave', { organizationId: id }),
    ],
    [
      'is removed',
      (admin: Person, { id, owner }: OwnedOrganization) =>
        post(owner, 'organization/remove-member', {
          organizationId: id,
          memberIdOrEmail: admin.email,
        }),
    ],
    [
      'is deleted by an operator',
      (admin: Person) => post(operator, 'admin/remove-user', { userId: admin.id }),
    ],
  ])('who %s are listed in a mail to those who may revoke them', async (_how, depart) => {
    const { acme, admin, member } = await twoAndAMember()
    await makeToken(admin, acme, { comment: 'Lasting' })
    await makeToken(admin, acme, { comment: 'Short', expires_in: 'PT1S' })
    await makeToken(acme.owner, acme, { comment: 'Of the owner' })
    await db.database.pool.query(
      `update organization_access_token set expires_at = now() - interval '1 second'
        where comment = 'Short'`,
    )
    expect((await depart(admin, acme)).status).toBe(200)
    const [text = '', ...others] = await textsTo(acme.owner, left)
    expect(others).toEqual([])
    expect(text).toContain(admin.email)
    expect(text).toContain('“Lasting”')
    expect(text).not.toContain('“Short”')
    expect(text).not.toContain('“Of the owner”')
    expect(await textsTo(member, left)).toEqual([])
    expect(await textsTo(admin, left)).toEqual([])
  })

  it('who has none are no reason for a mail', async () => {
    const { acme, admin } = await twoAndAMember()
    await makeToken(acme.owner, acme)
    expect((await post(admin, 'organization/leave', { organizationId: acme.id })).status).toBe(200)
    expect(await textsTo(acme.owner, left)).toEqual([])
  })
})
