import { scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createHashing } from './hashing.ts'

const hashing = createHashing()

describe('a password', () => {
  it('is known again, and no other', async () => {
    const hash = await hashing.hash('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashing.verify(hash, 'correct horse')).toEqual({ ok: true, outdated: false })
    expect(await hashing.verify(hash, 'correct horse ')).toEqual({ ok: false, outdated: false })
    expect(await hashing.verify(hash, '')).toEqual({ ok: false, outdated: false })
  })

  it('is the same however its letters are composed', async () => {
    const hash = await hashing.hash('pa\u0308ssword')
    expect(await hashing.verify(hash, 'p\u00e4ssword')).toMatchObject({ ok: true })
  })

  it('is never hashed twice alike', async () => {
    expect(await hashing.hash('correct horse')).not.toBe(await hashing.hash('correct horse'))
  })
})

describe('an imported hash', () => {
  const salt = '8ee2fbe4b2a44b6c9d9c8a63b81e1f2d'
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  const stored = `${salt}:${scryptSync('correct horse', salt, 64, cost).toString('hex')}`

  it('is known again as outdated', async () => {
    expect(await hashing.verify(stored, 'correct horse')).toEqual({ ok: true, outdated: true })
    expect(await hashing.verify(stored, 'wrong horse')).toEqual({ ok: false, outdated: false })
  })
})

describe('the queue', () => {
  it('takes as long for who has no password', async () => {
    const hash = await hashing.hash('correct horse')
    await hashing.verify(null, 'warm')
    const known = await median(() => hashing.verify(hash, 'wrong horse'))
    const unknown = await median(() => hashing.verify(null, 'wrong horse'))
    expect(unknown / known).toBeGreaterThan(0.5)
    expect(unknown / known).toBeLessThan(2)
  })

  it('sends away who comes when it is full, and serves the others', async () => {
    const narrow = createHashing({ atOnce: 1, waitingMax: 3 })
    await narrow.verify(null, 'the line is empty now')
    const asked = Array.from({ length: 6 }, () => narrow.hash('correct horse'))
    const settled = await Promise.allSettled(asked)
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => 'fulfilled'),
      'rejected',
      'rejected',
    ])
    await expect(asked[5]).rejects.toMatchObject({
      code: 'too_busy',
      details: { retryAfterSeconds: 2 },
    })
    expect(await narrow.hash('free again')).toMatch(/^\$argon2id/)
  })

  it('goes on after a hash that is none', async () => {
    const narrow = createHashing({ atOnce: 1, waitingMax: 1 })
    await expect(narrow.verify('$argon2id$broken', 'x')).rejects.toThrow('Decoding failed')
    expect(await narrow.verify(null, 'x')).toMatchObject({ ok: false })
  })
})

async function median(task: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let run = 0; run < 9; run++) {
    const startedAt = systemClock.monotonicMilliseconds()
    await task()
    took.push(systemClock.monotonicMilliseconds() - startedAt)
  }
  return took.toSorted((a, b) => a - b)[4] ?? 0
}
