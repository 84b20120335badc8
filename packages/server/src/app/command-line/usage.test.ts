import { describe, expect, it } from 'vitest'
import { readListen, readTrigger } from './usage.ts'

const env = { GUILDHALL_ACCESS_TOKEN: 'guildhall_oat_1' }
const hook = 'http://localhost:4000/hook'
const server = { url: 'http://localhost:3000', token: 'guildhall_oat_1' }

describe('guildhall listen is parsed', () => {
  const plain = { server, handler: hook, types: null, after: null, secret: null, isJson: false }

  it.each([
    [[hook], plain],
    [['https://dev.example/hook'], { ...plain, handler: 'https://dev.example/hook' }],
    [[hook, '--after', '0'], { ...plain, after: 0 }],
    [['--after=41', hook], { ...plain, after: 41 }],
    [[hook, '--secret', 'mine'], { ...plain, secret: 'mine' }],
    [[hook, '--json'], { ...plain, isJson: true }],
    [[hook, '--events', 'order.paid'], { ...plain, types: ['order.paid'] }],
    [
      [hook, '--events', 'order.paid, refund.created', '--events=order.created'],
      { ...plain, types: ['order.paid', 'refund.created', 'order.created'] },
    ],
    [
      [hook, '--server', 'https://example.com/'],
      { ...plain, server: { ...server, url: 'https://example.com' } },
    ],
  ])('as %j', (args, input) => {
    expect(readListen(args, env)).toEqual(input)
  })

  it('with the settings of the server on the same machine', () => {
    const settings = { ...env, PORT: '8080', GUILDHALL_WEBHOOK_SECRET: 'ours' }
    expect(readListen([hook], settings)).toEqual({
      ...plain,
      server: { ...server, url: 'http://localhost:8080' },
      secret: 'ours',
    })
    const withUrl = { ...settings, GUILDHALL_URL: 'https://example.com' }
    expect(readListen([hook, '--secret', 'mine'], withUrl)).toMatchObject({
      server: { url: 'https://example.com' },
      secret: 'mine',
    })
  })

  const noUrl = 'Pass one URL: guildhall listen http://localhost:4000/hook'

  it.each([
    [[], noUrl],
    [[hook, hook], noUrl],
    [['localhost:4000'], 'localhost:4000 is not an http:// or https:// URL'],
    [['4000'], '4000 is not an http:// or https:// URL'],
    [[hook, '--after', 'now'], '--after must be the sequence number of an event, not now'],
    [[hook, '--after=-1'], '--after must be the sequence number of an event, not -1'],
    [[hook, '--after', '-1'], "Option '--after' argument is ambiguous"],
    [[hook, '--secret'], "Option '--secret <value>' argument missing"],
    [[hook, '--event', 'order.paid'], "Unknown option '--event'"],
    [
      [hook, '--events', 'order.paid,order.payed'],
      'There is no event order.payed; did you mean order.paid?',
    ],
    [
      [hook, '--server', 'example.com'],
      'example.com is not the http:// or https:// URL of a server',
    ],
  ])('or refused in one line: %j', (args, usageError) => {
    expect(readListen(args, env)).toEqual({ usageError })
  })
})

describe('guildhall trigger is parsed', () => {
  it('with the name of an event', () => {
    expect(readTrigger(['order.paid'], env)).toEqual({
      server,
      event: 'order.paid',
      isJson: false,
    })
    expect(readTrigger(['order.paid', '--json'], env)).toMatchObject({ isJson: true })
  })

  const noEvent =
    'Pass one event: guildhall trigger order.paid (guildhall trigger --help lists all)'

  it.each([
    [[], noEvent],
    [['order.paid', 'order.paid'], noEvent],
    [['oder.paid'], 'There is no event oder.paid; did you mean order.paid?'],
    [['anything'], 'There is no event anything; guildhall trigger --help lists all'],
    [['order.paid', '--events', 'x'], "Unknown option '--events'"],
  ])('or refused in one line: %j', (args, usageError) => {
    expect(readTrigger(args, env)).toEqual({ usageError })
  })

  it('or refused without a token', () => {
    expect(readTrigger(['order.paid'], {})).toEqual({
      usageError:
        'Log in with: guildhall login --server http://localhost:3000\n' +
        'Or set GUILDHALL_ACCESS_TOKEN to an access token, created in the organization’s settings',
    })
  })
})
