import { expect, it } from 'vitest'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { calls } = sellingServer(['products:read'])

const preview = (price: object, units: readonly (string | number)[] = [1]) =>
  calls.post('/products/usage-price/preview', { price, units })

const packages = { scheme: 'package', package_units: 100, package_amount: '30.5' }

it('shows what units would cost, and why', async () => {
  const price = { pricing: packages, included_units: 10, minimum_amount: 50, cap_amount: 90 }
  const answer = await preview(price, [0, '110', '110.000001', 1000])
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toMatchObject({
    charges: [
      { units: '0', amount: 50, parts: [{ kind: 'minimum', amount: '50' }] },
      { units: '110', amount: 50 },
      {
        units: '110.000001',
        amount: 61,
        parts: [
          { kind: 'included', units: '10', amount: '0' },
          { kind: 'packages', units: '100.000001', quantity: '2', amount: '61' },
        ],
      },
      { units: '1000', amount: 90 },
    ],
  })
})

it.each<[string, object, readonly (string | number)[], string]>([
  ['no price', {}, [1], 'price.unit_amount'],
  ['a price of nothing', { unit_amount: 0 }, [1], 'price.unit_amount'],
  [
    'packages of nothing',
    { pricing: { ...packages, package_units: 0 } },
    [1],
    'price.pricing.package_units',
  ],
  [
    'a minimum above the cap',
    { unit_amount: 1, minimum_amount: 2, cap_amount: 1 },
    [1],
    'price.minimum_amount',
  ],
  ['no units', { unit_amount: 1 }, [], 'units'],
  ['too many units', { unit_amount: 1 }, Array.from({ length: 11 }, () => 1), 'units'],
  ['units below zero', { unit_amount: 1 }, [1, -1], 'units.1'],
])('refuses %s', async (_title, price, units, field) => {
  expect(briefOf(await preview(price, units))).toBe(`422 RequestValidationError body.${field}`)
})
