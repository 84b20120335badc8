import { expect, test } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { orderPaidMessage } from './order-paid.ts'
import { refundedMessage } from './refunded.ts'

const sender = 'shop.example.com'
const seller = 'Acme & Sons: see evil.example.com'

const order = {
  sender,
  seller,
  items: [
    { label: 'Course', amount: '$7.00' },
    { label: 'Course', amount: '$3.00' },
  ],
  discount: '−$1.00',
  tax: { name: 'VAT 19%', amount: '$1.71' },
  total: '$10.71',
  credit: '$2.00',
  portalUrl: 'https://shop.example.com/portal/acme',
  granted: [
    { benefit: 'The handbook', licenseKey: null },
    { benefit: 'Icons: see evil.example.com', licenseKey: 'ICON-5F1C0A8E' },
  ],
}

const refund = {
  sender,
  seller,
  product: 'Course',
  total: '$4.76',
  tax: '$0.76',
  orderedAt: '22 November 2026',
}

test.each([
  [
    'order',
    orderPaidMessage(order),
    [
      '“Course”: $7.00',
      '“Course” (2): $3.00',
      'Discount: −$1.00',
      'VAT 19%: $1.71',
      '$10.71',
      'credit: $2.00',
      'Includes: “The handbook”, “Icons:',
      order.portalUrl,
    ],
  ],
  [
    'refund',
    refundedMessage(refund),
    ['Refund: $4.76', 'Including tax: $0.76', 'For: “Course”', 'Ordered on: 22 November 2026'],
  ],
] as const)(
  'the %s mail names the seller, the product and all amounts',
  async (_, message, lines) => {
    const { html, text } = await renderMail(message.subject, message.blocks)
    expect(message.subject).toContain(sender)
    expect(message.subject).not.toContain('Acme')
    expect(message.blocks[0]?.kind).toBe('heading')
    expect(message.blocks.at(-1)?.kind).toBe('footer')
    for (const line of lines) expect(text).toContain(line)
    expect(html).toContain('Acme &amp; Sons')
    expect(text).not.toContain('evil.example.com')
  },
)

test('a mail omits what doesn’t apply', async () => {
  const free = { ...order, discount: null, tax: null, credit: null, total: '$0.00', granted: [] }
  const { blocks, subject } = orderPaidMessage(free)
  const { text } = await renderMail(subject, blocks)
  expect(text).not.toMatch(/Discount|VAT|credit|Includes/)
  const untaxed = refundedMessage({ ...refund, tax: null })
  expect((await renderMail(untaxed.subject, untaxed.blocks)).text).not.toContain('tax')
})
