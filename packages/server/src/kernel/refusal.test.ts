import { describe, expect, expectTypeOf, it } from 'vitest'
import { AssertionFailure, assert } from './assert.ts'
import { accept, isRefused, Problem, type Refusal, refuse } from './refusal.ts'

interface Plan {
  readonly seats: number
}

const decide = (seats: number): Plan | Refusal<'unable_to_remove_last_team'> =>
  seats > 10 ? refuse('unable_to_remove_last_team', { seatsMax: 10 }) : { seats }

describe('a refusal', () => {
  it('has a code, and optional details', () => {
    expect(decide(11)).toEqual({ refused: 'unable_to_remove_last_team', details: { seatsMax: 10 } })
    expect(refuse('not_found')).toEqual({ refused: 'not_found' })
  })

  it('is distinguished from every other value', () => {
    expect(isRefused(refuse('not_found'))).toBe(true)
    for (const other of [null, undefined, 'refused', 0, {}, { refused: true }, decide(1)]) {
      expect(isRefused(other)).toBe(false)
    }
  })

  it('is thrown as a problem with the same code and details', () => {
    expect(() => accept(decide(11))).toThrow(Problem)
    expect(() => accept(decide(11))).toThrow(
      expect.objectContaining({ code: 'unable_to_remove_last_team', details: { seatsMax: 10 } }),
    )
  })
})

it('accept() leaves only the plan, in its type as well', () => {
  const plan = accept(decide(3))
  expectTypeOf(plan).toEqualTypeOf<Plan>()
  expect(plan).toEqual({ seats: 3 })
})

it('an assertion narrows its argument and fails with its message', () => {
  const found: string | undefined = ['here'].at(0)
  assert(found !== undefined, 'it is here')
  expectTypeOf(found).toEqualTypeOf<string>()
  expect(() => assert(false, 'the total is the sum')).toThrow(
    new AssertionFailure('the total is the sum'),
  )
})
