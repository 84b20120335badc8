import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { decideUserDeletion } from './user-deletion.ts'

const organizationId = id('organization')
const acme = organizationId.parse('01a1f8f0-0000-7000-8000-000000000001')
const umbrella = organizationId.parse('01a1f8f0-0000-7000-8000-000000000002')

const inAcme = { organizationId: acme, organizationName: 'Acme' }
const onlyMember = { hasOthers: false, hasOtherOwner: false }
const withOtherMembers = { hasOthers: true, hasOtherOwner: false }
const withOtherOwner = { hasOthers: true, hasOtherOwner: true }
const refused = refuse('sole_owner_of_an_organization', { organization: 'Acme' })

describe('decideUserDeletion', () => {
  it('changes nothing for a user without memberships', () => {
    expect(decideUserDeletion([])).toEqual({ deletes: [], leaves: [] })
  })

  it.each([
    ['owner', onlyMember, { deletes: [acme], leaves: [] }],
    ['owner', withOtherOwner, { deletes: [], leaves: [acme] }],
    ['owner', withOtherMembers, refused],
    ['owner,admin', withOtherMembers, refused],
    ['admin', withOtherOwner, { deletes: [], leaves: [acme] }],
    ['member', withOtherOwner, { deletes: [], leaves: [acme] }],
  ])('for %s with %j answers %j', (role, others, decided) => {
    expect(decideUserDeletion([{ ...inAcme, role, ...others }])).toEqual(decided)
  })

  it('decides each membership, and refuses all if one is refused', () => {
    const other = { organizationId: umbrella, organizationName: 'Umbrella', role: 'owner' }
    const member = { ...inAcme, role: 'member', ...withOtherOwner }
    const plan = { deletes: [umbrella], leaves: [acme] }
    expect(decideUserDeletion([member, { ...other, ...onlyMember }])).toEqual(plan)
    expect(decideUserDeletion([member, { ...other, ...withOtherMembers }])).toEqual(
      refuse('sole_owner_of_an_organization', { organization: 'Umbrella' }),
    )
  })
})
