import { expect, test } from 'vitest'
import { membersAsked, readMembersView } from './members-view.ts'

test.each([
  [
    { q: 'ada', page: 3 },
    { q: 'ada', page: 3 },
  ],
  [{ q: 42 }, { q: '42' }],
  [{ q: '', page: 1 }, {}],
  [{ q: ['a'], page: '2', else: 1 }, {}],
])('the address %j is read as %j', (search, view) => {
  expect(readMembersView(search)).toEqual(view)
})

test.each([
  [{}, { limit: 25, offset: 0 }],
  [
    { q: ' ada ', page: 2 },
    { search: 'ada', limit: 25, offset: 25 },
  ],
  [{ q: '  ' }, { limit: 25, offset: 0 }],
])('for %j the server is asked %j', (view, asked) => {
  expect(membersAsked(view)).toEqual(asked)
})
