import { describe, expect, it } from 'vitest'
import { bodyInFormat, buildBody } from './body.ts'

const event = {
  name: 'order.paid',
  object: { type: 'order' },
  organizationTime: new Date('2031-02-01T10:00:00.250Z'),
  payload: {
    id: 'o1',
    total_amount: 2380,
    currency: 'usd',
    product: { name: 'Gym <b>' },
    customer: { email: 'ada@example.com', name: '@everyone [Ada](https://evil.example)' },
  },
}
const body = buildBody(event, {})
const bodyOf = (name: string, payload: object) =>
  buildBody({ ...event, name, payload: { ...payload } }, {})

describe('a body', () => {
  it('has the type, the organization’s time, and the whole object', () => {
    expect(body).toBe(
      `{"type":"order.paid","timestamp":"2031-02-01T10:00:00.250Z","data":${JSON.stringify(event.payload)}}`,
    )
  })

  it('is completed where its type of object has a completion', () => {
    const completions = { order: (data: object) => ({ ...data, url: 'https://sell.example' }) }
    expect(JSON.parse(buildBody(event, completions)).data).toEqual({
      ...event.payload,
      url: 'https://sell.example',
    })
    expect(buildBody({ ...event, object: { type: 'refund' } }, completions)).toBe(body)
  })

  it('is sent unchanged in the raw format', () => {
    expect(bodyInFormat('raw', body)).toBe(body)
  })
})

const inChat = (format: 'discord' | 'slack', text: string): unknown => {
  const message = bodyInFormat(format, text)
  return message === null ? null : JSON.parse(message)
}

describe('a Discord message', () => {
  it('is an embed without pings and links', () => {
    expect(inChat('discord', body)).toEqual({
      embeds: [
        {
          title: 'Order paid',
          color: 0x2e_a0_43,
          timestamp: '2031-02-01T10:00:00.250Z',
          fields: [
            { name: 'Product', value: String.raw`Gym \<b\>`, inline: true },
            { name: 'Amount', value: '$23.80', inline: true },
            {
              name: 'Customer',
              value: String.raw`\@everyone \[Ada\]\(https\://evil.example\) \(ada\@example.com\)`,
              inline: true,
            },
          ],
        },
      ],
      allowed_mentions: { parse: [] },
    })
  })

  it('is cut to the lengths that Discord accepts', () => {
    const long = bodyOf('customer.created', {
      email: `${'e'.repeat(2_000)}@example.com`,
      name: null,
    })
    expect(inChat('discord', long)).toHaveProperty('embeds.0.fields.0.value', 'e'.repeat(1_024))
  })
})

describe('a Slack message', () => {
  it('has blocks of plain text, and escaped text for notifications', () => {
    const customer = '@everyone [Ada](https://evil.example) (ada@example.com)'
    const field = (text: string) => ({ type: 'plain_text', text, emoji: false })
    expect(inChat('slack', body)).toEqual({
      text: `Order paid · Gym &lt;b&gt; · $23.80 · ${customer}`,
      blocks: [
        { type: 'header', text: field('Order paid') },
        {
          type: 'section',
          fields: [
            field('Product\nGym <b>'),
            field('Amount\n$23.80'),
            field(`Customer\n${customer}`),
          ],
        },
      ],
    })
  })
})

const subscription = {
  amount: 1200,
  currency: 'jpy',
  recurring_interval: 'month',
  product: { name: 'Gym' },
  customer: { email: 'ada@example.com', name: null },
}
const gym = 'Gym · ¥1,200 per month · ada@example.com'
const sale = 'Gym &lt;b&gt; · $23.80 · @everyone [Ada](https://evil.example) (ada@example.com)'
const refund = { amount: 1000, tax_amount: 190, currency: 'eur', reason: 'customer_request' }

describe('a channel', () => {
  it.each([
    ['order.created', event.payload, `New order · ${sale}`],
    ['order.refunded', event.payload, `Order refunded · ${sale}`],
    ['subscription.created', subscription, `New subscription · ${gym}`],
    ['subscription.active', subscription, `Subscription active · ${gym}`],
    ['subscription.canceled', subscription, `Subscription canceled · ${gym}`],
    ['subscription.uncanceled', subscription, `Subscription no longer canceled · ${gym}`],
    ['subscription.revoked', subscription, `Subscription ended · ${gym}`],
    ['refund.created', refund, 'Refund · €11.90 · customer request'],
    ['customer.created', subscription.customer, 'New customer · ada@example.com'],
    ['customer.deleted', subscription.customer, 'Customer deleted · ada@example.com'],
  ])('gets a message about %s', (name, payload, text) => {
    expect(inChat('slack', bodyOf(name, payload))).toMatchObject({ text })
  })

  it.each(['checkout.updated', 'subscription.updated', 'customer.state_changed', 'toString'])(
    'gets no message about %s',
    (name) => {
      expect(bodyInFormat('discord', bodyOf(name, subscription))).toBeNull()
      expect(bodyInFormat('slack', bodyOf(name, subscription))).toBeNull()
    },
  )
})
