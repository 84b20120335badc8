import { describe, expect, it } from 'vitest'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server } = sellingServer(['organizations:read'])

async function overviewOf({ id, owner }: OwnedOrganization): Promise<unknown> {
  const { body } = await inDashboard(server.current, owner).get(`/organizations/${id}/overview`)
  return body
}

const setupWith = (isThere: boolean) => ({ setup: { has_colleague: isThere } })

describe('the team of an organization', () => {
  it('is there once somebody is invited, until the invitation is canceled', async () => {
    const made = await createOrganization(server.current)
    const { browser } = made.owner
    const invited = await browser.post('/api/auth/organization/invite-member', {
      organizationId: made.id,
      email: 'kim@acme.test',
      role: 'member',
    })
    expect(invited.status).toBe(200)
    expect(await overviewOf(made)).toMatchObject(setupWith(true))
    const invitationId = invited.body?.['id']
    await browser.post('/api/auth/organization/cancel-invitation', { invitationId })
    expect(await overviewOf(made)).toMatchObject(setupWith(false))
  })

  it('is there once somebody has joined', async () => {
    const made = await createOrganization(server.current)
    expect(await overviewOf(made)).toMatchObject(setupWith(false))
    await newMember(server.current, made, 'member')
    expect(await overviewOf(made)).toMatchObject(setupWith(true))
  })
})
