import { describe, expect, it } from 'vitest'
import { createHashing } from '../../../server/src/platform/passwords/hashing.ts'
import { told } from '../answers.ts'
import { newcomer, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { type Answered, post } from '../wire.ts'

const site = testSite({}, { hashing: createHashing() })

describe('400 sign-ins at once', () => {
  it('are answered, or told to come back, and don’t hold up who is signed in', async () => {
    const ada = await newcomer(site, 'ada@lovelace.test')
    let under = true
    const flood = Promise.all(
      Array.from({ length: 400 }, (_, at) =>
        post(newVisitor(site), '/sign-in/email', { email: `no-${at}@body.test`, password }),
      ),
    ).finally(() => {
      under = false
    })
    const waits: number[] = []
    while (under) {
      const began = performance.now()
      told(await ada.auth.getSession())
      waits.push(performance.now() - began)
    }
    const answers = await flood
    const busy = answers.filter(({ status }) => status === 503)
    expect(new Set(answers.map(({ brief }) => brief))).toEqual(
      new Set(['401 INVALID_EMAIL_OR_PASSWORD', '503 TOO_BUSY']),
    )
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(saysWhen)).toBe(true)
    // Each would wait for all of the flood, if it stood in line with it.
    expect(waits.length).toBeGreaterThan(20)
  })
})

const saysWhen = ({ headers }: Answered): boolean => Number(headers.get('retry-after')) > 0
