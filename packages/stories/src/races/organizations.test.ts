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
    const kinds = new Set<string>()
    // Where all win or all lose nobody has raced, and it is played again.
    while (!(kinds.has('2') && kinds.has('4'))) {
      const outcome = await play(subject, scenario, attempts)
      expect(outcome).toMatchObject({ violations: 0, faults: 0, examples: [] })
      expect(outcome.attempts).toBeGreaterThanOrEqual(attempts)
      for (const brief of Object.keys(outcome.answers)) kinds.add(brief.slice(0, 1))
    }
  })
})
