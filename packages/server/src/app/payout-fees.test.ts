import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { runDelayedJobs } from '../../test/orders.ts'
import { usualPricing } from '../../test/stripe/balance.ts'
import { sellingAtStripe } from '../../test/stripe/selling.ts'
import { readConfig } from '../platform/config/config.ts'
import { payout, payoutText } from './payout.ts'

const db = testDatabase()
const site = sellingAtStripe(db)

beforeEach(() => {
  const { books } = site.stripe
  books.pricing = usualPricing
  books.isListing = false
})

const paidOut = (slug: string, isConfirmed: boolean): Promise<string> => {
  const config = readConfig({ DATABASE_URL: db.url, GUILDHALL_SECRET: 'a'.repeat(32) })
  if ('faults' in config) throw new Error(config.faults.join('; '))
  return payout(config, { slug, isConfirmed, includesDebts: false }).then(payoutText)
}

const later =
  'booked yet and will reduce a later payout: guildhall reconcile --book books what is missing'

it('says how many fees aren’t booked, before and after a payout is recorded', async () => {
  const { organization } = await site.sell()
  const one = `The Stripe fee of 1 payment isn’t ${later}`
  const preview = await paidOut(organization.slug, false)
  expect(preview).toContain('Acme is due $100.00, tax included.')
  expect(preview).toContain(`. ${one}`)
  expect(await paidOut(organization.slug, true)).toBe(`Recorded for Acme: $100.00. ${one}`)
})

it('says nothing of fees once they are booked', async () => {
  const { organization } = await site.sell()
  site.stripe.books.isListing = true
  await runDelayedJobs(db)
  await site.server.settle()
  expect(await paidOut(organization.slug, true)).toBe('Recorded for Acme: $96.80')
})
