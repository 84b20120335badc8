import { describe, expect, it } from 'vitest'
import { embedCode } from './embed-code.ts'
import { draftOf, labelMistake, linkOf, successUrlMistake } from './link-draft.ts'

describe('a draft', () => {
  it('says nothing of what is empty', () => {
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

  it('is sent without blanks around', () => {
    const draft = { ...draftOf(null), label: ' Poster ', successUrl: ' https://a.example/x ' }
    expect(linkOf(draft)).toMatchObject({ label: 'Poster', successUrl: 'https://a.example/x' })
  })

  it.each([
    ['', null],
    ['https://acme.example/thanks?id={CHECKOUT_ID}', null],
    ['http://localhost:3000/thanks', null],
    ['acme.example', 'Enter an address that begins with https://'],
    ['https://', 'Enter an address that begins with https://'],
    ['https://acme.example/a b', 'Enter an address that begins with https://'],
    ['javascript:alert(1)', 'Enter an address that begins with https://'],
    [`https://acme.example/${'x'.repeat(2083)}`, 'Use at most 2083 characters.'],
  ])('sends buyers to %j', (address, mistake) => {
    expect(successUrlMistake(address)).toBe(mistake)
  })

  it('has a label of one line', () => {
    expect(labelMistake('x'.repeat(256))).toBeNull()
    expect(labelMistake('x'.repeat(257))).toBe('Use at most 256 characters.')
  })
})

describe('what is put into a page', () => {
  const link = { url: 'https://guild.example/link', origin: 'https://guild.example' }

  it('follows the visitor’s theme, or has one', () => {
    const script =
      '<script src="https://guild.example/guildhall-embed.js" defer data-auto-init></script>'
    expect(embedCode({ ...link, theme: 'system' })).toBe(
      `<a href="https://guild.example/link" data-guildhall-checkout>Buy now</a>\n${script}`,
    )
    expect(embedCode({ ...link, theme: 'dark' })).toBe(
      '<a href="https://guild.example/link" data-guildhall-checkout ' +
        `data-guildhall-checkout-theme="dark">Buy now</a>\n${script}`,
    )
  })
})
