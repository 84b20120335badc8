import { expect, test } from 'vitest'
import { membersRequest, readMembersView } from './members-view.ts'

test.each([
  [
    { q: 'ada', page: 3 },
    { q: 'ada', page: 3 },
  ],
  [{ q: 42 }, { q: '42' }],
  [{ q: '', page: 1 }, {}],
  [{ q: ['a'], page: '2', else: 1 }, {}],
])('the URL %j is parsed as %j', (search, view) => {
  expect(readMembersView(search)).toEqual(view)
})

test.each([
  [{}, { limit: 25, offset: 0 }],
  [
    { q: ' ada ', page: 2 },
    { search: 'ada', limit: 25, offset: 25 },
  ],
  [{ q: '  ' }, { limit: 25, offset: 0 }],
])('the request for %j is %j', (view, asked) => {
  expect(membersRequest(view)).toEqual(asked)
})
