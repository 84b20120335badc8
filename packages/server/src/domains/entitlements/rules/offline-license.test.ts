import { expect, it } from 'vitest'
import { decideOfflineLicense } from './offline-license.ts'

const now = new Date('2031-01-01T00:00:00Z')
const offline = { days: 30, graceDays: 7 }

it('lasts as long as the benefit says', () => {
  const expiresAt = new Date('2031-01-31T00:00:00Z')
  expect(decideOfflineLicense({ offline }, { expiresAt: null, now })).toEqual({
    expiresAt,
    graceDays: 7,
  })
})

it('never outlives its key', () => {
  const expiresAt = new Date('2031-01-05T00:00:00Z')
  expect(decideOfflineLicense({ offline }, { expiresAt, now })).toEqual({ expiresAt, graceDays: 0 })
})

it('is refused where the benefit doesn’t allow it', () => {
  const decided = decideOfflineLicense({ offline: null }, { expiresAt: null, now })
  expect(decided).toEqual({ refused: 'license_offline_off' })
})
