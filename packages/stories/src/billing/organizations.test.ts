import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'
import {
  asAnonymous,
  asBackend,
  call,
  inDashboard,
  newSeller,
  newToken,
  type Seller,
  thrown,
} from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['organizations:write'])).token
})

describe('creating an organization', () => {
  it('returns it in the shape of the official client', async () => {
    const wile = await newPerson(site, 'wile@coyote.test')
    const created = await inDashboard(wile).organizations.create({
      name: 'Coyote & Sons',
      slug: 'coyote',
      email: 'sales@coyote.test',
      socials: [{ platform: 'youtube', url: 'https://www.youtube.com/@coyote' }],
      featureSettings: { usageBasedBillingEnabled: false },
      details: {
        about: 'Rockets, by a customer of rockets',
        productDescription: 'Rockets',
        intendedUse: 'Speed',
        customerAcquisition: ['word of mouth'],
        futureAnnualRevenue: 12_000,
      },
    })
    expect(created).toMatchObject({
      name: 'Coyote & Sons',
      slug: 'coyote',
      createdAt: expect.any(Date),
      modifiedAt: null,
      avatarUrl: null,
      email: 'sales@coyote.test',
      website: null,
      socials: [{ platform: 'youtube', url: 'https://www.youtube.com/@coyote' }],
      detailsSubmittedAt: expect.any(Date),
      featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
      subscriptionSettings: {
        allowMultipleSubscriptions: false,
        allowCustomerUpdates: true,
        prorationBehavior: 'prorate',
      },
    })
    expect(created).not.toHaveProperty('details')
    expect(await inDashboard(wile).organizations.get({ id: created.id })).toEqual(created)
  })

  it('happens once per idempotency key', async () => {
    const road = await newPerson(site, 'road@runner.test')
    const create = () =>
      inDashboard(road).organizations.create(
        { name: 'Beep Beep', slug: 'beep-beep' },
        { fetchOptions: { headers: { 'idempotency-key': 'create-beep-beep' } } },
      )
    const first = await create()
    expect(await create()).toEqual(first)
    const { result } = await inDashboard(road).organizations.list({})
    expect(result.pagination).toEqual({ totalCount: 1, maxPage: 1 })
  })

  it('refuses taken, reserved and short slugs', async () => {
    const wile = await newPerson(site, 'second@coyote.test')
    for (const slug of ['acme', 'dashboard', 'ac']) {
      const error = await thrown(inDashboard(wile).organizations.create({ name: 'Acme', slug }))
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', 'slug'] }] })
    }
  })

  it('is refused to access tokens', async () => {
    const create = asBackend(site, token).organizations.create({ name: 'Acme', slug: 'acme-two' })
    const error = await thrown(create)
    expect(error).toBeInstanceOf(SDKError)
    expect(error).toMatchObject({ statusCode: 403 })
  })
})

describe('the backend of an organization', () => {
  it('lists and gets its own organization', async () => {
    const polar = asBackend(site, token)
    const seen: string[] = []
    for await (const page of await polar.organizations.list({ sorting: ['-name'], limit: 1 })) {
      seen.push(...page.result.items.map(({ slug }) => slug))
    }
    expect(seen).toEqual(['acme'])
    const { result } = await polar.organizations.list({ slug: 'coyote' })
    expect(result.items).toEqual([])
    expect(await polar.organizations.get({ id: acme.organizationId })).toMatchObject({
      slug: 'acme',
    })
  })

  it('updates the given fields only', async () => {
    const polar = asBackend(site, token)
    const { organizationId: id } = acme
    const update = (
      organizationUpdate: Parameters<typeof polar.organizations.update>[0]['organizationUpdate'],
    ) => polar.organizations.update({ id, organizationUpdate })
    await update({ website: 'https://acme.test', name: 'Acme Rockets' })
    const changed = await update({ featureSettings: { usageBasedBillingEnabled: false } })
    expect(changed).toMatchObject({
      name: 'Acme Rockets',
      website: 'https://acme.test',
      featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
      modifiedAt: expect.any(Date),
    })
    expect(await update({ website: null })).toMatchObject({ website: null, name: 'Acme Rockets' })
  })

  it('gets the client’s error class with the invalid fields', async () => {
    const update = asBackend(site, token).organizations.update({
      id: acme.organizationId,
      organizationUpdate: {
        name: 'ab',
        socials: [{ platform: 'github', url: 'https://gitlab.com/acme' }],
      },
    })
    const error = await thrown(update)
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({
      detail: [{ loc: ['body', 'name'] }, { loc: ['body', 'socials', 0, 'url'] }],
    })
  })

  it('gets a suggestion for a misspelled field', async () => {
    const path = `/organizations/${acme.organizationId}`
    const { status, body } = await call(acme.person, 'PATCH', path, { feature_setting: {} })
    expect([status, body]).toEqual([
      422,
      {
        error: 'RequestValidationError',
        detail: [
          {
            loc: ['body', 'feature_setting'],
            msg: "Unknown field 'feature_setting'. Did you mean 'feature_settings'?",
            type: 'extra_forbidden',
          },
        ],
      },
    ])
  })

  it('can’t access other organizations', async () => {
    const beta = await newSeller(site, 'beta')
    const polar = asBackend(site, token)
    const { organizationId: id } = beta
    const organizationUpdate = { name: 'Ours now' }
    expect(await thrown(polar.organizations.get({ id }))).toBeInstanceOf(ResourceNotFound)
    expect(await thrown(polar.organizations.update({ id, organizationUpdate }))).toBeInstanceOf(
      ResourceNotFound,
    )
    const unknownId = '00000000-0000-7000-8000-000000000000'
    expect(await thrown(polar.organizations.get({ id: unknownId }))).toBeInstanceOf(
      ResourceNotFound,
    )
    expect(await thrown(polar.organizations.get({ id: 'acme' }))).toBeInstanceOf(
      HTTPValidationError,
    )
  })

  it('can’t list invalid pages', async () => {
    const { organizations } = asBackend(site, token)
    for (const query of [{ page: 0 }, { limit: 0 }, { limit: -1 }]) {
      expect(await thrown(organizations.list(query))).toBeInstanceOf(HTTPValidationError)
    }
  })
})

describe('a caller without permission', () => {
  it('gets the client’s error class for missing scopes', async () => {
    const { token: reading } = await newToken(acme, ['organizations:read'])
    const update = { id: acme.organizationId, organizationUpdate: { name: 'Acme' } }
    const error = await thrown(asBackend(site, reading).organizations.update(update))
    expect(error).toBeInstanceOf(NotPermitted)
    expect(error).toMatchObject({ detail: 'This access token lacks the scope organizations:write' })
  })

  it('gets 401 without a token or with an invalid one', async () => {
    for (const polar of [asAnonymous(site), asBackend(site, 'guildhall_oat_wrong')]) {
      const error = await thrown(polar.organizations.list({}))
      expect(error).toBeInstanceOf(SDKError)
      expect(error).toMatchObject({ statusCode: 401 })
    }
  })
})
