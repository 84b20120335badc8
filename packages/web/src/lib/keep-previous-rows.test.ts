import { expect, test } from 'vitest'
import { keepPreviousRows } from './keep-previous-rows.ts'

test('rows stay while the next list loads', () => {
  const page = { items: ['Winter plan'] }
  expect(keepPreviousRows(page)).toBe(page)
  const pages = { pages: [{ items: [] }, page] }
  expect(keepPreviousRows(pages)).toBe(pages)
})

test('an empty list doesn’t speak for the next one', () => {
  expect(keepPreviousRows({ items: [] })).toBeUndefined()
  expect(keepPreviousRows({ pages: [{ items: [] }] })).toBeUndefined()
  expect(keepPreviousRows(undefined)).toBeUndefined()
})
