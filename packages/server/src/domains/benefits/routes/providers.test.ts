import { describe, expect, it } from 'vitest'
import { bareBenefit } from '../../../../test/benefits.ts'
import { connectedServer, connectGitHub, guildTokenFor } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import { limitsEndIn } from '../../../../test/limits.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { sweepConnections } from '../jobs/sweep-connections.ts'

const db = testDatabase()
const bare = testServer(db)
const limited = connectedServer(db, { GUILDHALL_RATE_LIMIT: 'on' })

describe('a server without configured providers', () => {
  const inType = '422 RequestValidationError body.type'

  it('refuses their benefits and names the missing setting', async () => {
    const { owner, id: organization_id } = await createOrganization(bare.current)
    const calls = inDashboard(bare.current, owner)
    const create = (type: string, properties: object) =>
      calls.post('/benefits/', { ...bareBenefit, type, properties, organization_id })
    const role = await create('discord', { guild_token: 'x', role_id: '1' })
    expect([briefOf(role), role.text]).toEqual([
      inType,
      expect.stringContaining('GUILDHALL_DISCORD_CLIENT_ID'),
    ])
    const permission = await create('github_repository', {
      repository_owner: 'acme',
      repository_name: 'rockets',
      permission: 'pull',
    })
    expect([briefOf(permission), permission.text]).toEqual([
      inType,
      expect.stringContaining('GUILDHALL_GITHUB_APP_ID'),
    ])
  })

  it('refuses to connect accounts', async () => {
    const { owner, id: organization_id } = await createOrganization(bare.current)
    const calls = inDashboard(bare.current, owner)
    const input = { organization_id, return_to: '/' }
    const lookup = { organization_id, guild_token: 'x' }
    const query = `organization_id=${organization_id}`
    expect([
      briefOf(await calls.post('/integrations/discord/connections/', input)),
      briefOf(await calls.post('/integrations/discord/guild', lookup)),
      briefOf(await calls.post('/integrations/github/connections/', input)),
      briefOf(await calls.get(`/integrations/github/repositories?${query}`)),
    ]).toEqual([
      '422 RequestValidationError body',
      '422 RequestValidationError body',
      '422 RequestValidationError body',
      '422 RequestValidationError query',
    ])
  })
})

it('requests to a provider are limited per organization', async () => {
  const acme = await createOrganization(limited.current)
  const token = await guildTokenFor(limited.current, acme)
  const calls = inDashboard(limited.current, acme.owner)
  const create = () =>
    calls.post('/benefits/', {
      ...bareBenefit,
      type: 'discord',
      organization_id: acme.id,
      properties: { guild_token: token, role_id: '99' },
    })
  const requestsBefore = limited.current.discord.requests.length
  expect((await create()).status).toBe(422)
  await limitsEndIn(db, 600)
  const answers = await Promise.all(Array.from({ length: 70 }, create))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(59)
  expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  expect(limited.current.discord.requests.length - requestsBefore).toBe(180)
  const beta = await createOrganization(limited.current)
  expect(await guildTokenFor(limited.current, beta)).not.toBe('')
})

it('the sweep deletes expired redirects and connections', async () => {
  const acme = await createOrganization(limited.current)
  await guildTokenFor(limited.current, acme)
  await connectGitHub(limited.current, acme)
  const remaining = async () => {
    const { rows } = await db.database.pool.query<{ type: string }>(
      `select 'redirect' as type from used_oauth_redirect where organization_id = $1
       union all select 'connection' from github_connection where organization_id = $1
       order by 1`,
      [acme.id],
    )
    return rows.map((row) => row.type)
  }
  const { clock } = limited.current
  const uowFactory = { database: db.database, clock, wake: () => undefined }
  await sweepConnections({ uowFactory })
  expect(await remaining()).toEqual(['connection', 'redirect', 'redirect'])
  clock.advance(601)
  await sweepConnections({ uowFactory })
  expect(await remaining()).toEqual(['connection'])
  clock.advance(3000)
  await sweepConnections({ uowFactory })
  expect(await remaining()).toEqual([])
})
