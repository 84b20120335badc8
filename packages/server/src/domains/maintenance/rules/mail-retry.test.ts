import { expect, it } from 'vitest'
import { decideMailRetry } from './mail-retry.ts'

const now = new Date('2026-11-28T12:00:00Z')
const earlier = new Date('2026-11-28T11:59:59Z')
const later = new Date('2026-11-28T12:00:01Z')
const seen = { attemptsSeen: 2, hasMailServer: true }
const waiting = { status: 'queued', attempts: 2, claimedUntil: null }

it.each([
  ['waits', waiting, seen, null],
  ['was left by a process that died', { ...waiting, claimedUntil: earlier }, seen, null],
  ['is being sent', { ...waiting, claimedUntil: later }, seen, 'mail_has_changed'],
  ['was tried since', { ...waiting, attempts: 3 }, seen, 'mail_has_changed'],
  ['was sent', { ...waiting, status: 'sent' }, seen, 'mail_is_final'],
  ['was given up', { ...waiting, status: 'failed', attempts: 3 }, seen, 'mail_is_final'],
  ['has no mail server', waiting, { ...seen, hasMailServer: false }, 'no_mail_server'],
])('a mail that %s', (_which, mail, facts, refused) => {
  expect(decideMailRetry(mail, facts, now)).toEqual(refused === null ? null : { refused })
})
