import { expect, test } from 'vitest'
import { listRequest, readListView } from './list-view.ts'

test.each([
  [
    { q: 'ada', sort: '-name', page: 3 },
    { q: 'ada', sort: '-name', page: 3 },
  ],
  [
    { q: 42, sort: 'email' },
    { q: '42', sort: 'email' },
  ],
  [{ q: '', sort: 'size', page: 1 }, {}],
  [
    { view: '01a223e1-ef8d-7000-9c2d-a252a8c0273f' },
    { view: '01a223e1-ef8d-7000-9c2d-a252a8c0273f' },
  ],
  [{ view: 'mine' }, {}],
  [{ q: ['a'], sort: '--name', page: '2', else: 1 }, {}],
])('the URL %j is parsed as %j', (search, view) => {
  expect(readListView(search, ['name', 'email'])).toEqual(view)
})

test.each([
  [{}, { page: 1, limit: 25 }],
  [
    { q: ' ada ', sort: '-name', page: 2 },
    { query: 'ada', sorting: ['-name'], page: 2, limit: 25 },
  ],
  [{ q: '  ' }, { page: 1, limit: 25 }],
])('the request for %j is %j', (view, asked) => {
  expect(listRequest(view)).toEqual(asked)
})
