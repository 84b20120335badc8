import { describe, expect, it } from 'vitest'
import { createHashing } from '../../../server/src/platform/passwords/hashing.ts'
import { isFullRun } from '../../../server/test/full-run.ts'
import { unwrap } from '../answers.ts'
import { newPerson, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answer, post } from '../wire.ts'

// A small flood with a short queue tests the same as a large one with the real queue, but is quicker.
const { signIns, waitingMax } = isFullRun
  ? { signIns: 400, waitingMax: 256 }
  : { signIns: 100, waitingMax: 40 }
const site = testSite({}, { hashing: createHashing({ waitingMax }) })

describe(`${signIns} parallel sign-ins`, () => {
  it('get an answer or 503, and do not delay signed-in users', async () => {
    const ada = await newPerson(site, 'ada@lovelace.test')
    let isRunning = true
    const flood = Promise.all(
      Array.from({ length: signIns }, (_, at) =>
        post(newVisitor(site), '/sign-in/email', { email: `no-${at}@body.test`, password }),
      ),
    ).finally(() => {
      isRunning = false
    })
    const waits: number[] = []
    while (isRunning) {
      const start = performance.now()
      unwrap(await ada.auth.getSession())
      waits.push(performance.now() - start)
    }
    const answers = await flood
    const busy = answers.filter(({ status }) => status === 503)
    expect(new Set(answers.map(({ brief }) => brief))).toEqual(
      new Set(['401 INVALID_EMAIL_OR_PASSWORD', '503 TOO_BUSY']),
    )
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(hasRetryAfter)).toBe(true)
    // If session reads shared the queue, the first would wait for the whole flood.
    expect(waits.length).toBeGreaterThan(20)
  })
})

const hasRetryAfter = ({ headers }: Answer): boolean => Number(headers.get('retry-after')) > 0
