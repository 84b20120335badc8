import { expect, test } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { begunMessage } from './begun.ts'
import { cardExpiringMessage } from './card-expiring.ts'
import { changedMessage } from './changed.ts'
import { canceledMessage, endedMessage } from './ending.ts'
import { overdueMessage, unpaidMessage } from './overdue.ts'
import { renewedMessage } from './renewed.ts'

const portalUrl = 'https://shop.example.com/portal/acme'
const plan = { product: 'Club: see evil.example.com', price: '$29.00 per month' }
const told = {
  site: 'shop.example.com',
  seller: 'Acme & Sons: see evil.example.com',
  portalUrl,
  plan,
}
const charge = {
  items: [
    { label: 'Club', amount: '$29.00' },
    { label: 'Club', amount: '$1.00' },
  ],
  discount: '−$2.00',
  tax: '$5.32',
  total: '$33.32',
}
const charged = ['“Club”: $29.00', '“Club” (2): $1.00', 'Discount: −$2.00', 'Tax: $5.32', '$33.32']
const renewsOn = '1 March 2027'
const card = 'Visa that ends with 4242'

test.each([
  [
    'begun',
    begunMessage({ ...told, charge, isTrial: false, renewsOn }),
    ['Renews on: 1 March 2027', ...charged],
  ],
  [
    'on trial',
    begunMessage({ ...told, charge, isTrial: true, renewsOn }),
    ['Your trial has begun', 'Trial ends on: 1 March 2027', 'You pay nothing until then.'],
  ],
  [
    'renewed',
    renewedMessage({ ...told, charge, renewsOn }),
    ['again on: 1 March 2027', ...charged],
  ],
  [
    'overdue',
    overdueMessage({ ...told, nextAttemptOn: '3 March 2027' }),
    ['We try again on: 3 March 2027', 'Use another card'],
  ],
  ['unpaid', unpaidMessage(told), ['on hold', 'Use another card']],
  [
    'canceled',
    canceledMessage({ ...told, endsOn: renewsOn }),
    ['Ends on: 1 March 2027', 'Keep your subscription'],
  ],
  ['ended', endedMessage(told), ['has ended', 'Subscribe again']],
  [
    'changed at once',
    changedMessage({ ...told, charge, renewsOn }),
    ['Renews on: 1 March 2027', ...charged],
  ],
  [
    'changed, and billed later',
    changedMessage({ ...told, charge: null, renewsOn }),
    ['part of your next payment'],
  ],
  [
    'card expiring',
    cardExpiringMessage({ ...told, card, expiry: '02/2027', renewsOn }),
    ['Card: Visa that ends with 4242', 'Good until: 02/2027', 'Next payment on: 1 March 2027'],
  ],
] as const)('%s: of whom, for what, and the way on', async (_, message, words) => {
  const { html, text } = await renderMail(message.subject, message.blocks)
  expect(message.subject).toContain('shop.example.com')
  expect(message.subject).not.toContain('Acme')
  expect(message.blocks[0]?.kind).toBe('heading')
  expect(message.blocks.at(-1)?.kind).toBe('footer')
  for (const line of [...words, 'Price: $29.00 per month', portalUrl]) expect(text).toContain(line)
  expect(html).toContain('Acme &amp; Sons')
  expect(text).not.toContain('evil.example.com')
})

test('what there is none of isn’t told', async () => {
  const free = { ...charge, discount: null, tax: null }
  const renewed = renewedMessage({ ...told, charge: free, renewsOn })
  expect((await renderMail(renewed.subject, renewed.blocks)).text).not.toMatch(/Discount|Tax/)
  const overdue = overdueMessage({ ...told, nextAttemptOn: null })
  expect((await renderMail(overdue.subject, overdue.blocks)).text).not.toContain('try again')
})
