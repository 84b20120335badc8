import { describe, expect, test } from 'vitest'
import { decideAddition, decideTeam, type TeamFacts } from './joining.ts'

const team: TeamFacts = { isEnabled: true, exists: true, members: 1, membersMax: 2 }

describe('decideTeam', () => {
  const cases = [
    ['allows no team', null, null],
    ['allows a team below its limit', {}, null],
    ['allows a team without a limit', { members: 1000, membersMax: null }, null],
    [
      'refuses where teams are disabled',
      { isEnabled: false, exists: false },
      'teams_are_not_enabled',
    ],
    ['refuses an unknown team', { exists: false, members: 2 }, 'team_not_found'],
    ['refuses a full team', { members: 2 }, 'team_member_limit_reached'],
  ] as const
  test.each(cases)('%s', (_title, changed, expected) => {
    const refusal = decideTeam(changed === null ? null : { ...team, ...changed })
    expect(refusal?.refused ?? null).toBe(expected)
  })
})

test('refusals of an addition have a fixed precedence', () => {
  const worst = {
    organizationExists: false,
    userExists: false,
    isMember: true,
    members: 5,
    membersMax: 5,
    team: { ...team, exists: false },
  }
  const order = [
    {},
    { organizationExists: true },
    { userExists: true },
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
