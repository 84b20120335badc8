import { type Address, postalState } from '@guildhall/contract/customers/address'
import type { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import type * as z from 'zod/mini'
import { formatDate } from '../../../kernel/date-text.ts'
import { type MinorUnits, negate } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { fontFamilies } from '../../../platform/pdf/fonts.ts'
import type { PdfDocument, PdfNode, PdfStyle } from '../../../platform/pdf/pdf-document.ts'
import { countryName, taxLabel, taxNote } from '../rules/invoice-text.ts'
import type { Logo } from '../rules/logo.ts'

const ink = '#1c1917'
const quiet = '#6b6660'
const line = '#e4e1dc'

/** The document of an invoice or a credit note. */
export const invoicePage = (content: InvoiceContent, logo: Logo | null): PdfDocument => ({
  title: `${titleOf(content)} ${content.number}`,
  author: content.seller.name,
  language: 'en',
  createdAt: content.issuedAt,
  style: {
    fontFamily: [...fontFamilies],
    fontSize: 9,
    color: ink,
    padding: 48,
    paddingBottom: 72,
  },
  children: [
    head(content, logo),
    box({ flexDirection: 'row', gap: 32, marginBottom: 28 }, [
      party('From', sellerLines(content)),
      party('Billed to', buyerLines(content)),
    ]),
    box({}, [itemsHead, ...content.items.map((item) => itemRow(item, content))]),
    totals(content),
    ...notes(content),
    foot(content),
  ],
})

const titleOf = ({ kind }: InvoiceContent): string =>
  kind === 'invoice' ? 'Invoice' : 'Credit note'

const box = (style: PdfStyle, children: readonly PdfNode[]): PdfNode => ({
  is: 'box',
  style,
  children,
})

/**
 * Lines are spaced by a margin, because the library multiplies a line height again on each page.
 */
const text = (content: string, style: PdfStyle = {}): PdfNode => ({
  is: 'text',
  text: content,
  style: { marginBottom: 2, ...style },
})

const strong = { fontWeight: 600 } as const
const muted = { color: quiet } as const

function head(content: InvoiceContent, logo: Logo | null): PdfNode {
  const { number, issuedAt, paidAt } = content
  const facts: readonly (readonly [string, string])[] = [
    ['Number', number],
    ['Issued', formatDate(issuedAt)],
    ...correctedTexts(content).map((text, at) => [at === 0 ? 'Corrects' : '', text] as const),
    ...(paidAt === null ? [] : [['Paid', formatDate(paidAt)] as const]),
  ]
  const rows = facts.map(([name, value]) =>
    box({ flexDirection: 'row' }, [text(name, { ...muted, width: 64 }), text(value, strong)]),
  )
  const title = text(titleOf(content), { fontSize: 20, marginBottom: 10, ...strong })
  return box({ flexDirection: 'row', gap: 32, marginBottom: 28 }, [
    box({ flex: 1 }, [title, ...rows]),
    ...(logo === null ? [] : [logoImage(logo)]),
  ])
}

const logoImage = ({ bytes, format }: Logo): PdfNode => ({
  is: 'image',
  bytes,
  format,
  style: {
    width: 128,
    height: 56,
    objectFit: 'contain',
    objectPosition: '100% 0%',
  },
})

/** Documents printed before credit notes recorded refunds have no date of what they correct. */
const correctedTexts = ({ corrected, corrects }: InvoiceContent): string[] =>
  corrected?.map((one) => `${one.number} of ${formatDate(one.issuedAt)}`) ??
  (corrects === null ? [] : [corrects])

const party = (heading: string, lines: readonly string[]): PdfNode =>
  box({ flex: 1 }, [
    text(heading, { ...muted, marginBottom: 2 }),
    ...lines.map((one, at) => text(one, at === 0 ? strong : {})),
  ])

const sellerLines = ({ seller }: InvoiceContent): string[] => [
  seller.name,
  ...addressLines(seller.address),
  ...(seller.email === null ? [] : [seller.email]),
  ...seller.taxNumbers.map((number) => `Tax number ${number}`),
]

const buyerLines = ({ buyer }: InvoiceContent): string[] => [
  ...(buyer.name === null ? [] : [buyer.name]),
  ...addressLines(buyer.address),
  buyer.email,
  ...(buyer.taxNumber === null ? [] : [`Tax number ${buyer.taxNumber}`]),
]

function addressLines(address: z.output<typeof Address> | null): string[] {
  if (address === null) return []
  const { line1, line2, postalCode, city, country } = address
  const state = postalState(address)
  const place = [postalCode, city, state].filter((part) => part !== null).join(' ')
  return [line1, line2, place, countryName(country)].filter(
    (part): part is string => part !== null && part !== '',
  )
}

const columns = { amount: 92, unitAmount: 84, quantity: 56 } as const
const rowStyle: PdfStyle = {
  flexDirection: 'row',
  borderBottomWidth: 0.75,
  borderBottomColor: line,
  borderBottomStyle: 'solid',
  paddingVertical: 5,
}
const ofAmount: PdfStyle = { width: columns.amount, textAlign: 'right' }
const ofUnitAmount: PdfStyle = { width: columns.unitAmount, textAlign: 'right' }
const ofQuantity: PdfStyle = { width: columns.quantity, textAlign: 'right' }

const itemsHead = box(rowStyle, [
  text('Item', { ...muted, flex: 1 }),
  text('Quantity', { ...muted, ...ofQuantity }),
  text('Unit price', { ...muted, ...ofUnitAmount }),
  text('Amount', { ...muted, ...ofAmount }),
])

const itemRow = (
  { label, quantity, unitAmount, period, amount }: InvoiceContent['items'][number],
  { currency }: InvoiceContent,
): PdfNode => ({
  is: 'box',
  style: rowStyle,
  whole: true,
  children: [
    box({ flex: 1, paddingRight: 12 }, [
      text(label),
      ...(period == null ? [] : [text(periodText(period), muted)]),
    ]),
    text(unitAmount === null ? '' : String(quantity), ofQuantity),
    text(unitAmount == null ? '' : moneyText({ amount: unitAmount, currency }), ofUnitAmount),
    text(moneyText({ amount, currency }), ofAmount),
  ],
})

const periodText = ({ start, end }: { readonly start: Date; readonly end: Date }): string =>
  `${formatDate(start)} – ${formatDate(end)}`

function totals(content: InvoiceContent): PdfNode {
  const { currency, subtotal, discount, net, tax, total } = content
  const discountLabel = discount?.name == null ? 'Discount' : `Discount (${discount.name})`
  const rows: readonly (readonly [string, MinorUnits])[] = [
    ['Subtotal', subtotal],
    ...(discount === null
      ? []
      : [[discountLabel, negate(discount.amount)] as const, ['Net amount', net] as const]),
    [taxLabel(tax.rate), tax.amount],
  ]
  const shown = rows.map(([name, amount]) => totalRow(name, moneyText({ amount, currency }), {}))
  const last = totalRow(`Total ${currency.toUpperCase()}`, moneyText({ amount: total, currency }), {
    ...strong,
    fontSize: 11,
    paddingTop: 4,
  })
  const children = [...shown, last, ...paymentRows(content)]
  return { is: 'box', style: { marginTop: 10 }, whole: true, children }
}

function paymentRows({ payment, currency }: InvoiceContent): PdfNode[] {
  if (payment == null) return []
  const { balance, paid, due } = payment
  const rows: readonly (readonly [string, MinorUnits])[] = [
    ...(balance === 0 ? [] : [['From balance', negate(balance)] as const]),
    ['Paid', paid],
    ['Amount due', due],
  ]
  return rows.map(([name, amount]) => totalRow(name, moneyText({ amount, currency }), {}))
}

const totalRow = (name: string, amount: string, style: PdfStyle): PdfNode =>
  box({ flexDirection: 'row', paddingVertical: 2 }, [
    text(name, { flex: 1, textAlign: 'right', paddingRight: 16, ...style }),
    text(amount, { ...ofAmount, ...style }),
  ])

function notes(content: InvoiceContent): PdfNode[] {
  const lines = [taxNote(content.tax.reason), creditNote(content)].filter((note) => note !== null)
  return lines.length === 0
    ? []
    : [box({ marginTop: 24 }, [text('Notes', muted), ...lines.map((note) => text(note))])]
}

function creditNote({ kind, cause, corrects, corrected = [] }: InvoiceContent): string | null {
  if (kind === 'invoice') return null
  const numbers = corrected.map(({ number }) => number).join(', ')
  switch (cause) {
    case 'refund':
      return `A refund of invoice ${numbers}.`
    case 'dispute':
      return `The payment of invoice ${numbers} was returned after a dispute.`
    case 'credit':
      return numbers === '' ? null : `This credit note credits items of ${numbers}.`
    default: {
      const isNote = corrected.some((one) => one.kind === 'credit_note')
      return `This credit note reverses ${isNote ? 'credit note' : 'invoice'} ${corrects} in full.`
    }
  }
}

const foot = ({ seller, number }: InvoiceContent): PdfNode => ({
  is: 'box',
  fixed: true,
  style: { position: 'absolute', left: 48, right: 48, bottom: 32, fontSize: 8, ...muted },
  children: [
    ...(seller.footer === null ? [] : [text(seller.footer)]),
    { is: 'pageNumber', text: `${number} · page {page} of {pages}`, style: {} },
  ],
})
