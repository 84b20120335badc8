import { describe, expect, test } from 'vitest'
import { mistakeIn } from '#/lib/form-schema.ts'
import { embeddingSchema, formOf, sitesIn } from './embedding-form.ts'

describe('the embedding sites', () => {
  test.each([
    ['', []],
    ['https://shop.example', ['https://shop.example']],
    ['https://a.example\nhttps://b.example\n', ['https://a.example', 'https://b.example']],
    ['https://a.example, http://localhost:8080', ['https://a.example', 'http://localhost:8080']],
    ['https://Shop.example:443/page?a=b https://shop.example', ['https://shop.example']],
  ])('of “%s”', (sites, found) => {
    expect(mistakeIn(embeddingSchema.sites, sites)).toBeNull()
    expect(sitesIn({ sites })).toEqual(found)
    expect(sitesIn(formOf(found))).toEqual(found)
  })

  test.each([
    ['shop.example', '“shop.example” isn’t a site. Enter it like https://shop.example.'],
    ['https://a.example *', '“*” isn’t a site. Enter it like https://shop.example.'],
    [
      Array.from({ length: 51 }, (_, at) => `https://s${at}.example`).join('\n'),
      'Enter at most 50 sites.',
    ],
  ])('can’t be “%s”', (sites, mistake) => {
    expect(mistakeIn(embeddingSchema.sites, sites)).toBe(mistake)
  })
})
