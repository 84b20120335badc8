import { beforeAll, describe, expect, it } from 'vitest'
import { assert } from '../../../server/src/kernel/assert.ts'
import { testDatabase } from '../../../server/test/database.ts'
import { isFullRun } from '../../../server/test/full-run.ts'
import { testServer } from '../../../server/test/server.ts'
import { environment, ourSubject } from './ours.ts'
import { runScenario } from './rounds.ts'
import { scenarios } from './scenarios.ts'
import type { Subject } from './subject.ts'

const attempts = isFullRun ? 200 : 50

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
    // If all requests win or all lose there was no race, so it is repeated.
    while (!(kinds.has('2') && kinds.has('4'))) {
      const outcome = await runScenario(subject, scenario, attempts)
      expect(outcome).toMatchObject({ violations: 0, faults: 0, examples: [] })
      expect(outcome.attempts).toBeGreaterThanOrEqual(attempts)
      for (const brief of Object.keys(outcome.answers)) kinds.add(brief.slice(0, 1))
    }
  })
})
