import { describe, expect, it } from 'vitest'
import { mistakeIn } from '#/lib/form-schema.ts'
import { embedCode } from './embed-code.ts'
import { draftOf, linkOf } from './link-draft.ts'
import { linkSchema } from './link-schema.ts'

describe('a draft', () => {
  it('omits empty fields', () => {
    expect(linkOf(draftOf(null))).toEqual({
      label: null,
      products: [],
      discountId: null,
      allowDiscountCodes: true,
      requireBillingAddress: false,
      successUrl: null,
      metadata: {},
    })
  })

  it('is sent trimmed', () => {
    const draft = { ...draftOf(null), label: ' Poster ', successUrl: ' https://a.example/x ' }
    expect(linkOf(draft)).toMatchObject({ label: 'Poster', successUrl: 'https://a.example/x' })
  })

  it.each([
    ['', null],
    ['https://acme.example/thanks?id={CHECKOUT_ID}', null],
    ['http://localhost:3000/thanks', null],
    ['acme.example', 'Enter a URL that starts with https://'],
    ['https://', 'Enter a URL that starts with https://'],
    ['https://acme.example/a b', 'Enter a URL that starts with https://'],
    ['javascript:alert(1)', 'Enter a URL that starts with https://'],
    [`https://acme.example/${'x'.repeat(2083)}`, 'Use at most 2,083 characters.'],
  ])('redirects buyers to %j', (address, mistake) => {
    expect(mistakeIn(linkSchema.successUrl, address)).toBe(mistake)
  })

  it('has a label of one line', () => {
    expect(mistakeIn(linkSchema.label, 'x'.repeat(256))).toBeNull()
    expect(mistakeIn(linkSchema.label, 'x'.repeat(257))).toBe('Use at most 256 characters.')
  })
})

describe('the embed code', () => {
  const link = { url: 'https://guild.example/link', origin: 'https://guild.example' }

  it('follows the visitor’s theme, or sets one', () => {
    const script = '<script src="https://guild.example/guildhall-embed.js" defer></script>'
    expect(embedCode({ ...link, theme: 'system' })).toBe(
      `<a href="https://guild.example/link" data-guildhall-checkout>Buy now</a>\n${script}`,
    )
    expect(embedCode({ ...link, theme: 'dark' })).toBe(
      '<a href="https://guild.example/link" data-guildhall-checkout ' +
        `data-guildhall-checkout-theme="dark">Buy now</a>\n${script}`,
    )
  })
})
