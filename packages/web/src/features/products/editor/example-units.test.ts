import { expect, test } from 'vitest'
import { exampleUnits } from './example-units.ts'
import type { MeteredTerms } from './metered-input.ts'

const terms = (input: Partial<MeteredTerms>): MeteredTerms => ({
  pricing: { scheme: 'unit', unitAmount: '1' },
  includedUnits: '0',
  minimumAmount: null,
  capAmount: null,
  ...input,
})

const tier = (upTo: string | null) => ({ upTo, unitAmount: '1', flatAmount: '0' })

test.each([
  [terms({}), ['0', '1000', '2000']],
  [terms({ includedUnits: '50.5' }), ['0', '50.5', '1050.5', '2101']],
  [
    terms({ pricing: { scheme: 'package', packageUnits: '0.000000000003', packageAmount: '1' } }),
    ['0', '0.000000000002', '0.000000000003', '0.000000000006'],
  ],
  [
    terms({ pricing: { scheme: 'volume', tiers: [tier('10'), tier('1e15'), tier(null)] } }),
    ['0', '10', '1000000000000000', '2000000000000000'],
  ],
  [terms({ pricing: { scheme: 'graduated', tiers: [tier(null)] } }), ['0', '1000', '2000']],
])('%j is shown at %j', (price, units) => {
  expect(exampleUnits(price)).toEqual(units)
})
