// At the end of a full test run, checks that some test provokes each refusal of the contract, and
// that a story covers each operation. Each file reports what its servers responded.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { refusals } from '../packages/contract/src/refusals.ts'
import { contractOperations } from '../packages/server/test/contract-operations.ts'
import type { ObservedResponses } from '../packages/server/test/evidence.ts'
import { unprovokedRefusals, untestedOperations } from '../packages/server/test/operation-laws.ts'

// What no test answers for, read by tools/test.mjs.
const beyondTestsFile = join(import.meta.dirname, '../.cache/beyond-tests.txt')

export default class EvidenceReporter implements Reporter {
  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly { message: string }[],
  ): Promise<void> {
    const seen = modules.flatMap(evidenceOf)
    const seenInStories = modules.filter(isStory).flatMap(evidenceOf)
    const faults = [
      ...unprovokedRefusals(Object.keys(refusals), seen),
      ...untestedOperations(await contractOperations(), seenInStories),
    ]
    const beyondTests = [...faults, ...unhandledErrors.map(({ message }) => message)]
    if (beyondTests.length > 0) writeFileSync(beyondTestsFile, beyondTests.join('\n'))
    if (faults.length === 0) return
    process.exitCode = 1
    console.error(`\nThe tests don't cover all of the contract:\n${faults.join('\n')}\n`)
  }
}

const isStory = ({ moduleId }: TestModule) => moduleId.includes('/packages/stories/')

const evidenceOf = (module: TestModule): readonly ObservedResponses[] =>
  module.meta().evidence ?? []
