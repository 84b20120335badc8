import { describe, expect, test } from 'vitest'
import { decideAddition, decideTeam, type TeamFacts } from './joining.ts'

const team: TeamFacts = { isEnabled: true, isThere: true, members: 1, membersMax: 2 }

describe('coming into a team', () => {
  const cases = [
    ['none is named', null, null],
    ['it has room', {}, null],
    ['it has no limit', { members: 1000, membersMax: null }, null],
    ['teams are off', { isEnabled: false, isThere: false }, 'teams_are_not_enabled'],
    ['it is not of this organization', { isThere: false, members: 2 }, 'team_not_found'],
    ['it is full', { members: 2 }, 'team_member_limit_reached'],
  ] as const
  test.each(cases)('%s', (_what, changed, expected) => {
    const refusal = decideTeam(changed === null ? null : { ...team, ...changed })
    expect(refusal?.refused ?? null).toBe(expected)
  })
})

test('adding a member: one refusal after the other', () => {
  const worst = {
    isOrganizationThere: false,
    isUserThere: false,
    isMember: true,
    members: 5,
    membersMax: 5,
    team: { ...team, isThere: false },
  }
  const order = [
    {},
    { isOrganizationThere: true },
    { isUserThere: true },
    { isMember: false },
    { team },
    { members: 4 },
  ]
  let facts = worst
  const outcomes = order.map((change) => {
    facts = { ...facts, ...change }
    return decideAddition(facts)?.refused ?? null
  })
  expect(outcomes).toEqual([
    'organization_not_found',
    'user_to_add_not_found',
    'user_is_already_a_member',
    'team_not_found',
    'membership_limit_reached',
    null,
  ])
})
