import { describe, expect, it } from 'vitest'
import { attemptsMax, backoffSeconds, decideDelivery } from './delivery.ts'

const now = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const fresh = { attempts: 0, isUnsure: false }
const unsure = { attempts: 3, isUnsure: true }
const settled = { dueAt: null, attempts: 0, isUnsure: false }
const unanswered = { result: 'unanswered', reason: 'timeout', retryAfterSeconds: null } as const

describe('after a call of a provider', () => {
  it('what is given isn’t called for again', () => {
    const plan = decideDelivery(fresh, { result: 'held' }, now)
    expect(plan).toEqual({ effect: 'delivered', held: 'held', next: settled })
    expect(decideDelivery(fresh, { result: 'taken' }, now)).toEqual({ effect: 'taken' })
  })

  it('an invitation is looked after a day later', () => {
    expect(decideDelivery(fresh, { result: 'invited' }, now)).toEqual({
      effect: 'delivered',
      held: 'invited',
      next: { ...settled, dueAt: after(86_400) },
    })
  })

  it.each(['held', 'invited', 'taken'] as const)(
    'that ended with “%s” after one without an answer, it is repeated in a minute',
    (result) => {
      expect(decideDelivery(unsure, { result }, now)).toMatchObject({
        effect: result === 'taken' ? 'none' : 'delivered',
        next: { ...settled, dueAt: after(60) },
      })
    },
  )

  it('a refusal is final', () => {
    const plan = decideDelivery(unsure, { result: 'refused', reason: 'No' }, now)
    expect(plan).toEqual({ effect: 'failed', reason: 'No', next: settled })
  })

  it('without the account the grant waits, and what it has is taken', () => {
    const plan = decideDelivery(fresh, { result: 'account_missing', reason: 'Gone' }, now)
    expect(plan).toEqual({ effect: 'waits', reason: 'Gone', next: { ...settled, dueAt: now } })
  })

  it('without an answer it is made again after a pause, 20 times in all', () => {
    const pauses: number[] = []
    let access = fresh
    let plan = decideDelivery(access, unanswered, now)
    while (plan.effect === 'none') {
      pauses.push(((plan.next.dueAt?.getTime() ?? 0) - now.getTime()) / 1000)
      access = plan.next
      plan = decideDelivery(access, unanswered, now)
    }
    expect(plan).toEqual({ effect: 'failed', reason: 'timeout', next: settled })
    expect(access).toMatchObject({ isUnsure: true })
    expect(pauses).toHaveLength(attemptsMax - 1)
    expect(pauses.slice(0, 3)).toEqual([2, 4, 8])
    expect(pauses.at(-1)).toBe(3600)
  })

  it('is made again when the provider says', () => {
    const plan = decideDelivery(fresh, { ...unanswered, retryAfterSeconds: 7 }, now)
    expect(plan).toMatchObject({ effect: 'none', next: { dueAt: after(7), attempts: 1 } })
    expect(backoffSeconds(1)).toBe(2)
  })
})
