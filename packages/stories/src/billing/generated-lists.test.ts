import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { enableUsageBilling, newMeter, uploadDownload } from './catalog.ts'
import { asBackend, newSeller, newToken, type Seller } from './seller.ts'

const site = testSite()
const count = 100
let shop: Seller
let token: string

beforeAll(async () => {
  shop = await newSeller(site, 'shop')
  await enableUsageBilling(shop)
  const scopes = ['customers', 'custom_fields', 'discounts', 'benefits', 'meters', 'files']
  token = (
    await newToken(
      shop,
      scopes.map((of) => `${of}:write`),
    )
  ).token
})

const backend = () => asBackend(site, token)

interface Listed {
  readonly result: { readonly items: readonly object[] }
}

/** Creates a hundred objects and lists them with the client, which validates every shape. */
async function expectListed<W>(
  inputs: fc.Arbitrary<W>,
  create: (input: W, number: number) => Promise<object>,
  list: () => Promise<Listed>,
): Promise<void> {
  const made: object[] = []
  for (const input of fc.sample(inputs, count)) made.push(await create(input, made.length))
  const { result } = await list()
  expect(result.items).toHaveLength(count)
  expect(new Set(result.items)).toEqual(new Set(made))
}

const all = { limit: count }
const word = (maxLength: number) =>
  fc.stringMatching(new RegExp(`^[\\p{L}\\p{N}]{3,${Math.min(maxLength, 20)}}$`, 'u'))
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some)

const metadata = fc.dictionary(
  word(20),
  fc.oneof(word(50), fc.maxSafeInteger(), fc.boolean(), fc.constant(0.25)),
  { maxKeys: 5 },
)

const address = (country: fc.Arbitrary<string>, state: fc.Arbitrary<string>) =>
  fc.record({
    country,
    line1: maybe(word(40)),
    city: maybe(word(40)),
    postalCode: maybe(word(10)),
    state: maybe(state),
  })

it('lists a hundred customers of every shape', async () => {
  const inputs = fc.record({
    name: maybe(word(60)),
    externalId: maybe(fc.uuid()),
    billingAddress: maybe(
      fc.oneof(
        address(fc.constantFrom('DE', 'SE', 'JP'), word(20)),
        address(fc.constant('US'), fc.constantFrom('US-NY', 'US-CA')),
      ),
    ),
    taxId: maybe(fc.constantFrom<string[]>(['DE123456789', 'eu_vat'], ['123456789', 'us_ein'])),
    metadata,
  })
  const { customers } = backend()
  await expectListed(
    inputs,
    (input, number) => customers.create({ ...input, email: `buyer-${number}@example.com` }),
    () => customers.list(all),
  )
})

const forms = {
  formLabel: fc.option(word(20), { nil: undefined }),
  formHelpText: fc.option(word(20), { nil: undefined }),
  formPlaceholder: fc.option(word(20), { nil: undefined }),
}
const bound = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined })
const above = fc.option(fc.integer({ min: 1000, max: 9000 }), { nil: undefined })

it('lists a hundred custom fields of every shape', async () => {
  const inputs = fc.oneof(
    fc.record({
      type: fc.constant('text' as const),
      properties: fc.record({
        ...forms,
        textarea: fc.boolean(),
        minLength: bound,
        maxLength: above,
      }),
    }),
    fc.record({
      type: fc.constantFrom('number' as const, 'date' as const),
      properties: fc.record({ ...forms, ge: bound, le: above }),
    }),
    fc.record({ type: fc.constant('checkbox' as const), properties: fc.record(forms) }),
    fc.record({
      type: fc.constant('select' as const),
      properties: fc.record({
        ...forms,
        options: fc.uniqueArray(fc.record({ value: word(20), label: word(20) }), {
          minLength: 1,
          maxLength: 6,
          selector: ({ value }) => value,
        }),
      }),
    }),
  )
  const { customFields } = backend()
  await expectListed(
    inputs,
    (input, number) => customFields.create({ ...input, slug: `field-${number}`, name: 'Field' }),
    () => customFields.list(all),
  )
})

it('lists a hundred discounts of every shape', async () => {
  const terms = fc.oneof(
    fc.record({
      type: fc.constant('fixed' as const),
      amount: fc.integer({ min: 0, max: 99_999_999 }),
    }),
    fc.record({
      type: fc.constant('percentage' as const),
      basisPoints: fc.integer({ min: 1, max: 10_000 }),
    }),
  )
  const details = fc.record({
    name: word(40),
    duration: fc.constantFrom('once' as const, 'forever' as const),
    startsAt: maybe(fc.constant(new Date('2030-01-01'))),
    endsAt: maybe(fc.constant(new Date('2031-01-01'))),
    maxRedemptions: maybe(fc.integer({ min: 1, max: 1000 })),
    hasCode: fc.boolean(),
    metadata,
  })
  const { discounts } = backend()
  await expectListed(
    fc.tuple(terms, details),
    ([term, { hasCode, ...detail }], number) =>
      discounts.create({ ...detail, ...term, code: hasCode ? `CODE${number}` : null }),
    () => discounts.list(all),
  )
})

it('lists a hundred benefits of every type that needs no other service', async () => {
  const { benefits } = backend()
  const meter = await newMeter(backend(), 'Calls')
  const goods = [
    await uploadDownload(backend(), 'one.zip'),
    await uploadDownload(backend(), 'two.zip'),
  ]
  const inputs = fc.oneof(
    fc.record({
      type: fc.constant('custom' as const),
      properties: fc.record({ note: maybe(word(50)) }),
    }),
    fc.record({
      type: fc.constant('license_keys' as const),
      properties: fc.record({
        prefix: maybe(word(10)),
        limitUsage: maybe(fc.integer({ min: 1, max: 1000 })),
        activations: maybe(
          fc.record({
            limit: fc.integer({ min: 1, max: 50 }),
            enableCustomerAdmin: fc.boolean(),
          }),
        ),
        expires: maybe(
          fc.record({
            ttl: fc.integer({ min: 1, max: 99 }),
            timeframe: fc.constantFrom('day' as const, 'month' as const, 'year' as const),
          }),
        ),
      }),
    }),
    fc.record({
      type: fc.constant('meter_credit' as const),
      properties: fc.record({
        units: fc.integer({ min: 1, max: 1_000_000 }),
        rollover: fc.boolean(),
        meterId: fc.constant(meter.id),
      }),
    }),
    fc.record({
      type: fc.constant('downloadables' as const),
      properties: fc.record({ files: fc.shuffledSubarray(goods, { minLength: 1 }) }),
    }),
  )
  await expectListed(
    inputs,
    (input, number) => benefits.create({ ...input, description: `Benefit ${number}` }),
    () => benefits.list(all),
  )
})

const operators = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like')

it('lists a hundred meters of every aggregation', async () => {
  const inputs = fc.record({
    name: word(40),
    filter: fc.record({
      conjunction: fc.constantFrom('and' as const, 'or' as const),
      clauses: fc.array(
        fc.record({
          property: word(20),
          operator: operators,
          value: fc.oneof(word(20), fc.integer(), fc.boolean()),
        }),
        { maxLength: 4 },
      ),
    }),
    aggregation: fc.oneof(
      fc.constant({ func: 'count' as const }),
      fc.record({
        func: fc.constantFrom('sum' as const, 'max' as const, 'min' as const, 'avg' as const),
        property: word(20),
      }),
    ),
    metadata,
  })
  const other = await newSeller(site, 'meter-shop')
  const polar = asBackend(site, (await newToken(other, ['meters:write'])).token)
  await expectListed(
    inputs,
    (input) => polar.meters.create(input),
    () => polar.meters.list(all),
  )
})
