import { describe, expect, test } from 'vitest'
import { changeView, readUsersView, usersAsked } from './users-view.ts'

describe('an address', () => {
  test('says what the list shows', () => {
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
  ])('%j is passed over', (search) => {
    expect(readUsersView(search)).toEqual({})
  })

  test('keeps words that look like a number', () => {
    expect(readUsersView({ q: 42 })).toEqual({ q: '42' })
  })
})

test('another set of rows begins at its first page', () => {
  const view = { q: 'ada', page: 3 }
  expect(changeView(view, { role: 'user' })).toEqual({ q: 'ada', role: 'user' })
  expect(changeView({ ...view, role: 'user' }, { role: undefined })).toEqual({ q: 'ada' })
})

describe('the server is asked', () => {
  test('for the first page by default', () => {
    expect(usersAsked({})).toEqual({ limit: 25, offset: 0 })
  })

  test('for what the view narrows to', () => {
    const view = { q: ' ada ', role: 'admin', status: 'active', verified: 'yes' } as const
    expect(usersAsked({ ...view, sort: 'createdAt', order: 'desc', page: 2 })).toEqual({
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

  test('for everybody where only spaces were typed', () => {
    expect(usersAsked({ q: '  ' })).toEqual({ limit: 25, offset: 0 })
  })
})
