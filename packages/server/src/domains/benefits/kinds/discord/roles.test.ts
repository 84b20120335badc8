import { describe, expect, it } from 'vitest'
import { decideRole, type GuildFacts, managesRoles, roleObstacle } from './roles.ts'

const everyone = { id: '1', position: 0, permissions: '1024', managed: false }
const reader = { id: '2', position: 1, permissions: '0', managed: false }
const booster = { id: '3', position: 2, permissions: '0', managed: true }
const bot = { id: '4', position: 3, permissions: String(1n << 28n), managed: true }
const twin = { id: '5', position: 3, permissions: '0', managed: false }
const owner = { id: '6', position: 4, permissions: '8', managed: false }

const guild: GuildFacts = {
  id: '1',
  roles: [owner, bot, everyone, twin, reader, booster],
  botRoleIds: ['4'],
}

describe('the obstacle to assigning a role', () => {
  it.each([
    ['is null below the bot’s role', reader, null],
    ['is “managed” for a role that Discord assigns', booster, 'managed'],
    ['is “managed” for @everyone', everyone, 'managed'],
    ['is “managed” for the bot’s own role', bot, 'managed'],
    ['is “too_high” at the bot’s position', twin, 'too_high'],
    ['is “too_high” above the bot’s role', owner, 'too_high'],
  ])('%s', (_title, role, obstacle) => {
    expect(roleObstacle(guild, role)).toBe(obstacle)
  })

  it('is “too_high” for a bot without a role', () => {
    expect(roleObstacle({ ...guild, botRoleIds: [] }, reader)).toBe('too_high')
  })

  it('depends on the highest role of the bot', () => {
    expect(roleObstacle({ ...guild, botRoleIds: ['2', '6', '4'] }, twin)).toBeNull()
  })
})

describe('the permission to manage roles', () => {
  it.each([
    ['comes from the bot’s own role', [bot], ['4'], true],
    ['comes with being an administrator', [{ ...reader, permissions: '8' }], ['2'], true],
    ['comes from @everyone', [{ ...everyone, permissions: String((1n << 28n) | 64n) }], [], true],
    ['does not come from another role', [bot, reader], ['2'], false],
    [
      'does not come with other permissions',
      [{ ...reader, permissions: String(1n << 27n) }],
      ['2'],
      false,
    ],
    [
      'is read from bit sets larger than a safe integer',
      [{ ...reader, permissions: String(1n << 80n) }],
      ['2'],
      false,
    ],
  ])('%s', (_title, roles, botRoleIds, expected) => {
    expect(managesRoles({ id: '1', roles, botRoleIds })).toBe(expected)
  })
})

describe('assigning a role', () => {
  it.each<[string, GuildFacts, string, string | undefined]>([
    ['below the bot’s is allowed', guild, '2', undefined],
    [
      'is refused first for a missing permission',
      { ...guild, botRoleIds: ['2'] },
      '7',
      'bot_powerless',
    ],
    ['is refused for an unknown role', guild, '7', 'role_unknown'],
    ['is refused for a role that Discord assigns', guild, '3', 'role_managed'],
    ['is refused above the bot’s role', guild, '6', 'role_too_high'],
  ])('%s', (_title, facts, roleId, refused) => {
    expect(decideRole(facts, roleId)?.refused).toBe(
      refused === undefined ? undefined : `discord_${refused}`,
    )
  })
})
