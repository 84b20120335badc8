import { tellableEventTypes, webhookEventTypes } from '@guildhall/contract/webhooks/events'
import { describe, expect, it } from 'vitest'
import { eventsWords } from '../../lib/events-words.ts'
import { draftOf, endpointOf, formatFor, nameMistake, urlMistake } from './endpoint-draft.ts'
import { codeWords, countWords, endpointName, hasMissed, missedWords } from './endpoint-words.ts'
import { eventGroups, eventsIn, eventsSummary, inOrder } from './event-groups.ts'
import { emptySecretDraft, secretMistake, secretOf } from './secret-draft.ts'

describe('the events on offer', () => {
  it('are all that happen here, each in one group', () => {
    expect(eventsIn(eventGroups([]))).toEqual(tellableEventTypes)
    expect(eventGroups([]).map(({ name }) => name)).toEqual([
      'Checkouts',
      'Customers',
      'Orders',
      'Subscriptions',
      'Refunds',
      'Products',
      'Benefits',
      'Organizations',
    ])
  })

  it('are also those that an endpoint asks for already', () => {
    const groups = eventGroups(['benefit_grant.created'])
    expect(groups.find(({ name }) => name === 'Benefit grants')?.events).toEqual([
      'benefit_grant.created',
    ])
  })

  it('are sent in their order and once each', () => {
    expect(inOrder(['order.paid', 'checkout.created', 'order.paid'])).toEqual([
      'checkout.created',
      'order.paid',
    ])
  })

  it.each([
    [tellableEventTypes, 'Everything'],
    [webhookEventTypes, 'Everything'],
    [['order.paid'], 'order.paid'],
    [['order.created', 'order.paid'], '2 events: orders'],
    [['customer.created', 'order.paid'], '2 events: customers, orders'],
    [
      ['customer.created', 'order.paid', 'refund.created', 'product.created'],
      '4 events: customers, orders and 2 more',
    ],
  ] as const)('%j are summed up as %j', (held, words) => {
    expect(eventsSummary(held)).toBe(words)
  })
})

describe('a draft', () => {
  it('is sent without blanks around, and without a secret where one is to be made', () => {
    const draft = { ...draftOf(null), url: ' https://a.example/hook ', name: ' ', secret: 'left' }
    expect(endpointOf(draft)).toEqual({
      url: 'https://a.example/hook',
      format: 'raw',
      name: null,
      events: [],
    })
  })

  it('brings its own secret, but none to a channel of people', () => {
    const draft = { ...draftOf(null), secretFrom: 'given', secret: ' own ' } as const
    expect(endpointOf(draft)).toMatchObject({ secret: 'own' })
    expect(endpointOf({ ...draft, format: 'slack' })).not.toHaveProperty('secret')
  })

  it.each([
    ['https://discord.com/api/webhooks/1/x', 'discord'],
    ['https://ptb.discord.com/api/webhooks/1/x', 'discord'],
    ['https://discordapp.com/api/webhooks/1/x', 'discord'],
    [' https://hooks.slack.com/services/x ', 'slack'],
    ['https://notdiscord.com/hook', 'raw'],
    ['https://example.com/discord.com', 'raw'],
    ['discord.com', 'raw'],
    ['', 'raw'],
  ])('at %j takes the format %s', (url, format) => {
    expect(formatFor(url)).toBe(format)
  })

  it.each([
    ['', 'Enter the address that listens.'],
    ['https://acme.example/hook?key=1', null],
    ['http://localhost:4000/hook', null],
    ['acme.example', 'Enter an address that begins with https://'],
    ['https://', 'Enter an address that begins with https://'],
    ['ftp://acme.example', 'Enter an address that begins with https://'],
    [`https://acme.example/${'x'.repeat(2083)}`, 'Use at most 2083 characters.'],
  ])('posts to %j', (url, mistake) => {
    expect(urlMistake(url)).toBe(mistake)
  })

  it('has a name of one line', () => {
    expect(nameMistake('x'.repeat(100))).toBeNull()
    expect(nameMistake('x'.repeat(101))).toBe('Use at most 100 characters.')
  })
})

describe('a secret', () => {
  it.each([
    ['generated', '', null],
    ['given', ' ', 'Enter the secret.'],
    ['given', 'x', null],
    ['given', 'x'.repeat(257), 'Use at most 256 characters.'],
  ] as const)('that is %s as %j', (secretFrom, secret, mistake) => {
    expect(secretMistake({ secretFrom, secret })).toBe(mistake)
  })

  it('is made by the server where none is given', () => {
    expect(secretOf(emptySecretDraft)).toEqual({})
  })
})

describe('an endpoint', () => {
  it.each([
    ['Shop', 'https://a.example/hook', 'Shop'],
    [null, 'https://a.example:8443/hook/secret-part', 'a.example:8443'],
  ])('called %j at %j is %j', (name, url, words) => {
    expect(endpointName({ name, url })).toBe(words)
  })

  it('is told of numbers of events, and answers with a code or not at all', () => {
    expect([1, 2, 1204].map(eventsWords)).toEqual(['1 event', '2 events', '1,204 events'])
    expect([0, 9999, 10_000].map(countWords)).toEqual(['0', '9,999', '10,000+'])
    expect([500, null].map(codeWords)).toEqual(['HTTP 500', 'no answer'])
  })

  it.each([
    [0, 0, false, '0 events'],
    [3, 0, true, '3 events'],
    [0, 1, true, '1 event'],
    [3, 1200, true, '1,203 events'],
    [10_000, 5, true, 'at least 10,005 events'],
    [5, 10_000, true, 'at least 10,005 events'],
  ])('with %i waiting and %i to come has missed them', (waiting, lag, hasAny, words) => {
    const health = { ...healthy, waiting, lag }
    expect([hasMissed(health), missedWords(health)]).toEqual([hasAny, words])
  })
})

const healthy = {
  state: 'healthy',
  failingSince: null,
  failedEvents: 0,
  waiting: 0,
  lag: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastCode: null,
} as const
