import { describe, expect, it } from 'vitest'
import { decideRole, type GuildFacts, managesRoles, roleObstacle } from './discord-roles.ts'

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

describe('a role', () => {
  it.each([
    ['below the bot’s', reader, null],
    ['that Discord gives', booster, 'managed'],
    ['that everybody has', everyone, 'managed'],
    ['of the bot itself', bot, 'managed'],
    ['beside the bot’s', twin, 'too_high'],
    ['above the bot’s', owner, 'too_high'],
  ])('%s', (_which, role, obstacle) => {
    expect(roleObstacle(guild, role)).toBe(obstacle)
  })

  it('is out of reach of a bot that has no role of its own', () => {
    expect(roleObstacle({ ...guild, botRoleIds: [] }, reader)).toBe('too_high')
  })

  it('is judged by the highest role of the bot', () => {
    expect(roleObstacle({ ...guild, botRoleIds: ['2', '6', '4'] }, twin)).toBeNull()
  })
})

describe('managing roles', () => {
  it.each([
    ['by its own role', [bot], ['4'], true],
    ['as an administrator', [{ ...reader, permissions: '8' }], ['2'], true],
    ['by what everybody may', [{ ...everyone, permissions: String((1n << 28n) | 64n) }], [], true],
    ['by somebody else’s role', [bot, reader], ['2'], false],
    ['by other permissions', [{ ...reader, permissions: String(1n << 27n) }], ['2'], false],
    ['beyond what a number holds', [{ ...reader, permissions: String(1n << 80n) }], ['2'], false],
  ])('%s', (_how, roles, botRoleIds, expected) => {
    expect(managesRoles({ id: '1', roles, botRoleIds })).toBe(expected)
  })
})

describe('giving a role', () => {
  it.each<[string, GuildFacts, string, string | undefined]>([
    ['works', guild, '2', undefined],
    ['needs the permission first of all', { ...guild, botRoleIds: ['2'] }, '7', 'bot_powerless'],
    ['needs the role', guild, '7', 'role_unknown'],
    ['leaves to Discord what is its own', guild, '3', 'role_managed'],
    ['ends at the bot’s own', guild, '6', 'role_too_high'],
  ])('%s', (_which, facts, roleId, refused) => {
    expect(decideRole(facts, roleId)?.refused).toBe(
      refused === undefined ? undefined : `discord_${refused}`,
    )
  })
})
