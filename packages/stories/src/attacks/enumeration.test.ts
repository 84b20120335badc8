import { beforeAll, describe, expect, it } from 'vitest'
import { createHashing } from '../../../server/src/platform/passwords/hashing.ts'
import { createHashingThreads } from '../../../server/src/platform/passwords/hashing-threads.ts'
import { isFullRun } from '../../../server/test/full-run.ts'
import { importedHash } from '../../../server/test/imported-hash.ts'
import { newPerson, password } from '../people.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answer, post } from '../wire.ts'

// Callers must not learn whether an account exists: for known and unknown names, responses and
// response times are the same.

/** The hashes that a call computed, in any order. */
let hashed: string[] = []
const hashing = createHashing({ threads: countingThreads() })
const site = testSite({}, { hashing })
const verifying = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' }, { hashing })
const migrated = testSite({}, { hashing })
const known = { email: 'known@example.test', username: 'known' }
const imported = { email: 'imported@example.test', username: 'imported' }

beforeAll(async () => {
  for (const one of [site, verifying, migrated]) {
    await newPerson(one, known.email, { username: known.username })
  }
  const { id } = await newPerson(migrated, imported.email, { username: imported.username })
  await migrated.server.database.pool.query(
    'update account set password_hash = $2 where user_id = $1',
    [id, importedHash(password)],
  )
  // Warm up before measuring.
  for (const call of [...Object.values(calls), ...Object.values(migratedCalls)]) {
    await call(known)
    await call(unknown(0))
  }
})

interface Name {
  readonly email: string
  readonly username: string
}

const unknown = (at: number): Name => ({ email: `no-${at}@body.test`, username: `nobody.${at}` })

type Call = (name: Name) => Promise<Answer>

const guessByEmail =
  (at: Site): Call =>
  ({ email }) =>
    post(newVisitor(at), '/sign-in/email', { email, password: 'a wrong guess' })
const guessByUsername =
  (at: Site): Call =>
  ({ username }) =>
    post(newVisitor(at), '/sign-in/username', { username, password: 'a wrong guess' })

const calls: Readonly<Record<string, Call>> = {
  'sign-in/email': guessByEmail(site),
  'sign-in/username': guessByUsername(site),
  'sign-up/email, where addresses must be verified': ({ email }) =>
    post(newVisitor(verifying), '/sign-up/email', { name: 'Somebody', email, password }),
  'request-password-reset': ({ email }) =>
    post(newVisitor(site), '/request-password-reset', { email, redirectTo: '/x' }),
  'forget-password': ({ email }) => post(newVisitor(site), '/forget-password', { email }),
  'send-verification-email': ({ email }) =>
    post(newVisitor(site), '/send-verification-email', { email }),
}

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it('gets the same answer', async () => {
    const [one, other] = [await call(known), await call(unknown(1000))]
    expect(other.status).toBe(one.status)
    expect(comparable(other)).toEqual(comparable(one))
    expect([...other.headers.keys()].sort()).toEqual([...one.headers.keys()].sort())
  })

  it('hashes as much for a known and an unknown name', async () => {
    expect(await hashesOf(() => call(unknown(1001)))).toEqual(await hashesOf(() => call(known)))
  })

  it.runIf(isFullRun)('takes the same time', async () => {
    const tasks = [() => call(known), (at: number) => call(unknown(at))]
    expect(await timingDifference(tasks)).toBeLessThanOrEqual(0)
  })
})

const migratedCalls: Readonly<Record<string, Call>> = {
  'sign-in/email': guessByEmail(migrated),
  'sign-in/username': guessByUsername(migrated),
}

describe.each(Object.entries(migratedCalls))('%s, with imported users', (_name, call) => {
  it('gets the same answer', async () => {
    const answers = [await call(known), await call(imported), await call(unknown(1000))]
    expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size).toBe(1)
  })

  it('hashes as much for an imported password, another one, or none', async () => {
    const tasks = [() => call(known), () => call(imported), () => call(unknown(1001))]
    const hashes: string[] = []
    for (const one of tasks) hashes.push((await hashesOf(one)).join())
    expect(new Set(hashes)).toEqual(new Set(['scrypt 16384,verify m=19456,t=2,p=1']))
  })

  it.runIf(isFullRun)(
    'takes the same time for an imported password, another one, or none',
    async () => {
      const tasks = [() => call(known), () => call(imported), (at: number) => call(unknown(at))]
      expect(await timingDifference(tasks)).toBeLessThanOrEqual(0)
    },
  )
})

function countingThreads(): ReturnType<typeof createHashingThreads> {
  const { hash, verify, scrypt } = createHashingThreads()
  return {
    hash: (password, cost) => {
      hashed.push(`hash ${cost.memoryCost}`)
      return hash(password, cost)
    },
    verify: (stored, password) => {
      hashed.push(`verify ${stored.split('$')[3]}`)
      return verify(stored, password)
    },
    scrypt: (password, salt, cost) => {
      hashed.push(`scrypt ${cost.N}`)
      return scrypt(password, salt, cost)
    },
  }
}

async function hashesOf(task: () => Promise<unknown>): Promise<string[]> {
  hashed = []
  await task()
  return hashed.toSorted()
}

const rounds = 12
const samples = 4
const noiseMilliseconds = 3

type Task = (at: number) => Promise<unknown>

/**
 * The difference in milliseconds beyond the tolerance; not above zero if there is none. A real
 * difference persists, while noise evens out in the long run.
 */
async function timingDifference(tasks: readonly Task[]): Promise<number> {
  const times = tasks.map((): number[] => [])
  let difference = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && difference > 0; round += 1) {
    await measure(tasks, times)
    const medians = times.map(median)
    const [least, most] = [Math.min(...medians), Math.max(...medians)]
    // Without the dummy hash, unknown names would take a tenth of the time.
    difference = most - least - noiseMilliseconds - 0.4 * least
  }
  return difference
}

async function measure(tasks: readonly Task[], times: readonly number[][]): Promise<void> {
  for (let at = 1; at <= samples; at += 1) {
    // Alternating, so that noise affects all tasks equally.
    for (const which of tasks.keys()) {
      const turn = (which + at) % tasks.length
      const start = performance.now()
      await tasks[turn]?.(at)
      times[turn]?.push(performance.now() - start)
    }
  }
}

const median = (some: readonly number[]): number =>
  some.toSorted((one, other) => one - other)[Math.floor(some.length / 2)] ?? 0

/** Replaces what may differ: generated values and the input. */
function comparable({ status, text }: Answer): unknown {
  return [
    status,
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/[\w-]+@\w+\.test/g, '<address>'),
  ]
}
