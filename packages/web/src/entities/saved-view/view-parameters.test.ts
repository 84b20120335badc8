import { expect, test } from 'vitest'
import { isChanged, parametersOf } from './view-parameters.ts'

test('a view keeps search, filters and sorting, and neither the page nor itself', () => {
  const search = { q: '42', sort: '-amount', status: 'paid', page: 3, view: 'an id' }
  expect(parametersOf(search)).toEqual({ q: '42', sort: '-amount', status: 'paid' })
})

test.each([
  ['nothing', {}, undefined, false],
  ['only a page', { page: 2 }, undefined, false],
  ['a filter', { status: 'paid' }, undefined, true],
  ['what was saved', { status: 'paid', view: 'x' }, { status: 'paid' }, false],
  ['one filter more', { status: 'paid', q: 'ada' }, { status: 'paid' }, true],
  ['one filter fewer', { view: 'x' }, { status: 'paid' }, true],
  ['another value', { status: 'open' }, { status: 'paid' }, true],
])('with %s in the URL', (_what, search, saved, expected) => {
  expect(isChanged(search, saved && { query: saved })).toBe(expected)
})
