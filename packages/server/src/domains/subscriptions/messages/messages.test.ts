import { expect, test } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { cardExpiringMessage } from './card-expiring.ts'
import {
  lastPaymentFailedMessage,
  paymentFailedMessage,
  subscriptionOnHoldMessage,
} from './payment-failed.ts'
import { subscriptionChangedMessage } from './subscription-changed.ts'
import { subscriptionCanceledMessage, subscriptionEndedMessage } from './subscription-ended.ts'
import { subscriptionRenewedMessage } from './subscription-renewed.ts'
import { subscriptionStartedMessage } from './subscription-started.ts'
import { usageBilledMessage } from './usage-billed.ts'

const portalUrl = 'https://shop.example.com/portal/acme'
const mail = {
  sender: 'shop.example.com',
  seller: 'Acme & Sons: see evil.example.com',
  portalUrl,
  product: { name: 'Club: see evil.example.com', price: '$29.00 per month' },
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
const granted = ['The handbook', 'A chat'].map((benefit) => ({ benefit, licenseKey: null }))
const card = 'Visa ending in 4242'
const payUrl = 'https://shop.example.com/pay/guildhall_pl_x'
const owed = { amount: '$29.00', payUrl, asksToConfirm: false }

test.each([
  [
    'subscription started',
    subscriptionStartedMessage({ ...mail, charge, isTrial: false, renewsOn, granted }),
    ['Renews on: 1 March 2027', 'Includes: “The handbook”, “A chat”', ...charged],
  ],
  [
    'trial started',
    subscriptionStartedMessage({ ...mail, charge, isTrial: true, renewsOn, granted: [] }),
    ['Your trial has started', 'Trial ends on: 1 March 2027', 'You pay nothing until then.'],
  ],
  [
    'subscription renewed',
    subscriptionRenewedMessage({ ...mail, charge, renewsOn }),
    ['again on: 1 March 2027', ...charged],
  ],
  [
    'payment failed',
    paymentFailedMessage({ ...mail, owed, nextAttemptOn: '3 March 2027' }),
    ['We try again on: 3 March 2027', 'Amount due: $29.00', 'your bank declined it', payUrl],
  ],
  [
    'payment failed because the bank asks',
    paymentFailedMessage({
      ...mail,
      owed: { ...owed, asksToConfirm: true },
      nextAttemptOn: null,
    }),
    ['your bank asks you to confirm', 'Confirm and pay', payUrl],
  ],
  [
    'payment failed and paid since',
    paymentFailedMessage({ ...mail, owed: null, nextAttemptOn: null }),
    ['Use another card'],
  ],
  [
    'subscription on hold',
    subscriptionOnHoldMessage({ ...mail, owed, isDisputed: false }),
    ['on hold', 'was not made', 'Amount due: $29.00', payUrl],
  ],
  [
    'subscription on hold after a dispute',
    subscriptionOnHoldMessage({ ...mail, owed: null, isDisputed: true }),
    ['on hold', 'was disputed at your bank', 'Use another card'],
  ],
  [
    'last payment failed',
    lastPaymentFailedMessage({ ...mail, owed, nextAttemptOn: renewsOn }),
    ['We try again on: 1 March 2027', 'last bill', 'Amount due: $29.00', payUrl],
  ],
  [
    'subscription canceled',
    subscriptionCanceledMessage({ ...mail, endsOn: renewsOn }),
    ['Ends on: 1 March 2027', 'Keep your subscription'],
  ],
  [
    'subscription ended',
    subscriptionEndedMessage(mail),
    ['has ended', 'See your orders', 'because of your subscription at'],
  ],
  [
    'subscription changed and charged',
    subscriptionChangedMessage({ ...mail, charge, renewsOn }),
    ['Renews on: 1 March 2027', ...charged],
  ],
  [
    'usage billed early',
    usageBilledMessage({ ...mail, charge, renewsOn }),
    ['Renews on: 1 March 2027', 'so far was billed', ...charged],
  ],
  [
    'subscription changed and billed later',
    subscriptionChangedMessage({ ...mail, charge: null, renewsOn }),
    ['part of your next payment'],
  ],
  [
    'card expiring',
    cardExpiringMessage({ ...mail, card, expiry: '02/2027', renewsOn }),
    ['Card: Visa ending in 4242', 'Expires: 02/2027', 'Next payment on: 1 March 2027'],
  ],
] as const)('%s: the mail names seller, product, amounts and a link', async (_, message, lines) => {
  const { html, text } = await renderMail(message.subject, message.blocks)
  expect(message.subject).toContain('shop.example.com')
  expect(message.subject).not.toContain('Acme')
  expect(message.blocks[0]?.kind).toBe('heading')
  expect(message.blocks.at(-1)?.kind).toBe('footer')
  for (const line of [...lines, 'Price: $29.00 per month', portalUrl]) expect(text).toContain(line)
  expect(html).toContain('Acme &amp; Sons')
  expect(text).not.toContain('evil.example.com')
})

test('the mail about the end does not offer what no page sells', async () => {
  const ended = subscriptionEndedMessage(mail)
  expect((await renderMail(ended.subject, ended.blocks)).text).not.toMatch(/again:|subscribe/i)
})

test('lines without a value are left out', async () => {
  const free = { ...charge, discount: null, tax: null }
  const renewed = subscriptionRenewedMessage({ ...mail, charge: free, renewsOn })
  expect((await renderMail(renewed.subject, renewed.blocks)).text).not.toMatch(/Discount|Tax/)
  const failed = paymentFailedMessage({ ...mail, owed, nextAttemptOn: null })
  expect((await renderMail(failed.subject, failed.blocks)).text).not.toContain('try again')
})
