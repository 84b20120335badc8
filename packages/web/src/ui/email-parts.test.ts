import { expect, test } from 'vitest'
import { emailParts } from './email-parts.ts'

test.each([
  ['ada@example.com', ['ada', '@example', '.com']],
  ['ada.lind@mail.example.co.uk', ['ada.lind', '@mail', '.example', '.co', '.uk']],
  ['Dr. Ada Lindqvist', ['Dr. Ada Lindqvist']],
  ['@ada', ['@ada']],
  ['', ['']],
])('%s wraps between %j', (text, parts) => {
  expect(emailParts(text)).toEqual(parts)
})
