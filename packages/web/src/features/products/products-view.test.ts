import { describe, expect, test } from 'vitest'
import { productsRequest, readProductsView, withStatusFilter } from './products-view.ts'

describe('the list of products', () => {
  test.each([
    [{}, {}],
    [
      { show: 'archived', q: 42, page: 3, sort: '-name' },
      { show: 'archived', q: '42', page: 3, sort: '-name' },
    ],
    [{ show: 'active', sort: 'meter', page: 1 }, {}],
    [{ show: ['all'], q: '' }, {}],
  ])('from %j shows %j', (search, view) => expect(readProductsView(search)).toEqual(view))

  test('shows active products by default', () => {
    expect(productsRequest({})).toMatchObject({ isArchived: false, page: 1 })
    expect(productsRequest({ show: 'archived' })).toMatchObject({ isArchived: true })
    expect(productsRequest({ show: 'all' })).not.toHaveProperty('isArchived')
  })

  test('starts at the first page when the filter changes', () => {
    expect(withStatusFilter({ q: 'team', page: 4 }, 'all')).toEqual({ q: 'team', show: 'all' })
    expect(withStatusFilter({ sort: 'name', show: 'all' }, 'active')).toEqual({ sort: 'name' })
  })
})
