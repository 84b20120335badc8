import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { impersonate } from '../../../../test/impersonation.ts'
import {
  invitationsOf,
  invite,
  memberIdOf,
  newOrganization,
  rolesIn,
  type TestOrganization,
} from '../../../../test/organizations.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let owner: Person
let member: Person
let organization: TestOrganization
/** Acts as the owner. */
let operator: Person

beforeAll(async () => {
  // The first user, whom nobody can impersonate.
  operator = await newPerson(server.current)
  owner = await newPerson(server.current)
  member = await newPerson(server.current)
  organization = await newOrganization(server.current, [
    [owner, 'owner'],
    [member, 'member'],
  ])
  await impersonate(server.current, operator, owner)
})

const post = (name: string, input: object, { browser }: Pick<Person, 'browser'> = operator) =>
  browser.post(`/api/auth/organization/${name}`, { organizationId: organization.id, ...input })
const refused = {
  status: 403,
  body: {
    code: 'NOT_WHILE_IMPERSONATING',
    message: 'Only the user can do this, not an operator who impersonates them',
  },
}

describe('an operator who impersonates an owner leaves no way back in', () => {
  it.each(['member', 'admin', 'owner'])(
    'by inviting an address of their own as %s',
    async (role) => {
      const { email } = operator
      expect(await post('invite-member', { email, role })).toMatchObject(refused)
      expect(await invitationsOf(server.current, organization, email)).toEqual([])
    },
  )

  it('by mailing an open invitation again', async () => {
    const { email } = operator
    await invite(owner, organization, { email })
    const again = { email, role: 'member', resend: true }
    expect(await post('invite-member', again)).toMatchObject(refused)
  })

  it.each(['member', 'admin', 'owner'])('by making a member %s', async (role) => {
    const before = await rolesIn(server.current, organization)
    const memberId = memberIdOf(organization, member)
    expect(await post('update-member-role', { memberId, role })).toMatchObject(refused)
    expect(await rolesIn(server.current, organization)).toEqual(before)
  })

  it('by creating an access token, or widening one', async () => {
    const path = '/organization-access-tokens/'
    const token = { organization_id: organization.id, comment: 'Mine', scopes: ['orders:read'] }
    const stale = { status: 403, body: { error: 'SessionIsNotFresh' } }
    const calls = inDashboard(server.current, operator)
    expect(await calls.post(path, token)).toMatchObject(stale)
    const made = await inDashboard(server.current, owner).post(path, token)
    const { id } = Object(made.body?.['organization_access_token'])
    const wider = { scopes: ['orders:write'] }
    expect(await calls.patch(`${path}${String(id)}`, wider)).toMatchObject(stale)
  })
})

describe('an operator who impersonates an owner may repair', () => {
  it('who is invited and who is a member, by taking access away', async () => {
    const guest = await newPerson(server.current)
    const invitationId = await invite(owner, organization, { email: guest.email })
    expect(await post('cancel-invitation', { invitationId })).toMatchObject({ status: 200 })
    const memberIdOrEmail = member.email
    expect(await post('remove-member', { memberIdOrEmail })).toMatchObject({ status: 200 })
  })

  it('the name of the organization', async () => {
    const change = { data: { name: 'Acme Ltd' } }
    expect(await post('update', change)).toMatchObject({ status: 200, body: { name: 'Acme Ltd' } })
  })
})
