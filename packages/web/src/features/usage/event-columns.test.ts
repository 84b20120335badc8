import { expect, test } from 'vitest'
import { eventFileColumns, shownEventColumns } from './event-columns.ts'

test('by default a list of events has what fits', () => {
  expect(shownEventColumns(null)).toEqual(['customer', 'source', 'timestamp'])
})

test('chosen columns stand in the order of the list, and unknown ones are left out', () => {
  expect(shownEventColumns(['timestamp', 'unknown', 'metadata'])).toEqual(['metadata', 'timestamp'])
  expect(shownEventColumns([])).toEqual([])
})

test('a file begins with the id and the name, and has what the list shows', () => {
  expect(eventFileColumns(['customer', 'entity'])).toEqual([
    'id',
    'name',
    'customer_name',
    'customer_email',
    'external_customer_id',
    'entity',
  ])
})
