import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { decideTeamCreation, decideTeamJoining, decideTeamRemoval } from './teams.ts'

const team = (name: string) => name as Id<'team'>

describe('creating a team', () => {
  it.each([
    ['owner', 0, null, null],
    ['admin', 7, null, null],
    ['member,admin', 7, 8, null],
    ['member', 0, null, 'not_allowed_to_create_teams'],
    ['owner', 8, 8, 'teams_max_reached'],
    ['member', 8, 8, 'not_allowed_to_create_teams'],
  ])('by %s beside %d of at most %s: %s', (role, teams, teamsMax, refused) => {
    expect(decideTeamCreation({ role, teams, teamsMax })?.refused ?? null).toBe(refused)
  })
})

describe('removing a team', () => {
  const two = { teamId: team('a'), ownTeamId: null, isThere: true, teams: 2, mayRemoveLast: false }
  it.each([
    ['one of two', {}, null],
    ['one’s own', { ownTeamId: team('a') }, 'not_allowed_to_delete_team'],
    ['without the right', { role: 'member' }, 'not_allowed_to_delete_teams'],
    ['that is not there', { isThere: false }, 'team_not_found'],
    ['that is the last', { teams: 1 }, 'unable_to_remove_last_team'],
    ['that is the last, where that may be', { teams: 1, mayRemoveLast: true }, null],
    [
      'that is one’s own, without the right',
      { role: 'member', ownTeamId: team('a') },
      'not_allowed_to_delete_team',
    ],
  ])('%s', (_name, facts, refused) => {
    const removal = { role: 'owner', ...two, ...facts }
    expect(decideTeamRemoval(removal)?.refused ?? null).toBe(refused)
  })
})

describe('joining a team', () => {
  it.each([
    [5, null, null],
    [4, 5, null],
    [5, 5, 'team_member_limit_reached'],
  ])('of %d others and at most %s: %s', (others, membersMax, refused) => {
    expect(decideTeamJoining({ others, membersMax })?.refused ?? null).toBe(refused)
  })
})
