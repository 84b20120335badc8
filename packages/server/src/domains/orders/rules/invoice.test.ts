import { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import { currency, type MinorUnits } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { formatDate } from '../../../kernel/date-text.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import {
  causeOf,
  creditContent,
  creditNoteContent,
  isOfOrder,
  returnContent,
} from './credit-note.ts'
import {
  creditNoteNumber,
  decideInvoiceRequest,
  type InvoiceFacts,
  invoiceContent,
  invoiceNumber,
} from './invoice.ts'
import { countryName, taxLabel, taxNote } from './invoice-text.ts'

const eur = z.parse(currency, 'eur')
const money = (amount: number): MinorUnits => minorUnits(amount)

const plain = { quantity: 1, period: null, isProration: false, isUsage: false } as const

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
      { ...plain, label: 'Course', amount: money(1000), netAmount: money(900), isCharge: true },
      { ...plain, label: 'Book', amount: money(500), netAmount: money(450), isCharge: true },
    ],
    appliedBalance: money(0),
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

  const march = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') }
  const charged = { ...plain, amount: money(3000), netAmount: money(3000), isCharge: true }

  it.each([
    [
      'several of a product',
      { label: 'Pro × 3', quantity: 3, period: march },
      { label: 'Pro', quantity: 3, unitAmount: 1000, period: march },
    ],
    [
      'one whose name ends in a number',
      { label: 'Pack × 3' },
      { label: 'Pack × 3', quantity: 1, unitAmount: 3000, period: null },
    ],
    [
      'usage, whose label says its units and price',
      { label: 'API — (10 consumed units) × $3', period: march, isUsage: true },
      { quantity: 1, unitAmount: null, period: march },
    ],
    [
      'a proration, whose label says its period',
      { label: 'Pro — From Mar 5, 2026 to Apr 1, 2026', period: march, isProration: true },
      { unitAmount: 3000, period: null },
    ],
  ])('has a line for %s', (_, given, line) => {
    const order = { ...facts.order, items: [{ ...charged, ...given }] }
    expect(invoiceContent({ ...facts, order }, first).items).toEqual([
      { label: given.label, quantity: 1, amount: 3000, ...line },
    ])
  })

  it.each([
    ['in full', 0, { balance: 0, paid: 1607, due: 0 }],
    ['from the balance in part', 607, { balance: 607, paid: 1000, due: 0 }],
    ['with a debt', -93, { balance: -93, paid: 1700, due: 0 }],
  ])('says how it was paid: %s', (_, balance, payment) => {
    const order = { ...facts.order, appliedBalance: money(balance) }
    expect(invoiceContent({ ...facts, order }, first).payment).toEqual(payment)
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
        const items = amounts.map((one) => ({
          ...plain,
          label: 'x',
          amount: one,
          netAmount: one,
          isCharge: true,
        }))
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
          ...content.items.flatMap((item) => [item.amount, item.unitAmount ?? Number.NaN]),
        ]
        const left = of(invoice).map((one, at) => one + (of(note)[at] ?? Number.NaN))
        expect(new Set(left)).toEqual(new Set([0]))
      }),
    )
  })
})

describe('a credit note of money that came back', () => {
  const corrected = [{ kind: 'invoice', number: first.number, issuedAt: first.issuedAt }] as const

  it('spreads it over what was charged, after the discount, and names the invoice', () => {
    const returned = { amount: money(675), taxAmount: money(128) }
    const note = returnContent(facts, { cause: 'refund', returned, corrected }, second)
    expect(note).toMatchObject({
      kind: 'credit_note',
      cause: 'refund',
      number: second.number,
      corrects: null,
      corrected,
      paidAt: null,
      items: [
        { label: 'Course', amount: -450 },
        { label: 'Book', amount: -225 },
      ],
      subtotal: -675,
      discount: null,
      net: -675,
      tax: { amount: -128 },
      total: -803,
    })
  })

  it('adds up, whatever came back', () => {
    const part = fc.integer({ min: 0, max: 1350 }).map(money)
    fc.assert(
      fc.property(part, fc.integer({ min: 0, max: 257 }).map(money), (amount, taxAmount) => {
        const returned = { amount, taxAmount }
        const note = returnContent(facts, { cause: 'dispute', returned, corrected }, second)
        const items = note.items.reduce((sum, item) => sum + item.amount, 0)
        expect(items).toBe(0 - amount)
        expect(note.total).toBe(0 - amount - taxAmount)
      }),
    )
  })

  it('of tax alone has no items', () => {
    const returned = { amount: money(0), taxAmount: money(5) }
    const note = returnContent(facts, { cause: 'refund', returned, corrected }, second)
    expect(note).toMatchObject({ items: [], total: -5 })
  })

  it('can be reversed in full', () => {
    const returned = { amount: money(675), taxAmount: money(128) }
    const note = returnContent(facts, { cause: 'refund', returned, corrected }, second)
    const third = { number: 'ACME-CN-0003', issuedAt: second.issuedAt }
    expect(creditNoteContent(note, third)).toMatchObject({
      total: 803,
      corrects: second.number,
      corrected: [{ kind: 'credit_note', number: second.number }],
    })
  })
})

it('an order below zero is a credit note that names what it credits', () => {
  const rest = { label: 'Rest', amount: money(-900), netAmount: money(-900), isCharge: false }
  const items = [{ ...plain, ...rest }]
  const order = { ...facts.order, items, subtotal: money(-900), total: money(-900) }
  const corrected = [{ kind: 'invoice', number: 'ACME-0001', issuedAt: first.issuedAt }] as const
  expect(creditContent({ ...facts, order }, corrected, second)).toMatchObject({
    kind: 'credit_note',
    cause: 'credit',
    corrected,
    paidAt: null,
    items: [{ amount: -900 }],
    total: -900,
  })
})

it.each([
  ['invoice', null, null, null, null, true],
  ['credit_note', null, null, null, 'credit', true],
  ['credit_note', 'a', null, null, 'correction', false],
  ['credit_note', 'a', 'r', null, 'refund', false],
  ['credit_note', 'a', null, 'd', 'dispute', false],
] as const)(
  'the document %s of %s, %s and %s is for %s',
  (kind, correctsId, refundId, disputeId, cause, isOwn) => {
    const document = { kind, correctsId, refundId, disputeId }
    expect([causeOf(document), isOfOrder(document)]).toEqual([cause, isOwn])
  },
)

it('credit notes are numbered by themselves', () => {
  expect(creditNoteNumber('acme', 7)).toBe('ACME-CN-0007')
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
