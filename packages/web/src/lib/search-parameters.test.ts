import { expect, it } from 'vitest'
import { onlyParsed, readPage } from './search-parameters.ts'

const read = onlyParsed((search) => {
  const page = readPage(search['page'])
  return { ...(page && { page }) }
})

it('keeps the parameters that the page reads', () => {
  // Like the router: the previous parameters, overridden by the parsed ones.
  const search = { page: 2, status: 'nonsense' }
  expect(JSON.parse(JSON.stringify({ ...search, ...read(search) }))).toEqual({ page: 2 })
})

it('drops invalid parameters', () => {
  const search = { page: 'x' }
  expect({ ...search, ...read(search) }).toEqual({})
})
