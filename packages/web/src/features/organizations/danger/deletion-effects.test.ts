import { describe, expect, test } from 'vitest'
import { deletionEffects, wordToType } from './deletion-effects.ts'

describe('what deleting does', () => {
  test.each([
    [{ members: 1, openInvitations: 0, teams: 0 }, ['You lose access at once.']],
    [
      { members: 2, openInvitations: 1, teams: 1 },
      [
        'You and 1 other member lose access at once.',
        '1 open invitation can no longer be accepted.',
        '1 team is deleted.',
      ],
    ],
    [
      { members: 13, openInvitations: 3, teams: 2 },
      [
        'You and 12 other members lose access at once.',
        '3 open invitations can no longer be accepted.',
        '2 teams are deleted.',
      ],
    ],
  ])('to %j', (belongings, effects) => {
    expect(deletionEffects({ slug: 'northwind', ...belongings })).toEqual([
      ...effects,
      'Somebody else can take the slug “northwind”.',
      'This can’t be taken back.',
    ])
  })
})

test('the name is typed, and the slug where nobody sees how the name is written', () => {
  expect(wordToType({ name: 'Northwind Tools', slug: 'northwind' })).toBe('Northwind Tools')
  expect(wordToType({ name: 'Northwind  Tools', slug: 'northwind' })).toBe('northwind')
})
