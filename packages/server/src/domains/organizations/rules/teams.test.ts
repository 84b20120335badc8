import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { decideTeamCreation, decideTeamJoining, decideTeamRemoval } from './teams.ts'

const team = (name: string) => name as Id<'team'>

describe('decideTeamCreation', () => {
  it.each([
    ['owner', 0, null, null],
    ['admin', 7, null, null],
    ['member,admin', 7, 8, null],
    ['member', 0, null, 'not_allowed_to_create_teams'],
    ['owner', 8, 8, 'teams_max_reached'],
    ['member', 8, 8, 'not_allowed_to_create_teams'],
  ])('answers %s with %d of at most %s teams: %s', (role, teams, teamsMax, refused) => {
    expect(decideTeamCreation({ role, teams, teamsMax })?.refused ?? null).toBe(refused)
  })
})

describe('decideTeamRemoval', () => {
  const two = { teamId: team('a'), ownTeamId: null, exists: true, teams: 2, mayRemoveLast: false }
  it.each([
    ['allows one of two teams', {}, null],
    ['refuses the caller’s own team', { ownTeamId: team('a') }, 'not_allowed_to_delete_team'],
    ['refuses a role without the permission', { role: 'member' }, 'not_allowed_to_delete_teams'],
    ['refuses an unknown team', { exists: false }, 'team_not_found'],
    ['refuses the last team', { teams: 1 }, 'unable_to_remove_last_team'],
    ['allows the last team where the setting allows it', { teams: 1, mayRemoveLast: true }, null],
    [
      'refuses the caller’s own team first',
      { role: 'member', ownTeamId: team('a') },
      'not_allowed_to_delete_team',
    ],
  ])('%s', (_title, facts, refused) => {
    const removal = { role: 'owner', ...two, ...facts }
    expect(decideTeamRemoval(removal)?.refused ?? null).toBe(refused)
  })
})

describe('decideTeamJoining', () => {
  it.each([
    [5, null, null],
    [4, 5, null],
    [5, 5, 'team_member_limit_reached'],
  ])('answers %d other members with a limit of %s: %s', (others, membersMax, refused) => {
    expect(decideTeamJoining({ others, membersMax })?.refused ?? null).toBe(refused)
  })
})
