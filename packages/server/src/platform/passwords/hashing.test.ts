import { describe, expect, it } from 'vitest'
import { importedHash } from '../../../test/imported-hash.ts'
import { createHashing } from './hashing.ts'
import { createHashingThreads, type HashingThreads } from './hashing-threads.ts'

const hashing = createHashing()

describe('a password', () => {
  it('is verified, and no other', async () => {
    const hash = await hashing.hash('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashing.verify(hash, 'correct horse')).toEqual({ ok: true, outdated: false })
    expect(await hashing.verify(hash, 'correct horse ')).toEqual({ ok: false, outdated: false })
    expect(await hashing.verify(hash, '')).toEqual({ ok: false, outdated: false })
  })

  it('is the same in any Unicode composition of its letters', async () => {
    const hash = await hashing.hash('pa\u0308ssword')
    expect(await hashing.verify(hash, 'p\u00e4ssword')).toMatchObject({ ok: true })
  })

  it('is never hashed the same way twice', async () => {
    expect(await hashing.hash('correct horse')).not.toBe(await hashing.hash('correct horse'))
  })
})

describe('an imported hash', () => {
  const stored = importedHash('correct horse')

  it('is verified as outdated', async () => {
    expect(await hashing.verify(stored, 'correct horse')).toEqual({ ok: true, outdated: true })
    expect(await hashing.verify(stored, 'wrong horse')).toEqual({ ok: false, outdated: false })
  })

  it('is compared correctly when both kinds are tried', async () => {
    const current = await hashing.hash('correct horse')
    const both = { asIfImported: true }
    expect(await hashing.verify(stored, 'correct horse', both)).toEqual({
      ok: true,
      outdated: true,
    })
    expect(await hashing.verify(current, 'correct horse', both)).toEqual({
      ok: true,
      outdated: false,
    })
    for (const hash of [stored, current, null]) {
      const verdict = await hashing.verify(hash, 'wrong horse', both)
      expect(verdict).toEqual({ ok: false, outdated: false })
    }
  })
})

describe('the cost of comparing', () => {
  const argon2 = 'argon2id v=19 m=19456,t=2,p=1'
  const scrypt = 'scrypt N=16384 r=16 p=1'
  const goneThrough = async (hash: string | null, asIfImported: boolean) => {
    const { threads, done } = watchedThreads()
    const watched = createHashing({ threads })
    for (const password of ['correct horse', 'wrong horse']) {
      await watched.verify(hash, password, { asIfImported })
    }
    return done
  }

  it('is the same for users without a password', async () => {
    const known = await goneThrough(await hashing.hash('correct horse'), false)
    expect(known).toEqual([argon2, argon2])
    expect(await goneThrough(null, false)).toEqual(known)
  })

  it('is that of both kinds once there are imported hashes, whichever is stored', async () => {
    const imported = await goneThrough(importedHash('correct horse'), true)
    expect(imported).toEqual([argon2, scrypt, argon2, scrypt])
    expect(await goneThrough(await hashing.hash('correct horse'), true)).toEqual(imported)
    expect(await goneThrough(null, true)).toEqual(imported)
  })
})

/** Records which hash is computed with which cost, in order. */
function watchedThreads(): { readonly threads: HashingThreads; readonly done: string[] } {
  const { hash, verify, scrypt } = createHashingThreads()
  const done: string[] = []
  const threads: HashingThreads = {
    hash,
    verify: (stored, password) => {
      const [, kind, version, cost] = stored.split('$')
      done.push(`${kind} ${version} ${cost}`)
      return verify(stored, password)
    },
    scrypt: (password, salt, cost) => {
      done.push(`scrypt N=${cost.N} r=${cost.r} p=${cost.p}`)
      return scrypt(password, salt, cost)
    },
  }
  return { threads, done }
}

describe('the queue', () => {
  it('refuses calls when it is full, and serves those in it', async () => {
    const narrow = createHashing({ runningMax: 1, waitingMax: 3 })
    await narrow.verify(null, 'the queue is empty now')
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

  it('continues after an invalid hash', async () => {
    const narrow = createHashing({ runningMax: 1, waitingMax: 1 })
    await expect(narrow.verify('$argon2id$broken', 'x')).rejects.toThrow('Decoding failed')
    expect(await narrow.verify(null, 'x')).toMatchObject({ ok: false })
  })
})
