import { callRefusals, forSellers, placeRefusals } from '@guildhall/contract/billing/for-sellers'
import { anyOf, listing, listOf } from '@guildhall/contract/billing/listing'
import { operation } from '@guildhall/contract/operation'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { type Id, id, instant } from '@guildhall/contract/primitives'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { testIdentityDeps } from '../../../../test/identity-deps.ts'
import {
  addMember,
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import {
  type BillingCalls,
  briefOf,
  inDashboard,
  lastUseOf,
  newAccessToken,
  withToken,
} from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { slowCall } from '../../../../test/slow-call.ts'
import { openGuards, startTransport, type TestTransport } from '../../../../test/transport.ts'

import { Problem } from '../../../kernel/refusal.ts'
import { emptyPage, listPage, pageAnswer } from '../../../platform/database/listing.ts'
import type { CallerFor } from '../../../platform/http/callers.ts'
import { createOnce } from '../../../platform/http/idempotency/once.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { identityDomain } from '../../identity/manifest.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  sellerUnitOfWork,
} from '../actions/seller.ts'
import { organizationsDomain } from '../manifest.ts'

// A made-up domain that sells flags, which are stored as teams.

const Flag = z.object({ id: id('team'), name: z.string(), organizationId, createdAt: instant })
const ofFlags = { ...forSellers, tag: 'Flags' } as const
const ofOne = z.object({ id: id('team') })

const listFlags = operation({
  ...ofFlags,
  name: 'listFlags',
  method: 'GET',
  path: '/v1/flags/',
  summary: 'List flags',
  may: 'products:read',
  query: z.object({
    ...listing(['created_at', 'name'], ['-created_at']),
    organizationId: anyOf(organizationId),
  }),
  returns: listOf(Flag),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

const createFlag = operation({
  ...ofFlags,
  name: 'createFlag',
  method: 'POST',
  path: '/v1/flags/',
  summary: 'Create a flag',
  may: 'products:write',
  body: z.object({ organizationId: z.nullish(organizationId), name: z.string() }),
  returns: Flag,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals],
})

const renameFlag = operation({
  ...ofFlags,
  name: 'renameFlag',
  method: 'PATCH',
  path: '/v1/flags/:id',
  summary: 'Rename a flag',
  may: 'products:write',
  refusesUnpermittedAs: 'unauthorized',
  params: ofOne,
  body: z.object({ name: z.string() }),
  returns: Flag,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

const previewFlag = operation({
  ...ofFlags,
  name: 'previewFlag',
  method: 'POST',
  path: '/v1/flags/preview',
  summary: 'Preview a flag, which is not created',
  may: 'products:write',
  body: z.object({ organizationId: z.nullish(organizationId) }),
  returns: z.object({ organizationId }),
  status: 200,
  refuses: [...callRefusals, ...placeRefusals],
})

const priceFlag = operation({
  ...ofFlags,
  name: 'priceFlag',
  method: 'GET',
  path: '/v1/flags/:id/cost',
  summary: 'Get what a flag costs us, which is for those who may change it',
  may: 'products:write',
  params: ofOne,
  returns: Flag,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

const flagRoutes = (deps: OrganizationDeps): OperationRoute[] => {
  const { kysely } = deps.uowFactory.database
  const flags = kysely.selectFrom('team').selectAll()
  const flagOf = (caller: CallerFor<'seller'>, id: Id<'team'>) =>
    getForSeller(deps, caller, (within) =>
      flags.where('organizationId', 'in', within).where('id', '=', id).executeTakeFirst(),
    )
  return [
    serve(previewFlag, async ({ caller, body }) => ({
      organizationId: await resolveOrganization(deps, caller, body.organizationId),
    })),
    serve(priceFlag, ({ caller, params }) => flagOf(caller, params.id)),
    serve(listFlags, async ({ caller, query }) => {
      const within = await resolveOrganizationFilter(deps, caller, query.organizationId)
      const matching = flags.where('organizationId', '=', within)
      const order = { columns: { created_at: 'createdAt', name: 'name' }, id: 'id' } as const
      const page = within === null ? emptyPage : await listPage(kysely, matching, query, order)
      return pageAnswer(page, query, (row) => row)
    }),
    serve(createFlag, async (call) => {
      const within = await resolveOrganization(deps, call.caller, call.body.organizationId)
      return sellerUnitOfWork(deps, call.caller, within, async (uow) => {
        const flag = await uow.tx
          .insertInto('team')
          .values({
            organizationId: within,
            id: uow.newId('team'),
            name: call.body.name,
            createdAt: uow.now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return call.finish(uow, flag)
      })
    }),
    serve(renameFlag, async (call) => {
      const found = await flagOf(call.caller, call.params.id)
      return sellerUnitOfWork(deps, call.caller, found.organizationId, async (uow) => {
        const renamed = await uow.tx
          .updateTable('team')
          .set({ name: call.body.name })
          .where('organizationId', '=', found.organizationId)
          .where('id', '=', found.id)
          .returningAll()
          .executeTakeFirst()
        if (renamed === undefined) throw new Problem('not_found')
        return call.finish(uow, renamed)
      })
    }),
  ]
}

const db = testDatabase()
let server: TestServer
let shop: TestTransport
let acme: OwnedOrganization
let beta: OwnedOrganization
let member: Person
let stranger: Person
let token: { acme: BillingCalls; beta: BillingCalls }

beforeAll(async () => {
  server = await startTestServer(db)
  const { config, keyring, database } = server
  const log = pino({ level: 'silent' })
  const identity = { ...testIdentityDeps(database), config, keyring }
  const deps = { ...identity, organizationDeletionBlockers: [], dueWork: [] }
  shop = await startTransport({
    publicUrl: server.url,
    operations: flagRoutes(deps),
    resolvers: {
      ...identityDomain.resolvers?.(identity),
      ...organizationsDomain.resolvers?.(deps),
    },
    guards: { ...openGuards, once: createOnce({ database, keyring, log }) },
  })
  acme = await createOrganization(server)
  beta = await createOrganization(server)
  member = await newMember(server, acme, 'member')
  stranger = await newPerson(server)
  const tokenOf = async (one: OwnedOrganization) => {
    const { token: secret } = await newAccessToken(server, one, ['products:write'])
    return withToken(shop, secret)
  }
  token = { acme: await tokenOf(acme), beta: await tokenOf(beta) }
})
afterAll(async () => {
  await shop?.stop(0)
  await server?.stop()
})

/** Calls the shop with the session of the dashboard. */
const person = (one: Person): BillingCalls => {
  const calls = inDashboard(shop, one)
  const headers = { origin: server.url }
  return {
    ...calls,
    post: (path, body, more) => calls.post(path, body, { ...headers, ...more }),
    patch: (path, body, more) => calls.patch(path, body, { ...headers, ...more }),
  }
}

const unknownId = '00000000-0000-7000-8000-000000000000'
const flagId = async (calls: BillingCalls, body: object): Promise<string> => {
  const created = await calls.post('/flags/', body)
  expect(created).toMatchObject({ status: 201 })
  return String(created.body?.['id'])
}

describe('creating an object', () => {
  const refusal = '422 RequestValidationError body.organization_id'

  it.each<[string, () => BillingCalls, () => object, string]>([
    ['a token without a named organization', () => token.acme, () => ({}), '201'],
    ['a token with null', () => token.acme, () => ({ organization_id: null }), '201'],
    [
      'a token with its own organization',
      () => token.acme,
      () => ({ organization_id: acme.id }),
      '201',
    ],
    [
      'a token with another organization',
      () => token.acme,
      () => ({ organization_id: beta.id }),
      refusal,
    ],
    [
      'a token with an unknown organization',
      () => token.acme,
      () => ({ organization_id: unknownId }),
      refusal,
    ],
    [
      'an owner with their organization',
      () => person(acme.owner),
      () => ({ organization_id: acme.id }),
      '201',
    ],
    ['an owner in the active organization', () => person(acme.owner), () => ({}), '201'],
    ['a member in whose session none is active', () => person(member), () => ({}), refusal],
    ['a member', () => person(member), () => ({ organization_id: acme.id }), '403 NotPermitted'],
    ['a stranger', () => person(stranger), () => ({ organization_id: acme.id }), refusal],
    [
      'the owner of another organization',
      () => person(beta.owner),
      () => ({ organization_id: acme.id }),
      refusal,
    ],
    [
      'an owner with an unknown organization',
      () => person(acme.owner),
      () => ({ organization_id: unknownId }),
      refusal,
    ],
  ])('by %s', async (_title, calls, place, expected) => {
    expect(briefOf(await calls().post('/flags/', { name: 'Red', ...place() }))).toBe(expected)
  })

  it('names the missing field as the client sends it', async () => {
    const { body } = await person(member).post('/flags/', { name: 'Red' })
    expect(body).toEqual({
      error: 'RequestValidationError',
      detail: [
        { loc: ['body', 'organization_id'], msg: 'organization_id is required.', type: 'missing' },
      ],
    })
  })

  it('uses the organization’s time', async () => {
    const frozenAt = new Date('2031-05-06T07:08:09.000Z')
    const clock = { organizationId: organizationId.parse(beta.id), frozenAt }
    await db.database.kysely.insertInto('organizationClock').values(clock).execute()
    const { body } = await token.beta.post('/flags/', { name: 'Late' })
    expect(body).toMatchObject({ created_at: frozenAt.toISOString() })
  })

  it('is refused if the token is revoked while the body is being sent', async () => {
    const { id: tokenId, token: secret } = await newAccessToken(server, acme, ['products:write'])
    const slow = slowCall(shop, 'POST', '/flags/', `Bearer ${secret}`)
    await lastUseOf(server, tokenId)
    await inDashboard(server, acme.owner).remove(`/organization-access-tokens/${tokenId}`)
    const { status } = await slow.finish({ name: 'Too late' })
    expect(status).toBe(401)
  })

  it('happens once per idempotency key, for all tokens of the organization', async () => {
    const { token: other } = await newAccessToken(server, acme, ['products:write'])
    const key = { 'idempotency-key': 'flag-1' }
    const first = await token.acme.post('/flags/', { name: 'Once' }, key)
    const again = await withToken(shop, other).post('/flags/', { name: 'Once' }, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    const inBeta = await token.beta.post('/flags/', { name: 'Once' }, key)
    expect(inBeta.body?.['id']).not.toBe(first.body?.['id'])
    expect(inBeta.status).toBe(201)
  })
})

describe('listing objects', () => {
  const listed = async (calls: BillingCalls, query = '') => {
    const answer = await calls.get(`/flags/${query}`)
    if (answer.status !== 200) return briefOf(answer)
    const { items } = listOf(z.object({ organization_id: z.string() })).parse({
      ...answer.body,
      pagination: { totalCount: 0, maxPage: 0 },
    })
    return [...new Set(items.map((one) => one.organization_id))]
  }
  const named = (...organizations: readonly { readonly id: string }[]) =>
    `?${organizations.map((one) => `organization_id=${one.id}`).join('&')}`

  const refused = '422 RequestValidationError query.organization_id'

  it('by a token answers its own organization’s', async () => {
    await flagId(token.acme, { name: 'Of Acme' })
    await flagId(token.beta, { name: 'Of Beta' })
    expect(await listed(token.acme)).toEqual([acme.id])
    expect(await listed(token.acme, named(acme))).toEqual([acme.id])
    expect(await listed(token.acme, named(beta, acme))).toEqual([acme.id])
    expect(await listed(token.acme, named(beta))).toEqual([])
    expect(await listed(token.acme, named({ id: unknownId }))).toEqual([])
  })

  it('by a person answers the named organization’s if they are a member', async () => {
    expect(await listed(person(acme.owner), named(acme))).toEqual([acme.id])
    expect(await listed(person(member), named(acme))).toEqual([acme.id])
    expect(await listed(person(stranger), named(acme))).toEqual([])
    expect(await listed(person(acme.owner), named(beta))).toEqual([])
    expect(await listed(person(acme.owner))).toEqual([acme.id])
    expect(await listed(person(member))).toBe(refused)
    expect(await listed(person(acme.owner), named(acme, beta))).toBe(refused)
    expect(await listed(person(acme.owner), named(acme, acme))).toEqual([acme.id])
  })
})

describe('getting an object by id', () => {
  it('is limited to its organization', async () => {
    const ofAcme = await flagId(token.acme, { name: 'Red' })
    const rename = async (calls: BillingCalls, id = ofAcme) =>
      briefOf(await calls.patch(`/flags/${id}`, { name: 'Blue' }))
    expect(await rename(token.acme)).toBe('200')
    expect(await rename(person(acme.owner))).toBe('200')
    expect(await rename(token.beta)).toBe('404 ResourceNotFound')
    expect(await rename(person(beta.owner))).toBe('404 ResourceNotFound')
    expect(await rename(person(stranger))).toBe('404 ResourceNotFound')
    expect(await rename(token.acme, unknownId)).toBe('404 ResourceNotFound')
    expect(await rename(person(acme.owner), unknownId)).toBe('404 ResourceNotFound')
  })

  it('searches all organizations of a person', async () => {
    await addMember(server, beta, [acme.owner, 'member,admin'])
    const ofBeta = await flagId(token.beta, { name: 'Red' })
    const calls = person(acme.owner)
    expect((await calls.patch(`/flags/${ofBeta}`, { name: 'Blue' })).status).toBe(200)
  })

  it('is refused to members whose role does not allow it', async () => {
    const ofAcme = await flagId(token.acme, { name: 'Red' })
    const read = async (calls: BillingCalls) => briefOf(await calls.get(`/flags/${ofAcme}/cost`))
    expect(await read(person(member))).toBe('403 NotPermitted')
    expect(await read(person(stranger))).toBe('404 ResourceNotFound')
    expect(await read(person(acme.owner))).toBe('200')
    const preview = await person(member).post('/flags/preview', { organization_id: acme.id })
    expect(briefOf(preview)).toBe('403 NotPermitted')
  })

  it('uses the endpoint’s own refusal if 403 has another meaning there', async () => {
    const ofAcme = await flagId(token.acme, { name: 'Red' })
    const { token: reader } = await newAccessToken(server, acme, ['products:read'])
    const change = { name: 'Blue' }
    const byToken = await withToken(shop, reader).patch(`/flags/${ofAcme}`, change)
    const byMember = await person(member).patch(`/flags/${ofAcme}`, change)
    expect([briefOf(byToken), briefOf(byMember)]).toEqual(['401 Unauthorized', '401 Unauthorized'])
  })
})
