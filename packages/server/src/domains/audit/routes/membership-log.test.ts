import { expect, it } from 'vitest'
import { contractOperations } from '../../../../test/contract-operations.ts'
import { testDatabase } from '../../../../test/database.ts'
import { png } from '../../../../test/files.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { isAudited } from '../rules/audited-operations.ts'

const serverKey = 'guildhall_srv_of_the_applications_own_backend_0123456789'
const db = testDatabase()
const server = testServer(db, { GUILDHALL_SERVER_KEYS: serverKey })

/** Answers the id in the response, or in its member or invitation. */
async function send(by: Person, name: string, input: object, headers = {}): Promise<string> {
  const { status, body } = await by.browser.post(`/api/auth/organization/${name}`, input, headers)
  expect([name, status]).toEqual([name, 200])
  const { id, member, invitation } = Object(body)
  return String(id ?? member?.id ?? invitation?.id)
}

it('every change of members, teams and invitations is in the audit log', async () => {
  const { owner, id: organizationId } = await createOrganization(server.current)
  const ben = await newPerson(server.current)
  const cem = await newPerson(server.current)
  // Only who owns an address may answer its invitations.
  await runOn(db.ownerUrl, 'update users set email_verified = true where id = $1', [ben.id])
  const invite = (email: string) =>
    send(owner, 'invite-member', { organizationId, email, role: 'member' })
  await send(owner, 'update', { organizationId, data: { name: 'Renamed' } })
  await send(owner, 'upload-logo', { organizationId, picture: png.toString('base64') })
  await send(owner, 'cancel-invitation', { invitationId: await invite(ben.email) })
  await send(ben, 'reject-invitation', { invitationId: await invite(ben.email) })
  await send(ben, 'accept-invitation', { invitationId: await invite(ben.email) })
  const [member] = await runOn<{ id: string }>(
    db.ownerUrl,
    'select id from member where organization_id = $1 and user_id = $2',
    [organizationId, ben.id],
  )
  const memberId = String(member?.id)
  await send(owner, 'update-member-role', { organizationId, memberId, role: 'admin' })
  const teamId = await send(owner, 'create-team', { organizationId, name: 'Sales' })
  await send(owner, 'update-team', { teamId, data: { organizationId, name: 'Sales EU' } })
  const inTeam = { organizationId, teamId, userId: ben.id }
  await send(owner, 'add-team-member', inTeam)
  await send(owner, 'remove-team-member', inTeam)
  await send(owner, 'remove-team', { organizationId, teamId })
  await send(ben, 'leave', { organizationId })
  const key = { authorization: `Bearer ${serverKey}` }
  const added = { organizationId, userId: cem.id, role: 'member' }
  await send(owner, 'add-member', added, key)
  await send(owner, 'remove-member', { organizationId, memberIdOrEmail: cem.email })
  const rows = await runOn<{ action: string; actor_type: string }>(
    db.ownerUrl,
    'select distinct action, actor_type from audit_log_entry where organization_id = $1',
    [organizationId],
  )
  const audited = (await contractOperations())
    .filter((one) => one.path.startsWith('/api/auth/organization/') && isAudited(one))
    .map(({ name }) => name)
  expect([...new Set(rows.map(({ action }) => action))].toSorted()).toEqual(audited.toSorted())
  expect(rows.find(({ action }) => action === 'addMember')?.actor_type).toBe('server_key')
})
