import { describe, expect, test } from 'vitest'
import { productsAsked, readProductsView, withStanding } from './products-view.ts'

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

  test('is of what is for sale, unless somebody wants to see more', () => {
    expect(productsAsked({})).toMatchObject({ isArchived: false, page: 1 })
    expect(productsAsked({ show: 'archived' })).toMatchObject({ isArchived: true })
    expect(productsAsked({ show: 'all' })).not.toHaveProperty('isArchived')
  })

  test('begins anew when others are let through', () => {
    expect(withStanding({ q: 'team', page: 4 }, 'all')).toEqual({ q: 'team', show: 'all' })
    expect(withStanding({ sort: 'name', show: 'all' }, 'active')).toEqual({ sort: 'name' })
  })
})
