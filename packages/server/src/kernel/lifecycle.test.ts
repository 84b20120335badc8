import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  drawLifecycle,
  lifecycle,
  lifecycleFaults,
  type MoveOf,
  next,
  type StatusOf,
} from './lifecycle.ts'

const door = lifecycle({
  starts: ['closed'],
  ends: ['broken'],
  moves: {
    closed: { open: 'open', lock: 'locked' },
    locked: { unlock: 'closed', force: 'broken' },
    open: { close: 'closed' },
    broken: {},
  },
})

describe('the next status', () => {
  it.each([
    ['closed', 'open', 'open'],
    ['closed', 'unlock', null],
    ['locked', 'force', 'broken'],
    ['broken', 'open', null],
  ] as const)('of %s after %s is %s', (from, move, to) => {
    expect(next(door, from, move)).toBe(to)
  })

  it('is typed from the table', () => {
    expectTypeOf<StatusOf<typeof door>>().toEqualTypeOf<'closed' | 'locked' | 'open' | 'broken'>()
    expectTypeOf<MoveOf<typeof door>>().toEqualTypeOf<
      'open' | 'lock' | 'unlock' | 'force' | 'close'
    >()
  })

  it('ignores properties inherited from Object.prototype', () => {
    // @ts-expect-error no such move
    expect(next(door, 'closed', 'constructor')).toBeNull()
  })

  it('does not compile for an unknown move or status', () => {
    // @ts-expect-error no such move
    expect(next(door, 'closed', 'fly')).toBeNull()
    // @ts-expect-error no such status
    expect(() => next(door, 'ajar', 'open')).toThrow('Cannot convert undefined')
  })
})

describe('an invalid table', () => {
  it('does not compile when a move leads nowhere', () => {
    const table = lifecycle({
      starts: ['closed'],
      ends: [],
      // @ts-expect-error "opened" is no status of this table
      moves: { closed: { open: 'opened' }, open: { close: 'closed' } },
    })
    expect(lifecycleFaults(table)).toContain('open is never reached')
  })

  it('does not compile when it starts or ends in an unknown status', () => {
    const table = lifecycle({
      // @ts-expect-error "ajar" is no status of this table
      starts: ['ajar'],
      // @ts-expect-error nor is "gone"
      ends: ['gone'],
      moves: { closed: {} },
    })
    expect(lifecycleFaults(table)).toContain('closed is never reached')
  })

  it('is reported at run time where the compiler can’t check', () => {
    const table = lifecycle({
      starts: ['new'],
      ends: ['done'],
      moves: {
        new: { finish: 'done', lose: 'lost' },
        done: { reopen: 'new' },
        lost: {},
        island: { swim: 'island' },
      },
    })
    expect(lifecycleFaults(table)).toEqual([
      'done is final but has moves',
      'lost is a dead end',
      'island is never reached',
    ])
  })
})

it('a valid table has no faults', () => {
  expect(lifecycleFaults(door)).toEqual([])
})

it('renders as a diagram', () => {
  expect(drawLifecycle(door)).toBe(
    [
      'stateDiagram-v2',
      '  [*] --> closed',
      '  closed --> open: open',
      '  closed --> locked: lock',
      '  locked --> closed: unlock',
      '  locked --> broken: force',
      '  open --> closed: close',
      '  broken --> [*]',
    ].join('\n'),
  )
})
