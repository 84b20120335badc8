import { beforeAll, describe, expect, it } from 'vitest'
import { assert } from '../../../server/src/kernel/assert.ts'
import { testDatabase } from '../../../server/test/database.ts'
import { testServer } from '../../../server/test/server.ts'
import { environment, ourSubject } from './ours.ts'
import { scenarios } from './scenarios.ts'
import { play } from './stage.ts'
import type { Subject } from './subject.ts'

const attempts = 200

const database = testDatabase()
const server = testServer(database, environment)
let subject: Subject

beforeAll(async () => {
  const { port, url: publicUrl, config } = server.current
  const [secret] = config.server.secrets ?? []
  assert(secret !== undefined, 'a test server has a secret')
  subject = await ourSubject({ port, secret, publicUrl, ownerUrl: database.ownerUrl })
})

describe(`under ${attempts} racing requests`, () => {
  it.each(scenarios)('$invariant', async (scenario) => {
    const outcome = await play(subject, scenario, attempts)
    expect(outcome).toMatchObject({ violations: 0, faults: 0, examples: [] })
    expect(outcome.attempts).toBeGreaterThanOrEqual(attempts)
    // Where all win or all lose, nobody raced.
    const statuses = Object.keys(outcome.answers).map((brief) => brief.slice(0, 1))
    expect(statuses).toContain('2')
    expect(statuses).toContain('4')
  })
})
