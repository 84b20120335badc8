import { expect, it } from 'vitest'
import { shownError } from './shown-error.ts'

it.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['550 no mailbox for <zoe+shop@example.com>', '550 no mailbox for <[masked]>'],
  ['Key (email)=(zoe@example.com) already exists', 'Key (email)=([masked]) already exists'],
  ['to="zoe@example.com", cc=ada@example.com', 'to="[masked]", cc=[masked]'],
  ['401 from Stripe with sk_live_abc123', '401 from Stripe with sk_live_[masked]'],
  [
    'GET https://shop.example/reset?token=abc failed',
    'GET https://shop.example/reset?token=[masked] failed',
  ],
  ['one\n  at two (file.ts:3)\n', 'one at two (file.ts:3)'],
])('shows %j as %j', (text, shown) => {
  expect(shownError(text)).toBe(shown)
})

it('shows the beginning of a long error, and masks before it cuts', () => {
  const secret = `sk_live_${'a'.repeat(50)}`
  const shown = shownError(`${'x '.repeat(145)}${secret} and more`)
  expect(shown).toHaveLength(301)
  expect(shown).not.toContain('aaa')
  expect(shown.endsWith('…')).toBe(true)
})
