import { scopes } from '@guildhall/contract/organizations/scopes'
import { describe, expect, it } from 'vitest'
import { readSeed } from './seed-usage.ts'

const needed = ['--email', 'Me@Acme.test', '--organization', 'Acme & Sons']

describe('guildhall seed is parsed', () => {
  it('with a slug of the name and all scopes by default', () => {
    expect(readSeed(needed)).toEqual({
      email: 'me@acme.test',
      organization: { name: 'Acme & Sons', slug: 'acme-sons' },
      scopes,
      product: null,
      webhook: null,
      output: 'text',
    })
  })

  it('with a subscription, an endpoint and chosen scopes', () => {
    const product = ['--product', 'Pro', '--price', '900', '--every', 'month']
    const others = ['--webhook', 'http://localhost:4000/hook', '--print-env', '--slug', 'acme-2']
    const chosen = ['--scopes', 'products:read,orders:read', '--scopes', 'customers:read']
    expect(readSeed([...needed, ...product, ...others, ...chosen])).toMatchObject({
      organization: { slug: 'acme-2' },
      scopes: ['products:read', 'orders:read', 'customers:read'],
      product: {
        name: 'Pro',
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount: 900 }],
      },
      webhook: { url: 'http://localhost:4000/hook', format: 'raw' },
      output: 'env',
    })
  })

  it('with a free product', () => {
    expect(readSeed([...needed, '--product', 'Free', '--price', '0', '--json'])).toMatchObject({
      product: { recurringInterval: null, prices: [{ amountType: 'free' }] },
      output: 'json',
    })
  })
})

describe('guildhall seed is refused', () => {
  it.each([
    [[], 'Pass --email and --organization'],
    [['--email', 'me@acme.test'], 'Pass --email and --organization'],
    [[...needed, 'more'], 'There is no option more'],
    [['--email', 'me', '--organization', 'Acme'], '--email: '],
    [['--email', 'me@acme.test', '--organization', '会社です'], '--slug: '],
    [[...needed, '--slug', 'admin'], '--slug: This slug is reserved'],
    [[...needed, '--scopes', 'product:read'], 'did you mean products:read?'],
    [[...needed, '--price', '900'], '--product: name what'],
    [[...needed, '--product', 'Pro'], '--price: '],
    [[...needed, '--product', 'Pro', '--price', '9.00'], '--price: pass a whole number'],
    [[...needed, '--product', 'Pro', '--price', '1'], '--price: '],
    [[...needed, '--product', 'Pro', '--price', '900', '--every', 'moon'], '--every: '],
    [[...needed, '--webhook', 'localhost:4000'], '--webhook: '],
  ])('for %j', (args, reason) => {
    expect(readSeed(args)).toMatchObject({ usageError: expect.stringContaining(reason) })
  })

  it('with all faults at once', () => {
    const args = ['--email', 'me', '--organization', 'A', '--webhook', 'x']
    expect(readSeed(args)).toEqual({
      usageError: expect.stringMatching(/--email: .*\n--organization: .*\n(.*\n)*--webhook: /),
    })
  })
})
