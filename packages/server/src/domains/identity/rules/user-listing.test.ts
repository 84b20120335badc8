import type { UserListQuery } from '@guildhall/contract/identity/admin'
import { describe, expect, it } from 'vitest'
import { decideUserListing } from './user-listing.ts'

const bare = {
  search: null,
  filter: null,
  narrowing: [],
  sort: { field: 'createdAt', direction: 'desc' },
  limit: 100,
  offset: 0,
}

describe('what an operator asks for', () => {
  it.each<[string, UserListQuery, object]>([
    ['nothing: the newest first', {}, {}],
    ['a page', { limit: 10, offset: 20 }, { limit: 10, offset: 20 }],
    ['an empty search finds everybody', { searchValue: '' }, {}],
    [
      'a search looks into addresses',
      { searchValue: 'ann' },
      { search: { fields: ['email'], words: 'ann', operator: 'contains' } },
    ],
    [
      'or names',
      { searchValue: 'ann', searchField: 'name', searchOperator: 'ends_with' },
      { search: { fields: ['name'], words: 'ann', operator: 'ends_with' } },
    ],
    [
      'or everywhere',
      { searchValue: 'ann', searchField: 'any' },
      { search: { fields: ['email', 'name', 'username'], words: 'ann', operator: 'contains' } },
    ],
    ['a sort ascends', { sortBy: 'name' }, { sort: { field: 'name', direction: 'asc' } }],
    [
      'or descends',
      { sortBy: 'name', sortDirection: 'desc' },
      { sort: { field: 'name', direction: 'desc' } },
    ],
    [
      'a filter compares addresses in lower case',
      { filterValue: 'Ann@Example.test' },
      { filter: { kind: 'text', field: 'email', operator: 'eq', value: 'ann@example.test' } },
    ],
    [
      'names as they are written',
      { filterField: 'name', filterOperator: 'gt', filterValue: 'Ann' },
      { filter: { kind: 'text', field: 'name', operator: 'gt', value: 'Ann' } },
    ],
    [
      'parts of words',
      { filterField: 'name', filterOperator: 'contains', filterValue: 'nn' },
      { filter: { kind: 'words', field: 'name', words: 'nn' } },
    ],
    [
      'yes and no',
      { filterField: 'banned', filterOperator: 'ne', filterValue: 'true' },
      { filter: { kind: 'boolean', field: 'banned', is: false } },
    ],
    [
      'roles by holding them',
      { filterField: 'role', filterOperator: 'ne', filterValue: 'admin' },
      { filter: { kind: 'role', role: 'admin', isHeld: false } },
    ],
    [
      'instants',
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
      'ids',
      { filterField: 'id', filterValue: '01890a5d-ac96-774b-bcce-b302099a8057' },
      { filter: { kind: 'id', value: '01890a5d-ac96-774b-bcce-b302099a8057', is: true } },
    ],
    [
      'what narrows further, together',
      { role: 'admin', banned: false, emailVerified: true },
      {
        narrowing: [
          { kind: 'role', role: 'admin', isHeld: true },
          { kind: 'boolean', field: 'banned', is: false },
          { kind: 'boolean', field: 'emailVerified', is: true },
        ],
      },
    ],
    ['a field without a value filters nothing', { filterField: 'banned' }, {}],
  ])('%s', (_what, query, expected) => {
    expect(decideUserListing(query)).toEqual({ ...bare, ...expected })
  })
})

describe('what does not fit the field is named', () => {
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
