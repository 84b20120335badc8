import { expect, it } from 'vitest'
import { readConfirmationToken } from './confirmation-token.ts'

it.each(['tok_sandbox_ok', 'ctoken_1Pgc73B7WZ01zgkWgFXpfTtv', 'pm_1Pgc75B7WZ01zgkWlHVgdEGJ'])(
  '%s can be a token',
  (text) => {
    expect(readConfirmationToken(text)).toBe(text)
  },
)

it.each([
  ['no text', ''],
  ['digits', '4242424242424242'],
  ['digits with blanks', '4242 4242 4242 4242'],
  ['a card number behind a name', 'tok_4242424242424242'],
  ['a card number between letters', 'tok_a4242424242424242b'],
  ['a word without a name', 'visa'],
  ['other signs', 'tok_sandbox-ok'],
  ['a line break', 'tok_sandbox_ok\n'],
  ['far too long a text', `tok_${'a'.repeat(300)}`],
])('%s can’t be a token', (_what, text) => {
  expect(readConfirmationToken(text)).toBeNull()
})

it('only digits that could be a card number are refused', () => {
  expect(readConfirmationToken('ctoken_4242424242424241')).toBe('ctoken_4242424242424241')
})
