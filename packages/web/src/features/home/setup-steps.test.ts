import { describe, expect, test } from 'vitest'
import { setupSteps, showsSetup } from './setup-steps.ts'

type Setup = Parameters<typeof setupSteps>[0]

const begun: Setup = {
  hasProduct: false,
  hasCheckoutLink: false,
  hasCheckout: false,
  hasWebhookEndpoint: false,
  hasDeliveredWebhook: false,
  hasPaidOrder: false,
  hasStripePayment: false,
  hasColleague: false,
  payments: 'sandbox',
  hasSellerAddress: false,
}

const owner = { role: 'owner', isSetupHidden: false }

const steps = (setup: Partial<Setup> = {}, role = 'owner') =>
  setupSteps({ ...begun, ...setup }, role)
const done = (setup: Partial<Setup>) =>
  steps(setup)
    .filter(({ isDone }) => isDone)
    .map(({ title }) => title)

describe('the set-up', () => {
  test('is for those who may do it', () => {
    const all = [
      'Create a product',
      'Add your address',
      'Share a checkout link',
      'Make a test purchase',
      'Receive a webhook',
      'Invite your team',
      'Go live',
    ]
    expect(steps().map(({ title }) => title)).toEqual(all)
    expect(steps({}, 'member,admin').map(({ title }) => title)).toEqual(all)
    expect(showsSetup(begun, { ...owner, role: 'member' })).toBe(false)
    expect(showsSetup(begun, { ...owner, isSetupHidden: true })).toBe(false)
  })

  test.each<[Partial<Setup>, string[]]>([
    [{}, []],
    [{ hasProduct: true }, ['Create a product']],
    [{ hasSellerAddress: true }, ['Add your address']],
    [{ hasCheckoutLink: true }, ['Share a checkout link']],
    [{ hasCheckout: true }, ['Share a checkout link']],
    [{ hasPaidOrder: true }, ['Make a test purchase']],
    [{ hasWebhookEndpoint: true }, []],
    [{ hasDeliveredWebhook: true }, ['Receive a webhook']],
    [{ hasColleague: true }, ['Invite your team']],
    [{ payments: 'test', hasPaidOrder: true }, ['Make a test purchase']],
    [{ payments: 'live', hasPaidOrder: true }, ['Go live']],
    [{ payments: 'live', hasStripePayment: true }, ['Make the first sale', 'Go live']],
    [{ hasProduct: null }, []],
  ])('with %j has done %j', (setup, expected) => {
    expect(done(setup)).toEqual(expected)
  })

  test('offers a test purchase in a sandbox, and a link where Stripe’s form takes the card', () => {
    const sale = (payments: Setup['payments']) => steps({ payments })[3]?.link?.to
    expect(sale('sandbox')).toBe('/dashboard/$slug/products')
    expect(sale('test')).toBe('/dashboard/$slug/checkout-links')
  })

  test('says what going live needs, and offers no button for it', () => {
    const live = (payments: Setup['payments']) => steps({ payments }).at(-1)
    expect(live('sandbox')).toMatchObject({ link: null, text: expect.stringMatching(/no account/) })
    expect(live('test')).toMatchObject({ link: null, text: expect.stringMatching(/test keys/) })
  })

  test('ends with the first sale of real money', () => {
    const isShown = (setup: Partial<Setup>) => showsSetup({ ...begun, ...setup }, owner)
    expect(isShown({ payments: 'live', hasStripePayment: true })).toBe(false)
    expect(isShown({ payments: 'test', hasStripePayment: true })).toBe(true)
    expect(isShown({ payments: 'live', hasPaidOrder: true })).toBe(true)
  })
})
