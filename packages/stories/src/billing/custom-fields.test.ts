import type { CustomFieldCreate } from '@polar-sh/sdk/models/components/customfieldcreate.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import {
  asAnonymous,
  asBackend,
  inDashboard,
  newSeller,
  newToken,
  type Seller,
  thrown,
} from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

const scopes = [
  'custom_fields:write',
  'products:write',
  'checkouts:write',
  'orders:read',
  'subscriptions:read',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
})

const backend = () => asBackend(site, token)

const forms = { formLabel: 'Label', formHelpText: 'Help', formPlaceholder: 'Placeholder' }

type CustomFieldInput<T = CustomFieldCreate> = T extends CustomFieldCreate
  ? Pick<T, 'type' | 'properties'>
  : never

/** One field of each type with every property. */
const inputs: readonly [CustomFieldInput, ...CustomFieldInput[]] = [
  { type: 'text', properties: { ...forms, textarea: true, minLength: 1, maxLength: 200 } },
  { type: 'number', properties: { ...forms, ge: -10, le: 10 } },
  { type: 'date', properties: { ...forms, ge: 0, le: 4_102_444_800 } },
  { type: 'checkbox', properties: forms },
  {
    type: 'select',
    properties: {
      ...forms,
      options: [
        { value: 's', label: 'Small' },
        { value: 'm', label: 'Medium' },
      ],
    },
  },
]

describe('the backend of Acme', () => {
  it('creates custom fields of each type and reads them with the official client', async () => {
    const { customFields } = backend()
    for (const input of inputs) {
      const slug = `each-${input.type}`
      const metadata = { shop: 'north', rank: 1.5, isNew: true }
      const created = await customFields.create({ ...input, slug, name: 'Each', metadata })
      expect(created).toMatchObject({
        ...input,
        slug,
        name: 'Each',
        metadata,
        organizationId: acme.organizationId,
        createdAt: expect.any(Date),
        modifiedAt: null,
      })
      expect(await customFields.get({ id: created.id })).toEqual(created)
    }
  })

  it('updates a custom field but not its type', async () => {
    const { customFields } = backend()
    const { id } = await customFields.create({
      type: 'text',
      slug: 'nick_name',
      name: 'Nickname',
      properties: { maxLength: 20 },
    })
    const changed = await customFields.update({
      id,
      customFieldUpdate: { type: 'text', slug: 'alias', properties: { formLabel: 'Alias' } },
    })
    expect(changed).toMatchObject({
      id,
      slug: 'alias',
      name: 'Nickname',
      properties: { formLabel: 'Alias' },
      modifiedAt: expect.any(Date),
    })
    const error = await thrown(
      customFields.update({ id, customFieldUpdate: { type: 'checkbox', properties: {} } }),
    )
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', 'type'] }] })
  })

  it('finds the answers of a renamed field under its new slug', async () => {
    const { customFields, products, checkouts, orders, subscriptions } = backend()
    const field = { type: 'text', name: 'Team', properties: {} } as const
    const { id } = await customFields.create({ ...field, slug: 'team_name' })
    const other = await customFields.create({ ...field, slug: 'nick' })
    const product = await products.create({
      name: 'Team plan',
      recurringInterval: 'month',
      prices: [{ amountType: 'free' }],
      attachedCustomFields: [id, other.id].map((customFieldId) => ({
        customFieldId,
        required: false,
      })),
    })
    const made = { products: [product.id], customFieldData: { team_name: 'Reds', nick: 'R' } }
    const [open, bought] = [await checkouts.create(made), await checkouts.create(made)]
    await asAnonymous(site).checkouts.clientConfirm({
      clientSecret: bought.clientSecret,
      checkoutConfirmStripe: { customerEmail: 'team@example.com' },
    })
    await vi.waitFor(async () => {
      expect(await checkouts.get({ id: bought.id })).toMatchObject({ status: 'succeeded' })
    })
    await customFields.update({ id, customFieldUpdate: { type: 'text', slug: 'team' } })
    const customFieldData = { team: 'Reds', nick: 'R' }
    const answersOf = (one: { customFieldData?: object | undefined } | undefined) =>
      one?.customFieldData
    expect(answersOf(await checkouts.get({ id: open.id }))).toEqual(customFieldData)
    expect(answersOf(await checkouts.get({ id: bought.id }))).toEqual(customFieldData)
    const placed = await orders.list({ productId: product.id })
    expect(placed.result.items.map(answersOf)).toEqual([customFieldData])
    const started = await subscriptions.list({ productId: product.id })
    expect(started.result.items.map(answersOf)).toEqual([customFieldData])
  })

  it('deletes a custom field and uses its slug again', async () => {
    const { customFields } = backend()
    const input = { type: 'date', slug: 'birthday', name: 'Birthday', properties: {} } as const
    const first = await customFields.create(input)
    await customFields.delete({ id: first.id })
    expect(await thrown(customFields.get({ id: first.id }))).toBeInstanceOf(ResourceNotFound)
    expect((await customFields.create(input)).id).not.toBe(first.id)
  })

  it('lists a hundred custom fields page by page', async () => {
    const crowd = await newSeller(site, 'crowd')
    const { customFields } = asBackend(site, (await newToken(crowd, ['custom_fields:write'])).token)
    const fields = Array.from({ length: 100 }, (_, number) => ({
      ...(inputs[number % inputs.length] ?? inputs[0]),
      slug: `field-${number}`,
      name: `Field ${number}`,
    }))
    for (let done = 0; done < fields.length; done += 20) {
      await Promise.all(fields.slice(done, done + 20).map((one) => customFields.create(one)))
    }
    const seen: string[] = []
    for await (const page of await customFields.list({ limit: 30 })) {
      expect(page.result.pagination).toEqual({ totalCount: 100, maxPage: 4 })
      seen.push(...page.result.items.map(({ slug }) => slug))
    }
    expect(seen).toEqual(fields.map(({ slug }) => slug).sort())
    const { result } = await customFields.list({
      typeFilter: ['date', 'select'],
      query: 'field 1',
      sorting: ['-type', 'slug'],
      limit: 100,
    })
    expect(result.items.map(({ slug, type }) => `${type} ${slug}`)).toEqual([
      'select field-14',
      'select field-19',
      'date field-12',
      'date field-17',
    ])
  })
})

it('a backend gets errors for a taken slug and a missing write scope', async () => {
  const input = { type: 'checkbox', slug: 'terms', name: 'Terms', properties: {} } as const
  await backend().customFields.create(input)
  const taken = await thrown(backend().customFields.create({ ...input, slug: 'Terms' }))
  expect(taken).toBeInstanceOf(HTTPValidationError)
  expect(taken).toMatchObject({ detail: [{ loc: ['body', 'slug'] }] })
  const { token: reading } = await newToken(acme, ['custom_fields:read'])
  const refused = await thrown(asBackend(site, reading).customFields.create(input))
  expect(refused).toMatchObject({ statusCode: 403 })
})

it('other organizations cannot find a custom field', async () => {
  const { id } = await backend().customFields.create({
    type: 'text',
    slug: 'ours',
    name: 'Ours',
    properties: {},
  })
  const beta = await newSeller(site, 'beta')
  const { customFields } = asBackend(site, (await newToken(beta, ['custom_fields:write'])).token)
  const refused = await Promise.all(
    [
      customFields.get({ id }),
      customFields.update({ id, customFieldUpdate: { type: 'text', name: 'Mine' } }),
      customFields.delete({ id }),
    ].map(thrown),
  )
  for (const error of refused) expect(error).toBeInstanceOf(ResourceNotFound)
  const { organizationId } = acme
  expect((await customFields.list({ organizationId })).result.items).toEqual([])
})

it('a member lists custom fields in the dashboard by naming the organization', async () => {
  const { customFields } = inDashboard(acme.person)
  const { organizationId } = acme
  const created = await customFields.create({
    type: 'number',
    slug: 'shoe_size',
    name: 'Shoe size',
    properties: {},
    organizationId,
  })
  const { result } = await customFields.list({ organizationId, query: 'shoe' })
  expect(result.items).toEqual([created])
})
