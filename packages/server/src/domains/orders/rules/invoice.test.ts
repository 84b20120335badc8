import { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import { currency, type MinorUnits } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { minorUnits } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import {
  creditNoteContent,
  decideInvoiceRequest,
  type InvoiceFacts,
  invoiceContent,
  invoiceNumber,
} from './invoice.ts'
import { countryName, formatDate, taxLabel, taxNote } from './invoice-text.ts'

const eur = z.parse(currency, 'eur')
const money = (amount: number): MinorUnits => minorUnits(amount)

const facts: InvoiceFacts = {
  seller: {
    organizationName: 'Acme',
    email: null,
    legalName: null,
    address: null,
    taxNumber: null,
    registeredNumbers: [],
    footer: null,
  },
  order: {
    paidAt: new Date('2026-03-01T10:00:00Z'),
    currency: eur,
    items: [
      { label: 'Course', quantity: 1, amount: money(1000) },
      { label: 'Book', quantity: 1, amount: money(500) },
    ],
    subtotal: money(1500),
    discount: { name: 'Launch', amount: money(150) },
    net: money(1350),
    tax: { amount: money(257), rate: null, reason: 'standard_rated' },
    total: money(1607),
    billingName: null,
    billingAddress: null,
    taxNumber: null,
    customerName: null,
    customerEmail: 'ada@buyer.test',
  },
}
const first = { number: 'ACME-0001', issuedAt: new Date('2026-03-01T11:00:00Z') }
const second = { number: 'ACME-0002', issuedAt: new Date('2026-03-02T11:00:00Z') }

describe('an invoice', () => {
  it.each([
    [{ billingName: 'Engines Ltd', customerName: 'Ada' }, 'Engines Ltd'],
    [{ billingName: null, customerName: 'Ada' }, 'Ada'],
    [{ billingName: null, customerName: null }, null],
  ])('names the buyer by the best known name: %o', (names, name) => {
    const { buyer } = invoiceContent({ ...facts, order: { ...facts.order, ...names } }, first)
    expect(buyer).toMatchObject({ name, email: 'ada@buyer.test' })
  })

  it('prefers the legal name to the organization’s', () => {
    const seller = { ...facts.seller, legalName: 'Acme GmbH' }
    expect(invoiceContent(facts, first).seller.name).toBe('Acme')
    expect(invoiceContent({ ...facts, seller }, first).seller.name).toBe('Acme GmbH')
  })

  it('lists each tax number once, the seller’s own first', () => {
    const registeredNumbers = ['FR2', null, 'AT1', 'DE9']
    const seller = { ...facts.seller, taxNumber: 'DE9', registeredNumbers }
    const { taxNumbers } = invoiceContent({ ...facts, seller }, first).seller
    expect(taxNumbers).toEqual(['DE9', 'AT1', 'FR2'])
  })

  it('survives being stored and parsed', () => {
    const content = invoiceContent(facts, first)
    expect(z.parse(InvoiceContent, JSON.parse(JSON.stringify(content)))).toEqual(content)
  })
})

describe('a credit note', () => {
  it('reverses the whole invoice under a number of its own', () => {
    const note = creditNoteContent(invoiceContent(facts, first), second)
    expect(note).toMatchObject({
      kind: 'credit_note',
      number: 'ACME-0002',
      corrects: 'ACME-0001',
      issuedAt: second.issuedAt,
      paidAt: null,
      total: -1607,
      discount: { name: 'Launch', amount: -150 },
      tax: { amount: -257 },
    })
  })

  it('adds up to zero with its invoice', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 }).map(money)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1 }), amount, amount, (amounts, off, tax) => {
        const items = amounts.map((one) => ({ label: 'x', quantity: 1, amount: one }))
        const order = {
          ...facts.order,
          items,
          discount: { name: null, amount: off },
          tax: { ...facts.order.tax, amount: tax },
        }
        const invoice = invoiceContent({ ...facts, order }, first)
        const note = creditNoteContent(invoice, second)
        const of = (content: InvoiceContent): number[] => [
          content.subtotal,
          content.discount?.amount ?? 0,
          content.net,
          content.tax.amount,
          content.total,
          ...content.items.map((item) => item.amount),
        ]
        const left = of(invoice).map((one, at) => one + (of(note)[at] ?? Number.NaN))
        expect(new Set(left)).toEqual(new Set([0]))
      }),
    )
  })
})

it.each([
  ['acme', 1, 'ACME-0001'],
  ['acme-two', 9999, 'ACME-TWO-9999'],
  ['acme', 10_000, 'ACME-10000'],
])('%s numbers position %i as %s', (slug, position, number) => {
  expect(invoiceNumber(slug, position)).toBe(number)
})

describe('a request for an invoice', () => {
  const ready = {
    isPaid: true,
    isInvoiceGenerated: false,
    hasBillingName: true,
    hasBillingAddress: true,
  }
  it.each([
    [{}, null],
    [{ hasBillingName: false }, 'invoice_details_missing'],
    [{ hasBillingAddress: false }, 'invoice_details_missing'],
    [{ isInvoiceGenerated: true, hasBillingName: false }, 'invoice_exists'],
    [{ isPaid: false, isInvoiceGenerated: true, hasBillingName: false }, 'order_not_paid'],
  ])('%o: %s', (given, refused) => {
    expect(decideInvoiceRequest({ ...ready, ...given })?.refused ?? null).toBe(refused)
  })
})

describe('the texts of an invoice', () => {
  it.each([
    [1234567, 'eur', '€12,345.67'],
    [-1000, 'eur', '-€10.00'],
    [500, 'jpy', '¥500'],
    [1234, 'kwd', 'KWD\u00a01.234'],
    [0, 'usd', '$0.00'],
  ])('%i %s: %s', (amount, code, text) => {
    expect(moneyText({ amount: money(amount), currency: z.parse(currency, code) })).toBe(text)
  })

  const rate = {
    rateType: 'percentage',
    basisPoints: 1900,
    amount: null,
    displayName: 'VAT',
    country: 'DE',
    state: null,
    subdivision: null,
  } as const
  it.each([
    [null, 'Tax'],
    [rate, 'VAT 19%'],
    [{ ...rate, basisPoints: 997.5, displayName: 'QST' }, 'QST 9.975%'],
    [{ ...rate, basisPoints: null, displayName: 'Levy' }, 'Levy'],
  ])('a tax line: %o, %s', (given, text) => {
    expect(taxLabel(given)).toBe(text)
  })

  it('include notes, dates and countries', () => {
    expect(taxNote('reverse_charge')).toContain('Reverse charge')
    expect(taxNote('product_exempt')).toContain('Exempt')
    expect(taxNote('standard_rated')).toBeNull()
    expect(formatDate(new Date('2026-03-01T23:59:00Z'))).toBe('1 March 2026')
    expect(countryName('DE')).toBe('Germany')
  })
})
