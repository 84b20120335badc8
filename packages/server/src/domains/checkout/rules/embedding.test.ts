import { describe, expect, it } from 'vitest'
import { embedderOf } from './embedding.ts'

const shop = 'https://shop.example'
const thanks = `${shop}/thanks?id={CHECKOUT_ID}`
const own = 'https://guild.example'

describe('the site that may embed a checkout', () => {
  it.each<[string | null, string | null, readonly string[], string | null]>([
    // claimed, success URL, listed, may embed
    [null, thanks, [shop], null],
    [shop, thanks, [], shop],
    [shop, null, [], null],
    [shop, 'https://other.example/', [], null],
    [shop, 'http://shop.example/', [], null],
    [shop, 'https://shop.example:8443/', [], null],
    [shop, 'https://shop.example:443/', [], shop],
    [shop, 'https://shop.example.evil.example/', [], null],
    [shop, 'https://', [], null],
    [shop, null, [shop], shop],
    [shop, null, ['https://a.example', shop], shop],
    [shop, null, ['https://a.example'], null],
    // The list replaces the success URL.
    [shop, thanks, ['https://a.example'], null],
    [own, null, [], own],
    [own, thanks, [shop], own],
  ])(
    'claimed as %s, with the success URL %s and the list %j, is %s',
    (embedOrigin, successUrl, listed, site) => {
      const claimed = { embedOrigin, successUrl, isEmbedOriginGiven: false }
      expect(embedderOf(claimed, { own: `${own}/`, listed })).toBe(site)
    },
  )

  it('is the one that the seller named, whatever the list says', () => {
    const given = { embedOrigin: shop, successUrl: null, isEmbedOriginGiven: true }
    expect(embedderOf(given, { own, listed: [] })).toBe(shop)
    expect(embedderOf(given, { own, listed: ['https://a.example'] })).toBe(shop)
  })
})
