import type { UserListQuery } from '@guildhall/contract/identity/admin'
import { describe, expect, it } from 'vitest'
import { decideUserListing } from './user-listing.ts'

const bare = {
  search: null,
  filter: null,
  conditions: [],
  sort: { field: 'createdAt', direction: 'desc' },
  limit: 100,
  offset: 0,
}

describe('decideUserListing', () => {
  it.each<[string, UserListQuery, object]>([
    ['an empty query lists the newest first', {}, {}],
    ['a page sets limit and offset', { limit: 10, offset: 20 }, { limit: 10, offset: 20 }],
    ['an empty search matches everybody', { searchValue: '' }, {}],
    [
      'a search looks in email addresses by default',
      { searchValue: 'ann' },
      { search: { fields: ['email'], words: 'ann', operator: 'contains' } },
    ],
    [
      'a search can look in names',
      { searchValue: 'ann', searchField: 'name', searchOperator: 'ends_with' },
      { search: { fields: ['name'], words: 'ann', operator: 'ends_with' } },
    ],
    [
      'a search can look in all fields',
      { searchValue: 'ann', searchField: 'any' },
      { search: { fields: ['email', 'name', 'username'], words: 'ann', operator: 'contains' } },
    ],
    [
      'a sort ascends by default',
      { sortBy: 'name' },
      { sort: { field: 'name', direction: 'asc' } },
    ],
    [
      'a sort can descend',
      { sortBy: 'name', sortDirection: 'desc' },
      { sort: { field: 'name', direction: 'desc' } },
    ],
    [
      'a filter on addresses compares in lower case',
      { filterValue: 'Ann@Example.test' },
      { filter: { kind: 'text', field: 'email', operator: 'eq', value: 'ann@example.test' } },
    ],
    [
      'a filter on names keeps their case',
      { filterField: 'name', filterOperator: 'gt', filterValue: 'Ann' },
      { filter: { kind: 'text', field: 'name', operator: 'gt', value: 'Ann' } },
    ],
    [
      'a filter can match parts of words',
      { filterField: 'name', filterOperator: 'contains', filterValue: 'nn' },
      { filter: { kind: 'words', field: 'name', words: 'nn' } },
    ],
    [
      'a filter on a boolean parses its value',
      { filterField: 'banned', filterOperator: 'ne', filterValue: 'true' },
      { filter: { kind: 'boolean', field: 'banned', is: false } },
    ],
    [
      'a filter on roles compares by holding them',
      { filterField: 'role', filterOperator: 'ne', filterValue: 'admin' },
      { filter: { kind: 'role', role: 'admin', isHeld: false } },
    ],
    [
      'a filter on dates parses its value',
      { filterField: 'createdAt', filterOperator: 'gte', filterValue: '2026-11-20T10:00:00+01:00' },
      {
        filter: {
          kind: 'instant',
          field: 'createdAt',
          operator: 'gte',
          value: new Date('2026-11-20T09:00:00Z'),
        },
      },
    ],
    [
      'a filter on ids compares whole ids',
      { filterField: 'id', filterValue: '01890a5d-ac96-774b-bcce-b302099a8057' },
      { filter: { kind: 'id', value: '01890a5d-ac96-774b-bcce-b302099a8057', is: true } },
    ],
    [
      'further conditions apply together',
      { role: 'admin', banned: false, emailVerified: true },
      {
        conditions: [
          { kind: 'role', role: 'admin', isHeld: true },
          { kind: 'boolean', field: 'banned', is: false },
          { kind: 'boolean', field: 'emailVerified', is: true },
        ],
      },
    ],
    ['a filter field without a value is ignored', { filterField: 'banned' }, {}],
  ])('%s', (_what, query, expected) => {
    expect(decideUserListing(query)).toEqual({ ...bare, ...expected })
  })
})

describe('a value that does not fit its field is refused by parameter', () => {
  it.each<[UserListQuery, string, string]>([
    [{ filterField: 'banned', filterValue: 'maybe' }, 'filterValue', 'Input should be "true" or'],
    [
      { filterField: 'banned', filterValue: 'true', filterOperator: 'gt' },
      'filterOperator',
      '"gt" cannot compare the field "banned"',
    ],
    [{ filterField: 'id', filterValue: 'abc' }, 'filterValue', 'Input should be a valid UUID'],
    [
      { filterField: 'id', filterValue: 'abc', filterOperator: 'contains' },
      'filterOperator',
      '"contains" cannot compare the field "id"',
    ],
    [
      { filterField: 'createdAt', filterValue: 'yesterday' },
      'filterValue',
      'Input should be an ISO',
    ],
    [
      { filterField: 'createdAt', filterValue: '2026-13-40' },
      'filterValue',
      'Input should be an ISO',
    ],
    [{ filterField: 'createdAt', filterValue: '1' }, 'filterValue', 'Input should be an ISO'],
    [
      { filterField: 'updatedAt', filterValue: '2026', filterOperator: 'contains' },
      'filterOperator',
      '"contains" cannot compare the field "updatedAt"',
    ],
    [
      { filterField: 'role', filterValue: 'admin', filterOperator: 'lt' },
      'filterOperator',
      '"lt" cannot compare the field "role"',
    ],
  ])('%j', (query, parameter, message) => {
    expect(decideUserListing(query)).toMatchObject({
      refused: 'invalid_input',
      details: { faults: [{ loc: ['query', parameter], msg: expect.stringContaining(message) }] },
    })
  })
})
