import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventNamesOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls

beforeEach(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['organizations:write'])
})

const path = () => `/organizations/${acme.id}/billing-settings`

const byDefault = {
  proration_mode: 'prorate',
  allow_multiple_subscriptions: false,
  allow_customer_updates: true,
  deferred_change_max: 0,
  dispute_behavior: 'pause_renewals',
  usage_grace_minutes: 0,
  time_zone: 'UTC',
  reporting_currency: null,
  dunning: { attempt_days: [2, 7, 14, 21], grace_days: 7, final_action: 'cancel' },
}

describe('billing settings', () => {
  it('have defaults', async () => {
    expect((await calls.get(path())).body).toEqual(byDefault)
  })

  it('change only where they are named', async () => {
    const changed = {
      ...byDefault,
      allow_multiple_subscriptions: true,
      dunning: { ...byDefault.dunning, attempt_days: [1, 30], grace_days: 0 },
    }
    const input = {
      allow_multiple_subscriptions: true,
      dunning: { attempt_days: [1, 30], grace_days: 0, final_action: null },
    }
    expect((await calls.patch(path(), input)).body).toEqual(changed)
    const more = {
      proration_mode: 'reset',
      dispute_behavior: 'end',
      dunning: { final_action: 'unpaid' },
    }
    expect((await calls.patch(path(), more)).body).toEqual({
      ...changed,
      proration_mode: 'reset',
      dispute_behavior: 'end',
      dunning: { ...changed.dunning, final_action: 'unpaid' },
    })
    expect((await calls.get(path())).body).toMatchObject({ proration_mode: 'reset' })
  })

  it('name a time zone', async () => {
    const { body } = await calls.patch(path(), { time_zone: 'Europe/Berlin' })
    expect(body).toEqual({ ...byDefault, time_zone: 'Europe/Berlin' })
  })

  it('name a reporting currency, and null takes it away', async () => {
    const { body } = await calls.patch(path(), { reporting_currency: 'eur' })
    expect(body).toEqual({ ...byDefault, reporting_currency: 'eur' })
    expect((await calls.patch(path(), { time_zone: 'UTC' })).body).toEqual(body)
    expect((await calls.patch(path(), { reporting_currency: null })).body).toEqual(byDefault)
  })

  it('allow dunning without attempts', async () => {
    const { body } = await calls.patch(path(), { dunning: { attempt_days: [] } })
    expect(body).toMatchObject({ dunning: { attempt_days: [] } })
  })

  it('record an event only if they change', async () => {
    const before = await eventNamesOf(server.current, acme)
    await calls.patch(path(), {})
    await calls.patch(path(), byDefault)
    expect(await eventNamesOf(server.current, acme)).toEqual(before)
    await calls.patch(path(), { proration_mode: 'next_period' })
    expect(await eventNamesOf(server.current, acme)).toEqual([...before, 'organization.updated'])
  })

  const refused = '422 RequestValidationError body'

  it.each([
    [{ proration_mode: 'never' }, `${refused}.proration_mode`],
    [{ time_zone: 'Europe/Nowhere' }, `${refused}.time_zone`],
    [{ time_zone: '+02:00' }, `${refused}.time_zone`],
    [{ reporting_currency: 'EUR' }, `${refused}.reporting_currency`],
    [{ dunning: { attempt_days: [7, 2] } }, `${refused}.dunning.attempt_days`],
    [{ dunning: { attempt_days: [2, 2] } }, `${refused}.dunning.attempt_days`],
    [{ dunning: { attempt_days: [0] } }, `${refused}.dunning.attempt_days.0`],
    [{ dunning: { attempt_days: [91] } }, `${refused}.dunning.attempt_days.0`],
    [
      { dunning: { attempt_days: Array.from({ length: 11 }, (_, at) => at + 1) } },
      `${refused}.dunning.attempt_days`,
    ],
    [{ dunning: { grace_days: -1 } }, `${refused}.dunning.grace_days`],
    [{ dunning: { grace_days: 91 } }, `${refused}.dunning.grace_days`],
    [{ dunning: { final_action: 'forgive' } }, `${refused}.dunning.final_action`],
  ])('can’t be %j', async (input, brief) => {
    expect(briefOf(await calls.patch(path(), input))).toBe(brief)
    expect((await calls.get(path())).body).toEqual(byDefault)
  })
})

describe('the subscription settings of the official wire', () => {
  const shown = async () =>
    (await calls.get(`/organizations/${acme.id}`)).body?.['subscription_settings']

  const settings = (input: object) =>
    calls.patch(`/organizations/${acme.id}`, {
      subscription_settings: {
        allow_multiple_subscriptions: false,
        allow_customer_updates: true,
        ...input,
      },
    })

  it.each([
    ['next_period', 'prorate', 'invoice'],
    ['reset', 'invoice', 'prorate'],
  ])('show %s as %s, which sent back changes nothing, unlike %s', async (mode, as, other) => {
    await calls.patch(path(), { proration_mode: mode })
    expect(await shown()).toMatchObject({ proration_behavior: as })
    await settings({ proration_behavior: as, allow_customer_updates: false })
    expect((await calls.get(path())).body).toMatchObject({
      proration_mode: mode,
      allow_customer_updates: false,
    })
    await settings({ proration_behavior: other })
    expect((await calls.get(path())).body).toMatchObject({ proration_mode: other })
  })
})
