import { beforeAll, describe, expect, it } from 'vitest'
import { createHashing } from '../../../server/src/platform/passwords/hashing.ts'
import { importedHash } from '../../../server/test/imported-hash.ts'
import { newcomer, password } from '../people.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answered, post } from '../wire.ts'

// Who has an account is nobody's business: for known and unknown names the answer is the same,
// and so is the time it takes.

// What is compared is how long a password takes.
const site = testSite({}, { hashing: createHashing() })
const proving = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
const moved = testSite()
const known = { email: 'known@example.test', username: 'known' }
const imported = { email: 'imported@example.test', username: 'imported' }

beforeAll(async () => {
  for (const one of [site, proving, moved]) {
    await newcomer(one, known.email, { username: known.username })
  }
  const { id } = await newcomer(moved, imported.email, { username: imported.username })
  await moved.server.database.pool.query(
    'update account set password_hash = $2 where user_id = $1',
    [id, importedHash(password)],
  )
  // Everything is warm before it is measured.
  for (const ask of [...Object.values(asked), ...Object.values(askedOfMoved)]) {
    await ask(known)
    await ask(unknown(0))
  }
})

interface Name {
  readonly email: string
  readonly username: string
}

const unknown = (at: number): Name => ({ email: `no-${at}@body.test`, username: `nobody.${at}` })

type Ask = (name: Name) => Promise<Answered>

const guessByEmail =
  (at: Site): Ask =>
  ({ email }) =>
    post(newVisitor(at), '/sign-in/email', { email, password: 'a wrong guess' })
const guessByUsername =
  (at: Site): Ask =>
  ({ username }) =>
    post(newVisitor(at), '/sign-in/username', { username, password: 'a wrong guess' })

const asked: Readonly<Record<string, Ask>> = {
  'sign-in/email': guessByEmail(site),
  'sign-in/username': guessByUsername(site),
  'sign-up/email, where addresses must be proved': ({ email }) =>
    post(newVisitor(proving), '/sign-up/email', { name: 'Somebody', email, password }),
  'request-password-reset': ({ email }) =>
    post(newVisitor(site), '/request-password-reset', { email, redirectTo: '/x' }),
  'forget-password': ({ email }) => post(newVisitor(site), '/forget-password', { email }),
  'send-verification-email': ({ email }) =>
    post(newVisitor(site), '/send-verification-email', { email }),
}

describe.each(Object.entries(asked))('%s', (_name, ask) => {
  it('answers alike', async () => {
    const [one, other] = [await ask(known), await ask(unknown(1000))]
    expect(other.status).toBe(one.status)
    expect(comparable(other)).toEqual(comparable(one))
    expect([...other.headers.keys()].sort()).toEqual([...one.headers.keys()].sort())
  })

  it('takes as long', async () => {
    const tasks = [() => ask(known), (at: number) => ask(unknown(at))]
    expect(await differenceTold(tasks)).toBeLessThanOrEqual(0)
  })
})

const askedOfMoved: Readonly<Record<string, Ask>> = {
  'sign-in/email': guessByEmail(moved),
  'sign-in/username': guessByUsername(moved),
}

describe.each(Object.entries(askedOfMoved))('%s, where users were imported', (_name, ask) => {
  it('answers alike', async () => {
    const answers = [await ask(known), await ask(imported), await ask(unknown(1000))]
    expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size).toBe(1)
  })

  it('takes as long for who has an imported password, another one, or none', async () => {
    const tasks = [() => ask(known), () => ask(imported), (at: number) => ask(unknown(at))]
    expect(await differenceTold(tasks)).toBeLessThanOrEqual(0)
  })
})

const rounds = 12
const samples = 4
const noiseMilliseconds = 3

type Task = (at: number) => Promise<unknown>

/**
 * By how many milliseconds they differ beyond what says nothing; not above zero if they don't. A
 * difference that is there stays, what else the machine does evens out in the long run.
 */
async function differenceTold(tasks: readonly Task[]): Promise<number> {
  const times = tasks.map((): number[] => [])
  let difference = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && difference > 0; round += 1) {
    await takeTimes(tasks, times)
    const usual = times.map(median)
    const [least, most] = [Math.min(...usual), Math.max(...usual)]
    // Without the hash that nobody's password is compared with, one is a tenth of the other.
    difference = most - least - noiseMilliseconds - 0.4 * least
  }
  return difference
}

async function takeTimes(tasks: readonly Task[], times: readonly number[][]): Promise<void> {
  for (let at = 1; at <= samples; at += 1) {
    // In turns, so that whatever else slows the machine down slows them all.
    for (const which of tasks.keys()) {
      const turn = (which + at) % tasks.length
      const began = performance.now()
      await tasks[turn]?.(at)
      times[turn]?.push(performance.now() - began)
    }
  }
}

const median = (some: readonly number[]): number =>
  some.toSorted((one, other) => one - other)[Math.floor(some.length / 2)] ?? 0

/** What may differ is made up anew for each, or was given. */
function comparable({ status, text }: Answered): unknown {
  return [
    status,
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/[\w-]+@\w+\.test/g, '<address>'),
  ]
}
