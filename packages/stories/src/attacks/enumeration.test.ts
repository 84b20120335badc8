import { beforeAll, describe, expect, it } from 'vitest'
import { newcomer, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answered, post } from '../wire.ts'

// Who has an account is nobody's business: for known and unknown names the answer is the same,
// and so is the time it takes.

const site = testSite()
const proving = testSite({ GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' })
const known = { email: 'known@example.test', username: 'known' }

beforeAll(async () => {
  await newcomer(site, known.email, { username: known.username })
  await newcomer(proving, known.email, { username: known.username })
  // Everything is warm before it is measured.
  for (const ask of Object.values(asked)) {
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

const asked: Readonly<Record<string, Ask>> = {
  'sign-in/email': ({ email }) =>
    post(newVisitor(site), '/sign-in/email', { email, password: 'a wrong guess' }),
  'sign-in/username': ({ username }) =>
    post(newVisitor(site), '/sign-in/username', { username, password: 'a wrong guess' }),
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
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let at = 1; at <= samples; at += 1) {
      // In turns, so that whatever else slows the machine down slows both.
      const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const which of order) {
        const name = which === 'known' ? known : unknown(at)
        const began = performance.now()
        await ask(name)
        times[which].push(performance.now() - began)
      }
    }
    const [one, other] = [median(times.known), median(times.unknown)]
    // Without the hash that nobody's password is compared with, one is a tenth of the other.
    expect(Math.abs(one - other)).toBeLessThan(noiseMilliseconds + 0.4 * Math.min(one, other))
  }, 60_000)
})

const samples = 31
const noiseMilliseconds = 3

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

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
