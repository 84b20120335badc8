import { describe, expect, it } from 'vitest'
import { makeSecret, secretPrefixes } from './crypto/tokens.ts'
import { createLog } from './log.ts'
import { maskText } from './mask.ts'

function logging(level = 'info') {
  const lines: string[] = []
  const log = createLog({ level, destination: { write: (line) => void lines.push(line) } })
  return { log, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? 'null') }
}

describe('the log', () => {
  it('writes one line of JSON with level, time and message', () => {
    const { log, lines, last } = logging()
    log.info({ port: 3000 }, 'listening')
    expect(last()).toMatchObject({ level: 'info', port: 3000, msg: 'listening' })
    expect(lines[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z".*\n$/)
  })

  it('drops lines below its level', () => {
    const { log, lines } = logging('warn')
    log.info('not this')
    log.warn('but this')
    expect(lines).toHaveLength(1)
  })

  it('carries the request id on every line of a request', () => {
    const { log, last } = logging()
    log.child({ requestId: 'r1' }).info('answered')
    expect(last()).toMatchObject({ requestId: 'r1', msg: 'answered' })
  })
})

describe('what the log masks', () => {
  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'password',
    'newPassword',
    'password_hash',
    'token',
    'accessToken',
    'refresh_token',
    'id-token',
    'secret',
    'clientSecret',
    'client_secret',
    'apiKey',
    'private_key',
    'x-captcha-response',
    'webhook-signature',
    'api key',
  ])('the value under %s, at any depth and in any shape', (name) => {
    const { log, lines, last } = logging()
    log.info({
      [name]: 'hush',
      headers: [{ [name]: ['hush', 'hush'] }],
      deep: { [name]: { a: 'hush' } },
    })
    log.child({ [name]: 'hush' }).info('bound')
    log.info({ [name]: 123456 })
    expect(lines.join('')).not.toMatch(/hush|123456/)
    expect(last()).toMatchObject({ [name]: '[masked]' })
  })

  it.each(['tokenId', 'passwordMin', 'cookiePrefix', 'secretary', 'tokenizer'])(
    'but not the value under %s',
    (name) => {
      const { log, last } = logging()
      log.info({ [name]: 'shown' })
      expect(last()).toMatchObject({ [name]: 'shown' })
    },
  )

  it('a card number of type number', () => {
    const { log, last } = logging()
    log.info({ confirmation: 4242424242424242, at: 1_700_000_000_000, id: 4242424242424241 })
    expect(last()).toMatchObject({
      confirmation: '[masked]',
      at: 1_700_000_000_000,
      id: 4242424242424241,
    })
  })

  it('but not null and booleans', () => {
    const { log, last } = logging()
    log.info({ password: null, token: true })
    expect(last()).toMatchObject({ password: null, token: true })
  })

  it.each(Object.values(secretPrefixes))('%s… anywhere in a text', (prefix) => {
    const { secret } = makeSecret(prefix)
    const { log, lines } = logging()
    log.info(`asked /checkout/${secret}/confirm`)
    log.info({ route: secret, list: [`x ${secret}`] })
    log.child({ path: `/portal?${secret}` }).error(new Error(`bad ${secret}`))
    expect(lines.join('')).not.toContain(secret.slice(prefix.length))
    expect(lines[0]).toContain(`/checkout/${prefix}[masked]/confirm`)
  })

  it('secrets in an error, its cause and its properties', () => {
    const { log, lines } = logging()
    const cause = new Error('connect postgres://app:hush@db/guildhall')
    const error = Object.assign(new Error('failed', { cause }), { config: { password: 'hush' } })
    log.error(error)
    log.error({ err: error }, 'again')
    expect(lines.join('')).not.toContain('hush')
    expect(lines[1]).toContain('again')
  })
})

describe('masking a text', () => {
  it.each([
    ['Bearer abc.def-ghi', 'Bearer [masked]'],
    ['authorization: basic dXNlcjpwYXNz==', 'authorization: basic [masked]'],
    ['postgres://app:p%40ss@db:5432/x', 'postgres://app:[masked]@db:5432/x'],
    ['redis://:pass@cache', 'redis://:[masked]@cache'],
    ['/verify-email?token=abc&callbackURL=/x', '/verify-email?token=[masked]&callbackURL=/x'],
    ['/callback/google?state=a&code=b', '/callback/google?state=[masked]&code=[masked]'],
    ['/p?customer_session_token=abc', '/p?customer_session_token=[masked]'],
    ['eyJhbGciOi.eyJzdWIi.c2lnbg', '[masked]'],
    ['sk_test_4eC39H', 'sk_test_[masked]'],
    ['whsec_a/b+c=', 'whsec_[masked]'],
    ['ghp_abcdef', 'ghp_[masked]'],
    ['the token is 4242424242424242', 'the token is [masked]'],
    ['4000 0025 0000 3155, please', '[masked], please'],
    ['pi_3Mt_secret_YrKJ, seti_1_secret_x', 'pi_3Mt_secret_[masked], seti_1_secret_[masked]'],
  ])('%s', (text, expected) => {
    expect(maskText(text)).toBe(expected)
    const { log, last } = logging()
    log.info(text)
    expect(last()).toMatchObject({ msg: expected })
  })

  it.each([
    'http://localhost:3000/dashboard',
    'GET /v1/customers?limit=10&query=ann@example.com',
    'ann@example.com',
    'a token of thanks',
    'the token is 4242424242424241',
  ])('leaves %s unchanged', (text) => {
    expect(maskText(text)).toBe(text)
  })
})
