import { describe, expect, it } from 'vitest'
import { readListen, readTrigger } from './usage.ts'

const env = { GUILDHALL_ACCESS_TOKEN: 'guildhall_oat_1' }
const hook = 'http://localhost:4000/hook'
const server = { url: 'http://localhost:3000', token: 'guildhall_oat_1' }

describe('guildhall listen is understood', () => {
  const plain = { server, handler: hook, types: null, after: null, secret: null }

  it.each([
    [[hook], plain],
    [['https://dev.example/hook'], { ...plain, handler: 'https://dev.example/hook' }],
    [[hook, '--after', '0'], { ...plain, after: 0 }],
    [['--after=41', hook], { ...plain, after: 41 }],
    [[hook, '--secret', 'mine'], { ...plain, secret: 'mine' }],
    [[hook, '--events', 'order.paid'], { ...plain, types: ['order.paid'] }],
    [
      [hook, '--events', 'order.paid, refund.created', '--events=order.created'],
      { ...plain, types: ['order.paid', 'refund.created', 'order.created'] },
    ],
    [
      [hook, '--server', 'https://example.com/'],
      { ...plain, server: { ...server, url: 'https://example.com' } },
    ],
  ])('as %j', (args, wish) => {
    expect(readListen(args, env)).toEqual(wish)
  })

  it('with the settings of the server beside it', () => {
    const settings = { ...env, PORT: '8080', GUILDHALL_WEBHOOK_SECRET: 'ours' }
    expect(readListen([hook], settings)).toEqual({
      ...plain,
      server: { ...server, url: 'http://localhost:8080' },
      secret: 'ours',
    })
    const elsewhere = { ...settings, GUILDHALL_URL: 'https://example.com' }
    expect(readListen([hook, '--secret', 'mine'], elsewhere)).toMatchObject({
      server: { url: 'https://example.com' },
      secret: 'mine',
    })
  })

  const noUrl = 'Say where to: guildhall listen http://localhost:4000/hook'

  it.each([
    [[], noUrl],
    [[hook, hook], noUrl],
    [['localhost:4000'], 'localhost:4000 is no http:// or https:// address'],
    [['4000'], '4000 is no http:// or https:// address'],
    [[hook, '--after', 'now'], '--after takes the number of an event, not now'],
    [[hook, '--after=-1'], '--after takes the number of an event, not -1'],
    [[hook, '--after', '-1'], "Option '--after' argument is ambiguous"],
    [[hook, '--secret'], "Option '--secret <value>' argument missing"],
    [[hook, '--event', 'order.paid'], "Unknown option '--event'"],
    [
      [hook, '--events', 'order.paid,order.payed'],
      'There is no event order.payed; did you mean order.paid?',
    ],
    [
      [hook, '--server', 'example.com'],
      'example.com is no http:// or https:// address of a server',
    ],
  ])('or refused in a line: %j', (args, misuse) => {
    expect(readListen(args, env)).toEqual({ misuse })
  })
})

describe('guildhall trigger is understood', () => {
  it('by the name of an event', () => {
    expect(readTrigger(['order.paid'], env)).toEqual({ server, event: 'order.paid' })
  })

  const noEvent = 'Say one event: guildhall trigger order.paid (guildhall trigger --help has all)'

  it.each([
    [[], noEvent],
    [['order.paid', 'order.paid'], noEvent],
    [['oder.paid'], 'There is no event oder.paid; did you mean order.paid?'],
    [['anything'], 'There is no event anything; guildhall trigger --help has all'],
    [['order.paid', '--events', 'x'], "Unknown option '--events'"],
  ])('or refused in a line: %j', (args, misuse) => {
    expect(readTrigger(args, env)).toEqual({ misuse })
  })

  it('not without a token', () => {
    expect(readTrigger(['order.paid'], {})).toEqual({
      misuse: 'Set GUILDHALL_ACCESS_TOKEN to an access token; the organization’s settings make one',
    })
  })
})
