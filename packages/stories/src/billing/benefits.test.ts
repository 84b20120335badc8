import type { BenefitCreate } from '@polar-sh/sdk/models/components/benefitcreate.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookClub, startStandInDiscord } from '../../../server/test/stand-in-discord.ts'
import { startStandInGitHub } from '../../../server/test/stand-in-github.ts'
import { testSite } from '../site.ts'
import { at, textAt } from '../wire.ts'
import { enableUsageBilling, newMeter, uploadText } from './catalog.ts'
import { asBackend, call, inDashboard, newSeller, newToken, type Seller, thrown } from './seller.ts'

const discord = await startStandInDiscord()
const github = await startStandInGitHub()
const site = testSite({ ...discord.env, ...github.env })
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  await enableUsageBilling(acme)
  token = (await newToken(acme, ['benefits:write', 'meters:write', 'files:write'])).token
})

afterAll(async () => {
  await discord.stop()
  await github.stop()
})

const backend = () => asBackend(site, token)

/** The page of the provider that the benefit form links to. */
async function authorizeUrlFor(service: 'discord' | 'github'): Promise<string> {
  const answer = await call(acme.person, 'POST', `/integrations/${service}/connections/`, {
    organization_id: acme.organizationId,
    return_to: '/dashboard/acme/benefits/new',
  })
  expect(answer.status).toBe(201)
  return textAt(answer.body, 'url')
}

/** The result in the fragment of the page that the browser returns to. */
async function callbackResult(back: URL): Promise<URLSearchParams> {
  const { location } = await acme.person.open(back.href)
  const page = new URL(location ?? '', site.url)
  expect(page.pathname).toBe('/dashboard/acme/benefits/new')
  return new URLSearchParams(page.hash.slice(1))
}

async function addBot(): Promise<string> {
  const url = await authorizeUrlFor('discord')
  return (await callbackResult(discord.authorize(url, bookClub.id))).get('guild_token') ?? ''
}

async function connectGitHub(): Promise<void> {
  const url = await authorizeUrlFor('github')
  expect((await callbackResult(github.authorize(url))).get('connected')).toBe('github')
}

describe('the backend of Acme', () => {
  it('creates a custom benefit with a note', async () => {
    const { benefits } = backend()
    const created = await benefits.create({
      type: 'custom',
      description: 'A place in the sun',
      properties: { note: 'Ask for *Wile*.' },
      metadata: { shade: 0, isSunny: true, where: 'Mesa' },
    })
    expect(created).toMatchObject({
      type: 'custom',
      description: 'A place in the sun',
      selectable: true,
      deletable: true,
      organizationId: acme.organizationId,
      metadata: { shade: 0, isSunny: true, where: 'Mesa' },
      properties: { note: 'Ask for *Wile*.' },
      createdAt: expect.any(Date),
      modifiedAt: null,
    })
    expect(await benefits.get({ id: created.id })).toEqual(created)
  })

  it('creates and updates license keys', async () => {
    const { benefits } = backend()
    const properties = {
      prefix: 'ACME',
      expires: { ttl: 1, timeframe: 'year' as const },
      activations: { limit: 3, enableCustomerAdmin: true },
      limitUsage: 1000,
    }
    const created = await benefits.create({
      type: 'license_keys',
      description: 'A key to the works',
      properties,
    })
    expect(created.properties).toEqual(properties)
    const changed = await benefits.update({
      id: created.id,
      requestBody: { type: 'license_keys', properties: { prefix: 'ROCKET' } },
    })
    expect(changed.properties).toEqual({
      prefix: 'ROCKET',
      expires: null,
      activations: null,
      limitUsage: null,
    })
  })

  it('creates downloadables and archives one of the files', async () => {
    const { benefits } = backend()
    const [plans, manual] = [
      await uploadText(backend(), 'plans'),
      await uploadText(backend(), 'manual'),
    ]
    const created = await benefits.create({
      type: 'downloadables',
      description: 'Plans of rockets',
      properties: { files: [plans, manual] },
    })
    expect(created.properties).toEqual({ files: [plans, manual], archived: {} })
    const changed = await benefits.update({
      id: created.id,
      requestBody: {
        type: 'downloadables',
        properties: { files: [manual, plans], archived: { [plans]: true } },
      },
    })
    expect(changed.properties).toEqual({ files: [manual, plans], archived: { [plans]: true } })
  })

  it('creates meter credits', async () => {
    const { id: meterId } = await newMeter(backend())
    const created = await backend().benefits.create({
      type: 'meter_credit',
      description: 'A hundred tokens',
      properties: { units: 100, rollover: true, meterId },
    })
    expect(created.properties).toEqual({ units: 100, rollover: true, meterId })
  })

  it('creates a Discord role after a member has added the bot', async () => {
    const guildToken = await addBot()
    const look = { organization_id: acme.organizationId, guild_token: guildToken }
    const guild = await call(acme.person, 'POST', '/integrations/discord/guild', look)
    expect(at(guild.body, 'roles', 3)).toMatchObject({ id: '71', name: 'Reader', obstacle: null })
    const { benefits } = backend()
    const created = await benefits.create({
      type: 'discord',
      description: 'The readers’ room',
      properties: { guildToken, roleId: '71' },
    })
    expect(created.properties).toMatchObject({ guildId: bookClub.id, roleId: '71' })
    const shown = await benefits.get({ id: created.id })
    const properties = { guildToken: textAt(shown.properties, 'guildToken'), roleId: '71' }
    const changed = await benefits.update({
      id: created.id,
      requestBody: { type: 'discord', description: 'A room for readers', properties },
    })
    expect(changed).toMatchObject({ description: 'A room for readers', properties })
  })

  it('gets errors that point at the field', async () => {
    const { benefits } = backend()
    const custom = await benefits.create({
      type: 'custom',
      description: 'As it is',
      properties: {},
    })
    const invalid: [BenefitCreate, (string | number)[]][] = [
      [{ type: 'custom', description: 'ab', properties: {} }, ['description']],
      [
        { type: 'downloadables', description: 'Plans', properties: { files: [custom.id] } },
        ['properties', 'files', 0],
      ],
      [
        {
          type: 'meter_credit',
          description: 'Tokens',
          properties: { units: 1, rollover: false, meterId: custom.id },
        },
        ['properties', 'meter_id'],
      ],
      [
        {
          type: 'discord',
          description: 'A room',
          properties: { guildToken: 'made up', roleId: '71' },
        },
        ['properties', 'guild_token'],
      ],
      [
        {
          type: 'github_repository',
          description: 'Rockets',
          properties: { repositoryOwner: 'acme', repositoryName: 'Rockets', permission: 'pull' },
        },
        ['type'],
      ],
    ]
    for (const [input, field] of invalid) {
      const error = await thrown(benefits.create(input))
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', ...field] }] })
    }
    const other = { type: 'license_keys' as const, description: 'Keys' }
    expect(await thrown(benefits.update({ id: custom.id, requestBody: other }))).toBeInstanceOf(
      HTTPValidationError,
    )
  })

  it('deletes a benefit unless it is not deletable', async () => {
    const { benefits } = backend()
    const input = { type: 'custom' as const, description: 'Short-lived', properties: {} }
    const { id } = await benefits.create(input)
    await benefits.delete({ id })
    expect(await thrown(benefits.get({ id }))).toBeInstanceOf(ResourceNotFound)
    expect(await thrown(benefits.delete({ id }))).toBeInstanceOf(ResourceNotFound)
    const kept = await benefits.create(input)
    await site.database.database.pool.query('update benefit set deletable = false where id = $1', [
      kept.id,
    ])
    expect(await thrown(benefits.delete({ id: kept.id }))).toBeInstanceOf(NotPermitted)
  })
})

it('a member offers a GitHub repository in the dashboard with their own account', async () => {
  const { organizationId } = acme
  const { benefits } = inDashboard(acme.person)
  const input = {
    type: 'github_repository' as const,
    description: 'The rockets’ code',
    organizationId,
    properties: {
      repositoryOwner: 'acme',
      repositoryName: 'rockets',
      permission: 'pull' as const,
    },
  }
  expect(await thrown(benefits.create(input))).toMatchObject({
    detail: [{ loc: ['body', 'type'], msg: expect.stringMatching(/^Connect your GitHub account/) }],
  })
  await connectGitHub()
  const path = `/integrations/github/repositories?organization_id=${organizationId}`
  const list = await call(acme.person, 'GET', path)
  expect(at(list.body, 'repositories', 0)).toEqual({
    repository_owner: 'acme',
    repository_name: 'Rockets',
    obstacle: null,
  })
  const created = await benefits.create(input)
  expect(created.properties).toEqual({ ...input.properties, repositoryName: 'Rockets' })
  const changed = await benefits.update({
    id: created.id,
    requestBody: {
      type: 'github_repository',
      properties: { ...input.properties, permission: 'triage' },
    },
  })
  expect(changed.properties).toMatchObject({ permission: 'triage' })
})

it('a hundred benefits of every type are listed page by page', async () => {
  const crowd = await newSeller(site, 'crowd')
  const { token: key } = await newToken(crowd, ['benefits:write'])
  const { benefits } = asBackend(site, key)
  const inputs = Array.from({ length: 100 }, (_, number): BenefitCreate => {
    const description = `Benefit ${String(number).padStart(3, '0')}`
    const metadata = { number, isEven: number % 2 === 0 }
    return number % 3 === 0
      ? { type: 'custom', description, metadata, properties: { note: `No ${number}` } }
      : {
          type: 'license_keys',
          description,
          metadata,
          properties: { limitUsage: number, prefix: number % 2 === 0 ? 'EVEN' : null },
        }
  })
  for (let done = 0; done < inputs.length; done += 20) {
    await Promise.all(inputs.slice(done, done + 20).map((one) => benefits.create(one)))
  }
  const seen: string[] = []
  for await (const page of await benefits.list({ sorting: ['description'], limit: 30 })) {
    expect(page.result.pagination).toEqual({ totalCount: 100, maxPage: 4 })
    seen.push(...page.result.items.map(({ description }) => description))
  }
  expect(seen).toEqual(inputs.map(({ description }) => description))
  const keys = await benefits.list({ typeFilter: 'license_keys', query: 'T 09', limit: 100 })
  expect(keys.result.items.map(({ description }) => description).sort()).toEqual(
    [91, 92, 94, 95, 97, 98].map((number) => `Benefit 0${number}`),
  )
})

it('the official client reads lists with benefits of every type', async () => {
  const { result } = await backend().benefits.list({ limit: 100 })
  expect(new Set(result.items.map(({ type }) => type))).toEqual(
    new Set([
      'custom',
      'discord',
      'github_repository',
      'downloadables',
      'license_keys',
      'meter_credit',
    ]),
  )
})

it('other organizations cannot find a benefit', async () => {
  const { id } = await backend().benefits.create({
    type: 'custom',
    description: 'Ours alone',
    properties: {},
  })
  const beta = await newSeller(site, 'beta')
  const { benefits } = asBackend(site, (await newToken(beta, ['benefits:write'])).token)
  const refused = await Promise.all(
    [
      benefits.get({ id }),
      benefits.update({ id, requestBody: { type: 'custom', description: 'Mine' } }),
      benefits.delete({ id }),
    ].map(thrown),
  )
  for (const error of refused) expect(error).toBeInstanceOf(ResourceNotFound)
  const { result } = await benefits.list({ organizationId: acme.organizationId })
  expect(result.items).toEqual([])
})
