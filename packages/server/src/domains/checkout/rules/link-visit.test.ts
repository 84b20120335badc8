import { describe, expect, it } from 'vitest'
import { readVisit } from './link-visit.ts'

describe('a visit', () => {
  it.each<[string, object]>([
    ['', {}],
    ['reference_id=42', { reference_id: '42' }],
    [
      'utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e',
      { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', utm_term: 'd', utm_content: 'e' },
    ],
    ['utm_source=a&utm_source=b', { utm_source: 'a' }],
    ['utm_source=', {}],
    [`utm_source=${'x'.repeat(600)}`, { utm_source: 'x'.repeat(500) }],
    ['utm_other=a&customer_email=a@b.c', {}],
  ])('with %s has this metadata', (query, metadata) => {
    expect(readVisit({}, query).metadata).toEqual(metadata)
  })

  it('keeps the metadata of the link', () => {
    const { metadata } = readVisit({ utm_source: 7, plan: 'pro' }, 'utm_source=a&utm_term=b')
    expect(metadata).toEqual({ utm_source: 7, plan: 'pro', utm_term: 'b' })
  })

  it('adds no more than metadata can hold', () => {
    const noted = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`key${at}`, at]))
    const { metadata } = readVisit(noted, 'utm_source=a&reference_id=b')
    expect(metadata).toEqual({ ...noted, reference_id: 'b' })
  })

  it.each<[string, string | null]>([
    ['', null],
    ['embed_origin=https%3A%2F%2Fshop.example', 'https://shop.example'],
    ['embed_origin=https%3A%2F%2FShop.example%3A8443%2Fpage', 'https://shop.example:8443'],
    ['embed_origin=https%3A%2F%2Fshop.example%3A443', 'https://shop.example'],
    ['embed_origin=javascript%3Aalert(1)', null],
    ['embed_origin=shop.example', null],
    ['embed_origin=', null],
  ])('with %s has this embed origin', (query, origin) => {
    expect(readVisit({}, query).embedOrigin).toBe(origin)
  })

  it('forwards all other parameters unchanged', () => {
    const { forwarded } = readVisit(
      {},
      'reference_id=1&embed=true&theme=dark&embed_origin=https://a.example&utm_term=b' +
        '&custom_field_data.size=XL&amount=500&tag=a&tag=b%20c&empty=',
    )
    expect(forwarded.toString()).toBe(
      'embed=true&theme=dark&embed_origin=https%3A%2F%2Fa.example' +
        '&custom_field_data.size=XL&amount=500&tag=a&tag=b+c&empty=',
    )
  })
})
