import { describe, expect, it } from 'vitest'
import { bareBenefit } from '../../../../test/benefits.ts'
import { connectedServer, connectGitHub, guildTokenFor } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import { found } from '../../../../test/founding.ts'
import { limitsEndIn } from '../../../../test/limits.ts'
import { briefOf, inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { sweepConnections } from '../jobs/sweep-connections.ts'

const db = testDatabase()
const bare = testServer(db)
const limited = connectedServer(db, { GUILDHALL_RATE_LIMIT: 'on' })

describe('a server that is set up for neither', () => {
  const inType = '422 RequestValidationError body.type'

  it('makes no such benefits, and names the setting', async () => {
    const { owner, id: organization_id } = await found(bare.current)
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

  it('connects nothing', async () => {
    const { owner, id: organization_id } = await found(bare.current)
    const calls = inDashboard(bare.current, owner)
    const wish = { organization_id, return_to: '/' }
    const look = { organization_id, guild_token: 'x' }
    const query = `organization_id=${organization_id}`
    expect([
      briefOf(await calls.post('/integrations/discord/connections/', wish)),
      briefOf(await calls.post('/integrations/discord/guild', look)),
      briefOf(await calls.post('/integrations/github/connections/', wish)),
      briefOf(await calls.get(`/integrations/github/repositories?${query}`)),
    ]).toEqual([
      '422 RequestValidationError body',
      '422 RequestValidationError body',
      '422 RequestValidationError body',
      '422 RequestValidationError query',
    ])
  })
})

it('nobody uses up what the server may ask elsewhere', async () => {
  const acme = await found(limited.current)
  const token = await guildTokenFor(limited.current, acme)
  const calls = inDashboard(limited.current, acme.owner)
  const create = () =>
    calls.post('/benefits/', {
      ...bareBenefit,
      type: 'discord',
      organization_id: acme.id,
      properties: { guild_token: token, role_id: '99' },
    })
  const asked = limited.current.discord.asked.length
  expect((await create()).status).toBe(422)
  await limitsEndIn(db, 600)
  const answers = await Promise.all(Array.from({ length: 70 }, create))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(59)
  expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  expect(limited.current.discord.asked.length - asked).toBe(180)
  const beta = await found(limited.current)
  expect(await guildTokenFor(limited.current, beta)).not.toBe('')
})

it('what nobody can use any more is cleared away', async () => {
  const acme = await found(limited.current)
  await guildTokenFor(limited.current, acme)
  await connectGitHub(limited.current, acme)
  const kept = async () => {
    const { rows } = await db.database.pool.query<{ kept: string }>(
      `select 'trip' as kept from finished_round_trip where organization_id = $1
       union all select 'connection' from github_connection where organization_id = $1
       order by 1`,
      [acme.id],
    )
    return rows.map((row) => row.kept)
  }
  const { clock } = limited.current
  const sweep = sweepConnections({
    workshop: { database: db.database, clock, wake: () => undefined },
  })
  await sweep()
  expect(await kept()).toEqual(['connection', 'trip', 'trip'])
  clock.advance(601)
  await sweep()
  expect(await kept()).toEqual(['connection'])
  clock.advance(3000)
  await sweep()
  expect(await kept()).toEqual([])
})
