// At the end of a full test run, checks that some test provokes each refusal of the contract, and
// that a story covers each operation. Each file reports what its servers responded.
import type { Reporter, TestModule } from 'vitest/node'
import { refusals } from '../packages/contract/src/refusals.ts'
import { contractOperations } from '../packages/server/test/contract-operations.ts'
import type { ObservedResponses } from '../packages/server/test/evidence.ts'
import { unprovokedRefusals, untestedOperations } from '../packages/server/test/operation-laws.ts'

export default class EvidenceReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const seen = modules.flatMap(evidenceOf)
    const seenInStories = modules.filter(isStory).flatMap(evidenceOf)
    const faults = [
      ...unprovokedRefusals(Object.keys(refusals), seen),
      ...untestedOperations(await contractOperations(), seenInStories),
    ]
    if (faults.length === 0) return
    process.exitCode = 1
    console.error(`\nThe tests don't cover all of the contract:\n${faults.join('\n')}\n`)
  }
}

const isStory = ({ moduleId }: TestModule) => moduleId.includes('/packages/stories/')

const evidenceOf = (module: TestModule): readonly ObservedResponses[] =>
  module.meta().evidence ?? []
