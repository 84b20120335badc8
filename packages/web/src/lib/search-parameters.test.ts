import { expect, it } from 'vitest'
import { onlyWhat, readPage } from './search-parameters.ts'

const read = onlyWhat((search) => {
  const page = readPage(search['page'])
  return { ...(page && { page }) }
})

it('leaves of an address what the page understands', () => {
  // As the router puts it together: what was there, and over it what was read.
  const search = { page: 2, status: 'nonsense' }
  expect(JSON.parse(JSON.stringify({ ...search, ...read(search) }))).toEqual({ page: 2 })
})

it('leaves nothing of what it can’t read', () => {
  const search = { page: 'x' }
  expect({ ...search, ...read(search) }).toEqual({})
})
