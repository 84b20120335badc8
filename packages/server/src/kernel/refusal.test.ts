import { describe, expect, expectTypeOf, it } from 'vitest'
import { AssertionFailure, assert } from './assert.ts'
import { accept, isRefused, Problem, type Refusal, refuse } from './refusal.ts'

interface Plan {
  readonly seats: number
}

const decide = (seats: number): Plan | Refusal<'too_many_seats'> =>
  seats > 10 ? refuse('too_many_seats', { seatsMax: 10 }) : { seats }

describe('a refusal', () => {
  it('is a value with a code, and details where there are any', () => {
    expect(decide(11)).toEqual({ refused: 'too_many_seats', details: { seatsMax: 10 } })
    expect(refuse('last_owner')).toEqual({ refused: 'last_owner' })
  })

  it('is told from every other value', () => {
    expect(isRefused(refuse('last_owner'))).toBe(true)
    for (const other of [null, undefined, 'refused', 0, {}, { refused: true }, decide(1)]) {
      expect(isRefused(other)).toBe(false)
    }
  })

  it('is thrown as a problem with the same code and details', () => {
    expect(() => accept(decide(11))).toThrow(Problem)
    expect(() => accept(decide(11))).toThrow(
      expect.objectContaining({ code: 'too_many_seats', details: { seatsMax: 10 } }),
    )
  })
})

it('accepting a decision leaves only the plan, in its type as well', () => {
  const plan = accept(decide(3))
  expectTypeOf(plan).toEqualTypeOf<Plan>()
  expect(plan).toEqual({ seats: 3 })
})

it('an assertion narrows what it vouches for, and fails with its message', () => {
  const found: string | undefined = ['here'].at(0)
  assert(found !== undefined, 'it is here')
  expectTypeOf(found).toEqualTypeOf<string>()
  expect(() => assert(false, 'the total is the sum')).toThrow(
    new AssertionFailure('the total is the sum'),
  )
})
