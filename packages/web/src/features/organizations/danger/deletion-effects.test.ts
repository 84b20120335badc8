import { describe, expect, test } from 'vitest'
import { deletionEffects, wordToType } from './deletion-effects.ts'

describe('the effects of deleting', () => {
  test.each([
    [{ members: 1, openInvitations: 0, teams: 0 }, ['You lose access immediately.']],
    [
      { members: 2, openInvitations: 1, teams: 1 },
      [
        'You and 1 other member lose access immediately.',
        '1 open invitation can no longer be accepted.',
        '1 team is deleted.',
      ],
    ],
    [
      { members: 13, openInvitations: 3, teams: 2 },
      [
        'You and 12 other members lose access immediately.',
        '3 open invitations can no longer be accepted.',
        '2 teams are deleted.',
      ],
    ],
  ])('to %j', (contents, effects) => {
    expect(deletionEffects({ slug: 'northwind', ...contents })).toEqual([
      ...effects,
      'The slug “northwind” becomes available to others.',
      'This can’t be undone.',
    ])
  })
})

test('the name confirms, or the slug if the name can’t be typed as displayed', () => {
  expect(wordToType({ name: 'Northwind Tools', slug: 'northwind' })).toBe('Northwind Tools')
  expect(wordToType({ name: 'Northwind  Tools', slug: 'northwind' })).toBe('northwind')
})
