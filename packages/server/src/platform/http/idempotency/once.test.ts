import { setTimeout as wait } from 'node:timers/promises'
import type { Id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  buyingToys,
  buyToy,
  keyedRequest,
  payToy,
  shopGuard,
  takeStep,
  toyTable,
  uowFactory,
} from '../../../../test/fixtures/toy-shop.ts'
import { runOn } from '../../../../test/sql.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork } from '../../unit-of-work.ts'
import type { Answer } from '../guards.ts'
import { sweepIdempotencyKeys } from './claims.ts'

const db = testDatabase()
beforeAll(() => runOn(db.ownerUrl, toyTable))

async function stepsOf(key: string): Promise<string[]> {
  const rows = await runOn<{ step: string }>(
    db.ownerUrl,
    'select step from toy_step where key = $1 order by step',
    [key],
  )
  return rows.map((row) => row.step)
}

const bytesOf = (answer: Answer): Buffer => Buffer.from(answer.body ?? '')
const refusal = (code: string) => expect.objectContaining({ code })
const outcome = (attempt: Promise<Answer>): Promise<Answer | Problem> =>
  attempt.catch((error: unknown) => {
    if (error instanceof Problem) return error
    throw error
  })

describe('a request with an Idempotency-Key', () => {
  it('runs once and gets the same bytes again', async () => {
    const first = await buyToy(db.database, keyedRequest('twice'))
    const second = await buyToy(db.database, keyedRequest('twice'))
    expect(bytesOf(second)).toEqual(bytesOf(first))
    expect(second.status).toBe(201)
    expect(second.headers).toEqual(first.headers)
    expect(await stepsOf('twice')).toEqual(['bought'])
  })

  it('runs once when sent fifty times concurrently', async () => {
    const attempts = Array.from({ length: 50 }, () =>
      outcome(buyToy(db.database, keyedRequest('fifty'))),
    )
    const outcomes = await Promise.all(attempts)
    const bodies = new Set<string>()
    const codes = new Set<string>()
    for (const each of outcomes) {
      if (each instanceof Problem) codes.add(each.code)
      else bodies.add(bytesOf(each).toString())
    }
    codes.add('idempotency_key_in_flight')
    expect([...codes]).toEqual(['idempotency_key_in_flight'])
    expect(bodies.size).toBe(1)
    expect(await stepsOf('fifty')).toEqual(['bought'])
  })

  it.each([
    ['bytes', Uint8Array.from([0, 255, 10, 128, 13])],
    ['nothing', null],
    ['emptiness', ''],
  ])('replays %s', async (key, body) => {
    const run = async () => ({ status: 200, headers: {}, body })
    const first = await shopGuard(db.database)(buyingToys, keyedRequest(key), run)
    const second = await shopGuard(db.database)(buyingToys, keyedRequest(key), run)
    expect(bytesOf(second)).toEqual(bytesOf(first))
    expect(second.body === null).toBe(body === null)
  })

  it('is refused with another body, path or query, even while in flight', async () => {
    const others = [
      { body: Buffer.from('{"toy":"bear" }') },
      { target: '/v1/toys?gift=yes' },
      { target: '/v1/toys/1' },
    ]
    let refused = 0
    const refuseOthers = async () => {
      for (const other of others) {
        const attempt = buyToy(db.database, keyedRequest('other', other))
        await expect(attempt).rejects.toEqual(refusal('idempotency_key_reused'))
        refused += 1
      }
    }
    await buyToy(db.database, keyedRequest('other'), async (place) => {
      if (place === 'claimed') await refuseOthers()
    })
    await refuseOthers()
    expect(refused).toBe(6)
  })

  it('is refused with retry-after while the first is in flight, for any time', async () => {
    const leaseSeconds = 3
    let asked = 0
    await buyToy(db.database, keyedRequest('slow', { leaseSeconds }), async (place) => {
      if (place !== 'claimed') return
      for (; asked < 4; asked++) {
        await wait(leaseSeconds * 350)
        await expect(buyToy(db.database, keyedRequest('slow'))).rejects.toEqual(
          expect.objectContaining({
            code: 'idempotency_key_in_flight',
            details: { retryAfterSeconds: 1 },
          }),
        )
      }
    })
    expect(asked).toBe(4)
    expect(await stepsOf('slow')).toEqual(['bought'])
  })

  it('is independent for another caller, tenant or route', async () => {
    const tenant = '01890000-0000-7000-8000-000000000001' as Id<'organization'>
    const requests = [
      keyedRequest('apart'),
      keyedRequest('apart', { subject: 'customer:1' }),
      keyedRequest('apart', { organizationId: tenant }),
      keyedRequest('apart', { subject: null }),
      keyedRequest('apart', { subject: null, address: '192.0.2.2' }),
    ]
    for (const request of requests) await buyToy(db.database, request)
    expect(await stepsOf('apart')).toHaveLength(requests.length)
  })

  it.each(['', 'a b', 'ключ', 'tab\t', 'x'.repeat(256)])(
    'is refused with the key %j',
    async (key) => {
      await expect(buyToy(db.database, keyedRequest(key))).rejects.toEqual(
        refusal('idempotency_key_invalid'),
      )
    },
  )

  it('accepts the longest key', async () => {
    const longest = '~'.repeat(255)
    await buyToy(db.database, keyedRequest(longest))
    expect(await stepsOf(longest)).toEqual(['bought'])
  })
})

describe('a run that fails', () => {
  it('leaves nothing behind, so that a retry runs against the current state', async () => {
    const request = keyedRequest('refused')
    const attempt = shopGuard(db.database)(buyingToys, request, (completion) =>
      runUnitOfWork(uowFactory(db.database), {}, async (uow) => {
        await takeStep(uow, request, 'refused')
        await completion.save(uow, { status: 201, headers: {}, body: null })
        throw new Problem('not_found')
      }),
    )
    await expect(attempt).rejects.toEqual(refusal('not_found'))
    expect(await stepsOf('refused')).toEqual([])
    await buyToy(db.database, request)
    expect(await stepsOf('refused')).toEqual(['bought'])
  })

  it('after a recovery point is resumed from there', async () => {
    const request = keyedRequest('recovers')
    const attempt = payToy(db.database, request, async (place) => {
      if (place === 'paid') throw new Error('the processor is unreachable')
    })
    await expect(attempt).rejects.toThrow('the processor')
    await payToy(db.database, request)
    expect(await stepsOf('recovers')).toEqual(['bought', 'paid'])
  })

  it('loses to the run that has taken over its claim', async () => {
    const request = keyedRequest('overtaken')
    // The lease must not be prolonged between its end and the start of the other run.
    const first = { ...request, leaseSeconds: 600 }
    const attempt = buyToy(db.database, first, async (place) => {
      if (place !== 'claimed') return
      await runOn(db.ownerUrl, 'update idempotency_key set lease_ends_at = now()')
      await buyToy(db.database, request)
    })
    await expect(attempt).rejects.toEqual(refusal('idempotency_key_in_flight'))
    expect(await stepsOf('overtaken')).toEqual(['bought'])
  })
})

describe('a process that is killed', () => {
  async function killAt(operation: 'buy' | 'pay', key: string, place: string): Promise<void> {
    const child = runFixture('toy-buyer.ts', db.url, operation, key, place)
    await child.printed(1)
    await child.end('SIGKILL')
  }

  async function retry(attempt: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await outcome(attempt())
      if (!(answer instanceof Problem)) return answer
      expect(answer.code).toBe('idempotency_key_in_flight')
      await wait(100)
    }
  }

  it.each(['claimed', 'saved'])(
    'at "%s" has written nothing, and the retry runs the operation',
    async (place) => {
      await killAt('buy', place, place)
      expect(await stepsOf(place)).toEqual([])
      const answer = await retry(() => buyToy(db.database, keyedRequest(place)))
      expect(answer.status).toBe(201)
      expect(await stepsOf(place)).toEqual(['bought'])
    },
  )

  it('after its commit has its response replayed', async () => {
    await killAt('buy', 'committed', 'committed')
    expect(await stepsOf('committed')).toEqual(['bought'])
    const answers = [
      await buyToy(db.database, keyedRequest('committed')),
      await buyToy(db.database, keyedRequest('committed')),
    ]
    expect(answers[0]?.body).toContain('né 🧸')
    expect(answers[1]).toEqual(answers[0])
    expect(await stepsOf('committed')).toEqual(['bought'])
  })

  it('between two transactions is resumed, not restarted', async () => {
    await killAt('pay', 'halfway', 'paid')
    expect(await stepsOf('halfway')).toEqual(['paid'])
    await retry(() => payToy(db.database, keyedRequest('halfway')))
    expect(await stepsOf('halfway')).toEqual(['bought', 'paid'])
  })
})

describe('a stored response', () => {
  it('is encrypted in the database', async () => {
    await buyToy(db.database, keyedRequest('sealed', { subject: null, address: '198.51.100.9' }))
    const [row] = await runOn<{ all: string }>(
      db.ownerUrl,
      `select caller || encode(answer, 'escape') as all
         from idempotency_key where key = 'sealed'`,
    )
    expect(row?.all).toContain('network:')
    expect(row?.all).not.toContain('198.51')
    expect(row?.all).not.toContain('"id"')
    const otherGuard = shopGuard(db.database, { secret: 'another secret' })
    await expect(
      otherGuard(buyingToys, keyedRequest('twice'), async () => {
        throw new Error('must not run')
      }),
    ).rejects.toThrow('no longer listed')
  })

  it('expires and is deleted by the sweep', async () => {
    await buyToy(db.database, keyedRequest('old'))
    await runOn(
      db.ownerUrl,
      `update idempotency_key set expires_at = now(), lease_ends_at = now() where key = 'old'`,
    )
    await buyToy(db.database, keyedRequest('old', { body: Buffer.from('another') }))
    expect(await stepsOf('old')).toEqual(['bought', 'bought'])

    await runOn(
      db.ownerUrl,
      `insert into idempotency_key
       select '00000000-0000-0000-0000-000000000000', 'user:1', 'POST /v1/toys', n::text, '',
              gen_random_uuid(), now(), null, '', now() - interval '1 hour'
         from generate_series(1, 1500) n`,
    )
    await sweepIdempotencyKeys(db.database)
    const left = await runOn<{ expired: number; alive: number }>(
      db.ownerUrl,
      `select count(*) filter (where expires_at <= now())::int as expired,
              count(*) filter (where key = 'old')::int as alive from idempotency_key`,
    )
    expect(left).toEqual([{ expired: 0, alive: 1 }])
  })
})
