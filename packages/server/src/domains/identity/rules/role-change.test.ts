import { describe, expect, it } from 'vitest'
import { decideRoleChange } from './role-change.ts'

const decide = (roleBefore: string, role: string, operators: readonly string[]) =>
  decideRoleChange({ userId: 'ann', roleBefore, role, operators: new Set(operators) })

const unchanged = { isDismissed: false, isAppointed: false }

describe('a change of the role', () => {
  it.each([
    ['the only operator stays one', 'admin', 'user', ['ann'], { refused: 'last_operator' }],
    ['with other roles, too', 'user,admin', 'user', ['ann'], { refused: 'last_operator' }],
    ['and may take on another role', 'admin', 'user,admin', ['ann'], unchanged],
    ['one of two may go', 'admin', 'user', ['ann', 'bob'], { ...unchanged, isDismissed: true }],
    ['somebody is appointed', 'user', 'admin', ['bob'], { ...unchanged, isAppointed: true }],
    ['who is none becomes none', 'user', 'user', ['bob'], unchanged],
    // A banned operator can't act, so the server doesn't lose one who can.
    ['a banned one may go', 'admin', 'user', ['bob'], { ...unchanged, isDismissed: true }],
  ])('%s', (_what, roleBefore, role, operators, expected) => {
    expect(decide(roleBefore, role, operators)).toEqual(expected)
  })
})
