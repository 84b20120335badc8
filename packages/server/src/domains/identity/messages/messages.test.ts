import { expect, test } from 'vitest'
import { renderMail } from '../../../platform/mail/render.ts'
import { accountDeletedMessage, deleteAccountMessage } from './account-deletion.ts'
import {
  changeEmailMessage,
  emailChangedMessage,
  knownAddressMessage,
  verifyEmailMessage,
} from './email-address.ts'
import { accountLinkedMessage, accountUnlinkedMessage } from './linked-accounts.ts'
import { durationWords } from './message.ts'
import { newDeviceMessage } from './new-device.ts'
import { passwordChangedMessage, resetPasswordMessage } from './passwords.ts'

const site = 'accounts.example.com'
const email = 'ada@example.com'
const newEmail = 'ada@new.example.com'
const url = 'https://accounts.example.com/api/auth/x?token=s3cret&callbackURL=%2F%3Fa%3D1'
const circumstances = { at: new Date('2026-11-20T08:50:38.567Z'), address: '192.0.2.7' }
const when = ['2026-11-20 08:50 UTC', '192.0.2.7']
const link = { site, email, url, lifetimeSeconds: 3_600 }

const messages = [
  ['verify', verifyEmailMessage(link), [email, url, 'once, within 1 hour']],
  ['change', changeEmailMessage({ ...link, newEmail }), [email, newEmail, url, '1 hour']],
  ['changed', emailChangedMessage({ site, newEmail, circumstances }), [newEmail, ...when]],
  [
    'changed, without the new address',
    emailChangedMessage({ site, newEmail: null, circumstances }),
    when,
  ],
  ['reset', resetPasswordMessage({ ...link, circumstances }), [url, '1 hour', ...when]],
  ['password', passwordChangedMessage({ site, forgotUrl: url, circumstances }), [url, ...when]],
  [
    'new device',
    newDeviceMessage({ site, device: 'Firefox on Linux', forgotUrl: url, circumstances }),
    ['Firefox on Linux', url, ...when],
  ],
  ['delete', deleteAccountMessage({ ...link, lifetimeSeconds: 86_400 }), [email, url, '1 day']],
  ['deleted', accountDeletedMessage({ site, email, circumstances }), [email, ...when]],
  ['known', knownAddressMessage({ site, signInUrl: url, circumstances }), [url, ...when]],
  [
    'linked',
    accountLinkedMessage({ site, provider: 'GitHub', circumstances }),
    ['GitHub', ...when],
  ],
  [
    'unlinked',
    accountUnlinkedMessage({ site, provider: 'Apple', circumstances }),
    ['Apple', ...when],
  ],
] as const

test.each(messages)(
  'the %s mail names the site and every fact in HTML and text',
  async (_, message, words) => {
    const { html, text } = await renderMail(message.subject, message.blocks)
    expect(message.subject).toContain(site)
    expect(message.blocks[0]?.kind).toBe('heading')
    expect(message.blocks.at(-1)?.kind).toBe('footer')
    for (const word of [site, ...words]) {
      expect(text).toContain(word)
      expect(html).toContain(word.replaceAll('&', '&amp;'))
    }
  },
)

test('user input is escaped in HTML', async () => {
  const provider = '<img src=x onerror=alert(1)>'
  const message = accountLinkedMessage({ site, provider, circumstances })
  const { html } = await renderMail(message.subject, message.blocks)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('an unknown network address is left out', async () => {
  const message = accountDeletedMessage({
    site,
    email,
    circumstances: { ...circumstances, address: '' },
  })
  const { text } = await renderMail(message.subject, message.blocks)
  expect(text).not.toContain('IP address')
})

test.each([
  [60, '1 minute'],
  [90, '90 seconds'],
  [5_400, '90 minutes'],
  [3_600, '1 hour'],
  [172_800, '2 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})
