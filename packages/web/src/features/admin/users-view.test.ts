import { describe, expect, test } from 'vitest'
import { changeView, readUsersView, usersRequest } from './users-view.ts'

describe('parsing a URL', () => {
  test('reads the state of the list', () => {
    const search = { q: 'ada', role: 'admin', status: 'banned', verified: 'no', page: 3 }
    expect(readUsersView(search)).toEqual(search)
    expect(readUsersView({ sort: 'name', order: 'desc' })).toEqual({ sort: 'name', order: 'desc' })
  })

  test.each([
    { role: 'owner' },
    { status: true },
    { verified: 'maybe' },
    { sort: 'password' },
    { order: 'desc' },
    { page: 0 },
    { page: 1 },
    { page: 2.5 },
    { page: '2' },
    { q: '' },
    { q: ['a'] },
    { else: 1 },
  ])('%j is ignored', (search) => {
    expect(readUsersView(search)).toEqual({})
  })

  test('keeps text that looks like a number', () => {
    expect(readUsersView({ q: 42 })).toEqual({ q: '42' })
  })
})

test('other filters start at the first page', () => {
  const view = { q: 'ada', page: 3 }
  expect(changeView(view, { role: 'user' })).toEqual({ q: 'ada', role: 'user' })
  expect(changeView({ ...view, role: 'user' }, { role: undefined })).toEqual({ q: 'ada' })
})

describe('the request', () => {
  test('defaults to the first page', () => {
    expect(usersRequest({})).toEqual({ limit: 25, offset: 0 })
  })

  test('contains the filters of the view', () => {
    const view = { q: ' ada ', role: 'admin', status: 'active', verified: 'yes' } as const
    expect(usersRequest({ ...view, sort: 'createdAt', order: 'desc', page: 2 })).toEqual({
      searchValue: 'ada',
      searchField: 'any',
      role: 'admin',
      banned: false,
      emailVerified: true,
      sortBy: 'createdAt',
      sortDirection: 'desc',
      limit: 25,
      offset: 25,
    })
  })

  test('ignores a search of spaces only', () => {
    expect(usersRequest({ q: '  ' })).toEqual({ limit: 25, offset: 0 })
  })
})
