import { describe, expect, it } from 'vitest'
import { decideRoleChange } from './role-change.ts'

const decide = (roleBefore: string, role: string, operators: readonly string[]) =>
  decideRoleChange({ userId: 'ann', roleBefore, role, operators: new Set(operators) })

const unchanged = { isDismissed: false, isAppointed: false }

describe('decideRoleChange', () => {
  it.each([
    [
      'the last operator cannot be dismissed',
      'admin',
      'user',
      ['ann'],
      { refused: 'last_operator' },
    ],
    [
      'nor when they hold other roles too',
      'user,admin',
      'user',
      ['ann'],
      { refused: 'last_operator' },
    ],
    ['the last operator may gain another role', 'admin', 'user,admin', ['ann'], unchanged],
    [
      'one of two operators may be dismissed',
      'admin',
      'user',
      ['ann', 'bob'],
      { ...unchanged, isDismissed: true },
    ],
    ['a user is appointed', 'user', 'admin', ['bob'], { ...unchanged, isAppointed: true }],
    ['an unchanged user stays a user', 'user', 'user', ['bob'], unchanged],
    // A banned operator can't act, so dismissing one leaves the number of active operators.
    [
      'a banned operator may be dismissed',
      'admin',
      'user',
      ['bob'],
      { ...unchanged, isDismissed: true },
    ],
  ])('%s', (_what, roleBefore, role, operators, expected) => {
    expect(decide(roleBefore, role, operators)).toEqual(expected)
  })
})
