import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { decideUserDeletion } from './user-deletion.ts'

const organizationId = id('organization')
const acme = organizationId.parse('01a1f8f0-0000-7000-8000-000000000001')
const umbrella = organizationId.parse('01a1f8f0-0000-7000-8000-000000000002')

const inAcme = { organizationId: acme, organizationName: 'Acme' }
const alone = { hasOthers: false, hasOtherOwner: false }
const amongMembers = { hasOthers: true, hasOtherOwner: false }
const besideAnOwner = { hasOthers: true, hasOtherOwner: true }
const refused = refuse('sole_owner_of_an_organization', { organization: 'Acme' })

describe('deleting a user who', () => {
  it('is in no organization changes none', () => {
    expect(decideUserDeletion([])).toEqual({ deletes: [], leaves: [] })
  })

  it.each([
    ['owner', alone, { deletes: [acme], leaves: [] }],
    ['owner', besideAnOwner, { deletes: [], leaves: [acme] }],
    ['owner', amongMembers, refused],
    ['owner,admin', amongMembers, refused],
    ['admin', besideAnOwner, { deletes: [], leaves: [acme] }],
    ['member', besideAnOwner, { deletes: [], leaves: [acme] }],
  ])('is %s, %j: %j', (role, others, decided) => {
    expect(decideUserDeletion([{ ...inAcme, role, ...others }])).toEqual(decided)
  })

  it('is in several does with each what it asks for, and with none where one forbids', () => {
    const other = { organizationId: umbrella, organizationName: 'Umbrella', role: 'owner' }
    const member = { ...inAcme, role: 'member', ...besideAnOwner }
    const plan = { deletes: [umbrella], leaves: [acme] }
    expect(decideUserDeletion([member, { ...other, ...alone }])).toEqual(plan)
    expect(decideUserDeletion([member, { ...other, ...amongMembers }])).toEqual(
      refuse('sole_owner_of_an_organization', { organization: 'Umbrella' }),
    )
  })
})
